// Reading a whole list, however long, in large windows.
import { type Window, WINDOW_MOST } from '@flexpower/contract'
import type { ListQuestion } from '../list-window.ts'

/** All of it, or all from a cursor on, a large window after the other. Whoever stops asking stops the reading. */
export async function* readAll<Row>(
  { ask }: ListQuestion<Row>,
  signal: AbortSignal,
  from?: number,
): AsyncGenerator<Window<Row>> {
  for (let cursor = from; ; ) {
    const part = await ask({ limit: WINDOW_MOST, cursor }, signal)
    yield part
    if (part.next === null) return
    cursor = part.next
  }
}
