// Which days a list shows: the usual periods are one press away, any other days can be entered. And whose rows, if it
// was opened for one cashier. A phone has no room for the two fields until somebody asks for them, and a slow counter
// takes longer to draw two fields for dates than the rest of the page.
import { type Day, toDay, parseDay } from '@flexpower/contract'
import { Suspense, useState } from 'react'
import { now } from '../../lib/clock.ts'
import type { OwnListView } from '../list-view.ts'
import { lazyPart, partLoader } from '../../lib/lazy-page.ts'
import { namedPeriods, periodNamed } from '../../lib/periods.ts'
import { Segment } from '../../ui/form/Choice.tsx'
import { Field } from '../../ui/form/Field.tsx'

/** Its call knows all about users, which few lists need. */
const OneCashier = lazyPart(
  partLoader(() => import('../cashier/OneCashier.tsx')),
  (part) => part.OneCashier,
)

const PERIODS = [
  { value: 'all', label: 'All days' },
  ...namedPeriods,
  { value: 'other', label: 'Other days' },
] as const

export function DaysChoice({ view }: { view: OwnListView }) {
  const { setDays } = view
  const [from, to]: [string, string] = [view.from ?? '', view.to ?? '']
  const today = toDay(now())
  const [isOther, setOther] = useState(false)
  const period = isOther ? 'other' : (findPeriodName(from, to, today) ?? 'other')
  return (
    <fieldset aria-label="Days" className="days-choice">
      <Segment
        label="Period"
        options={PERIODS}
        value={period}
        onChange={(name) => {
          setOther(name === 'other')
          if (name === 'other') return
          const days = name === 'all' ? { from: '', to: '' } : periodNamed(name, today)
          setDays(days.from, days.to)
        }}
      />
      {period === 'other' && (
        <>
          {/* Two days in the wrong order become one day: the one entered last. */}
          <DayField
            label="From"
            today={today}
            day={from}
            onDay={(day) => setDays(day, to !== '' && day > to ? day : to)}
          />
          <DayField
            label="To"
            today={today}
            day={to}
            onDay={(day) => setDays(day !== '' && day < from ? day : from, day)}
          />
        </>
      )}
      <Suspense fallback={null}>
        {view.cashier !== undefined && <OneCashier cashier={view.cashier} />}
      </Suspense>
    </fieldset>
  )
}

function findPeriodName(from: string, to: string, today: Day) {
  if (from === '' && to === '') return 'all'
  const named = namedPeriods.find(({ value }) => {
    const period = periodNamed(value, today)
    return period.from === from && period.to === to
  })
  return named?.value
}

interface DayFieldProps {
  label: string
  today: Day
  day: string
  onDay: (day: string) => void
}

/** Keeps a half-typed date, such as the year 20, and reports only complete days. */
export function DayField({ label, today, day, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day)
  const [known, setKnown] = useState(day)
  if (known !== day) {
    setKnown(day)
    setTyped(day)
  }
  return (
    <Field
      label={label}
      type="date"
      max={today}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value === '' || parseDay(value)) onDay(value)
      }}
    />
  )
}
