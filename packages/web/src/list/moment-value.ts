// When a row of a list began, for its file: a spreadsheet sorts it.
import { dayOf, formatTime } from '@flexpower/contract'

export const momentValue = ({ at }: { at: Date }): string => `${dayOf(at)} ${formatTime(at)}`
