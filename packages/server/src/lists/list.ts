// What a list call's handler returns: not rows, but a list, from which the HTTP layer reads a window or everything,
// batch by batch. So no handler ever holds a long list, and none can forget to page.
import type { WindowAsked, WindowFacts } from '@flexpower/contract'

/** Rows as the contract defines them, or as the JSON that goes over the wire, with commas between them. */
export type Rows<Row> = readonly Row[] | { json: string }

export interface ReadWindow<Part> extends WindowFacts {
  rows: Part
}

export interface List<Row, Part extends Rows<Row> = Rows<Row>> {
  window(asked: WindowAsked): Promise<ReadWindow<Part>>
  /** All of it, newest first; the next batch is read on demand. */
  batches(): AsyncIterable<Part>
}

/** For requests for a window without a size. */
export const WINDOW_ROWS = 50
