// Everything that can happen in the shop in a day, as data that fast-check makes.
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../runtime/clock.ts'
import { SOLD } from './counter-sales.ts'
import { KINDS } from './shop.ts'

const always = <const Value>(value: Value) => fc.constant(value)
/** Two cashiers, and the Admin, who sells on the house. */
const who = fc.constantFrom(0, 0, 1, 1, 2)
const whose = fc.nat(1)
const dalasi = fc.integer({ min: 50, max: 400 })
const floatDalasi = fc.integer({ min: 1, max: 2_500 })
const kind = fc.constantFrom(...KINDS)
const fate = fc.constantFrom('sold', 'sold', 'sold', 'refused', 'unheard', 'lost', 'unsent', 'unsettled')

const open = fc.record({ do: always('open'), who, dalasi })
const close = fc.record({
  do: always('close'),
  who,
  wrongBy: fc.constantFrom(0, 0, 25, 5_000, -25, -5_000),
  how: fc.constantFrom('at once', 'at once', 'no reason', 'dies'),
})
const move = fc.oneof(
  { weight: 1, arbitrary: open },
  {
    weight: 8,
    arbitrary: fc.record({ do: always('sell'), who, dalasi, product: fc.constantFrom(...SOLD), fate }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: always('cash'), who, dalasi, how: fc.constantFrom('in', 'out', 'drop') }),
  },
  { weight: 2, arbitrary: close },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('close for', 'repeat'), who }) },
  { weight: 2, arbitrary: fc.record({ do: always('refund'), who, whose }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: always('load'), whose, kind, dalasi: floatDalasi, isAskedFor: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: always('back'), whose, kind, dalasi: floatDalasi }) },
  { weight: 1, arbitrary: fc.record({ do: always('across'), whose, kind, dalasi: floatDalasi }) },
  { weight: 1, arbitrary: fc.record({ do: always('correct'), whose, kind, dalasi: floatDalasi }) },
  { weight: 2, arbitrary: fc.record({ do: always('decide'), isConfirmed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: always('book'), whose, dalasi, ago: fc.nat(3 * DAY_MS) }) },
  { weight: 2, arbitrary: fc.record({ do: always('recover') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: always('pass'),
      by: fc.constantFrom(1, 59 * MINUTE_MS, 61 * MINUTE_MS, 7 * HOUR_MS),
    }),
  },
)
export type Move = typeof move extends fc.Arbitrary<infer One> ? One : never

/** Most days begin with drawers that are opened, and some end with drawers that are closed. */
const moves = fc
  .tuple(
    fc.uniqueArray(open, { selector: ({ who: at }) => at, maxLength: 3 }),
    fc.array(move, { minLength: 2, maxLength: 9 }),
    fc.uniqueArray(close, { selector: ({ who: at }) => at, maxLength: 2 }),
  )
  .map((parts) => parts.flat())

const day = fc.record({
  moves,
  /** How long it is until the next day. */
  night: fc.constantFrom(9 * HOUR_MS, 9 * HOUR_MS, DAY_MS, DAY_MS, 33 * DAY_MS),
  /** Whether the job that closes the floats ran in the night. */
  isClosed: fc.constantFrom(true, false, false, false),
  /** The days of the statement that is asked for, counted back from this one, and whose it is. */
  days: fc.tuple(fc.nat(3), fc.nat(3)),
  whose,
  kind,
})
export type ShopDay = typeof day extends fc.Arbitrary<infer One> ? One : never
export const shopDays = fc.array(day, { minLength: 2, maxLength: 8 })
