// Where a statement comes from: a float or a drawer. The same on the screen and on paper.
import type {
  Day,
  Endpoint,
  FileAnswer,
  ListEndpoint,
  StatementLine,
  StatementSums,
} from '@flexpower/contract'

export interface Days {
  from?: Day | undefined
  to?: Day | undefined
}

/** What a statement is read from. */
export interface StatementSource<Of extends object> {
  list: ListEndpoint<Of, StatementLine>
  sums: Endpoint<Of & Days, StatementSums & { isOpenHidden?: boolean }>
  file: Endpoint<Of & Days, FileAnswer>
  of: Of
  /** `Float statement` */
  title: string
  /** `NAWEC float`: follows the name of its owner on paper. */
  account: string
  fileName: string
}
