// A day with something smaller about it, such as the time or who it was: two lines in a table, one on a card.
import { formatDay, formatTime } from '@flexpower/contract'

export const Moment = ({ at, note = formatTime(at) }: { at: Date; note?: string }) => (
  <>
    <span className="whitespace-nowrap">{formatDay(at)}</span> <span className="cell-note">{note}</span>
  </>
)
