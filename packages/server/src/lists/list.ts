// What a list call's handler answers: not rows, but a list, of which the edge asks a window or the whole, batch by batch. So
// no handler ever holds a long list, and none can forget to page.
import type { WindowAsked, WindowFacts } from '@flexpower/contract'

/** Rows as the contract knows them, or as the JSON that goes over the wire, with commas between them. */
export type Rows<Row> = readonly Row[] | { json: string }

export interface ReadWindow<Part> extends WindowFacts {
  rows: Part
}

export interface List<Row, Part extends Rows<Row> = Rows<Row>> {
  window(asked: WindowAsked): Promise<ReadWindow<Part>>
  /** All of it, newest first; the next batch is read when somebody wants it. */
  batches(): AsyncIterable<Part>
}

/** For who asks for a window without saying how large. */
export const WINDOW_ROWS = 50
