// A day and its time: two lines in a table, one on a card.
import { formatDay, formatTime } from '@flexpower/contract'

export const Moment = ({ at }: { at: Date }) => (
  <>
    <span className="whitespace-nowrap">{formatDay(at)}</span>{' '}
    <span className="cell-note">{formatTime(at)}</span>
  </>
)
