// Only in the demo: it is the place to practise. Ten exercises, each with the number that makes it happen at the
// simulated utility or operator.
import { GUIDE, GUIDE_ON, paths } from '../paths.ts'
import { SectionHeading } from './Section.tsx'

const { cashier } = paths

interface Exercise {
  title: string
  /** What to enter; the part in front of it names the field. */
  enter?: readonly [label: string, value: string]
  /** What happens, and what to do then. */
  text: string
  path: string
  screen: string
}

const POWER = { path: cashier.cashPower, screen: 'Cash Power' }

export const exercises: readonly Exercise[] = [
  {
    title: 'A customer with arrears',
    enter: ['Meter', '07188420314'],
    text: 'A part of the money goes to the debt. Say so before you take it.',
    ...POWER,
  },
  {
    title: 'A key change',
    enter: ['Meter', '37119026450'],
    text: 'Three tokens come. The customer keys in all of them, in this order.',
    ...POWER,
  },
  {
    title: 'A lost answer',
    enter: ['Meter', '99900000045'],
    text: 'The money is held, not spent. Serve the next customer; the token comes by itself.',
    ...POWER,
  },
  {
    title: 'A refused sale',
    enter: ['Meter', '99900000185'],
    text: 'Nothing is sold and the money is back. Read the reason.',
    ...POWER,
  },
  {
    title: 'A receipt again',
    enter: ['Meter', '37201148261'],
    text: 'Sell, and print. Then print the same sale from the list: the paper says COPY 1.',
    ...POWER,
  },
  {
    title: 'A wrong meter',
    enter: ['Meter', '37201148216'],
    text: 'Two digits are swapped. A warning appears while you type, and VERIFY finds no customer.',
    ...POWER,
  },
  {
    title: 'Not enough float',
    enter: ['Amount', '900000'],
    text: 'With any meter. OK stays closed, and the screen says what to do.',
    ...POWER,
  },
  {
    title: 'Airtime',
    enter: ['Mobile', '3511220'],
    text: 'The first digit suggests QCell. The phone receives all that was paid.',
    path: cashier.airPower,
    screen: 'Air Power',
  },
  {
    title: 'A bill',
    enter: ['Account', '300118462'],
    text: 'Verify, compare the name, pay a part of what is due, and print.',
    path: cashier.postPaid,
    screen: 'Post Paid',
  },
  {
    title: 'Close the shift',
    text: 'Open your shift, sell something, count the drawer and print the slip.',
    path: cashier.shift,
    screen: 'My Shift',
  },
]

export const Practice = () => (
  <>
    <SectionHeading id="practice">This is the place to practise</SectionHeading>
    <p className="mt-4 max-w-prose text-lg text-pretty text-ink-2">
      In this demo money and customers are invented, and nothing can be broken.{' '}
      <a className="link" href={paths.login}>
        Sign in
      </a>{' '}
      first, as <b className="font-semibold text-ink">cashier@flexpower.gm</b> with the password{' '}
      <b className="font-semibold text-ink">demo-cashier</b>. Then come back: each link opens its screen. New
      here? Begin with{' '}
      <a className="link" href={`${cashier.cashPower}?${GUIDE}=${GUIDE_ON}`}>
        the guide
      </a>
      .
    </p>
    <ol aria-label="Exercises" className="mt-6 grid gap-4 md:mt-8 md:grid-cols-2">
      {exercises.map(({ title, enter, text, path, screen }, place) => (
        <li key={title} className="flex gap-3.5 rounded border border-line bg-surface px-5 py-4">
          <span
            aria-hidden="true"
            className="grid size-6.5 flex-none place-items-center rounded-full bg-spark text-sm font-semibold text-paper-ink"
          >
            {place + 1}
          </span>
          <div className="min-w-0">
            <h3 className="text-[1.0625rem] leading-6 font-semibold">{title}</h3>
            {enter && (
              <p>
                {enter[0]} <b className="font-mono font-semibold">{enter[1]}</b>
              </p>
            )}
            <p className="text-ink-2">{text}</p>
            <a className="link inline-flex min-h-11 items-center" href={path}>
              Open {screen}
            </a>
          </div>
        </li>
      ))}
    </ol>
  </>
)
