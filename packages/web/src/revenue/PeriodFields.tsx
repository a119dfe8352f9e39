// Which days: a usual period with one press, or two days. What is chosen is in the URL and is read at once.
import { toDay } from '@flexpower/contract'
import { now } from '../lib/clock.ts'
import { namedPeriods, type Period } from '../lib/periods.ts'
import { DayField } from '../list/later/DaysChoice.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { periodIn, type Read } from './asked-revenue.ts'

export interface AskedProps {
  read: Read
  write: (changes: Record<string, string>) => void
}

/** The parts of the form: below each other on a phone, as many in a row as fit on a wide screen. */
export const FORM = 'grid grid-cols-[minmax(0,1fr)] items-end gap-4 sm:flex sm:flex-wrap'

export function PeriodFields({ read, write, days }: AskedProps & { days: Period }) {
  const today = toDay(now())
  const { from, to } = days
  // Two days in the wrong order become one day: the one entered last.
  const choose = (next: { from: string; to: string }) => write({ period: '', ...next })
  return (
    <>
      <div className="max-sm:[&_button]:px-1.5">
        <Segment
          label="Period"
          options={namedPeriods}
          value={periodIn(read)}
          onChange={(name) => write({ period: name, from: '', to: '' })}
        />
      </div>
      <DayField
        label="Start date"
        today={today}
        day={from}
        onDay={(day) => day !== '' && choose({ from: day, to: day > to ? day : to })}
      />
      <DayField
        label="End date"
        today={today}
        day={to}
        onDay={(day) => day !== '' && choose({ from: day < from ? day : from, to: day })}
      />
    </>
  )
}
