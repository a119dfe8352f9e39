// How cash is counted in this installation: whether selling needs a till session, what a cashier may see, which notes
// and coins there are.
import { bututs, type Bututs, type Denomination, fromDalasi, parseHundredths } from '@flexpower/contract'
import { z } from 'zod'

export interface TillRules {
  /** A Cashier sells only in an open till session. */
  isRequired: boolean
  /** Cashiers see the expected cash of their open session. If not, they count blind. */
  showsExpected: boolean
  /** A larger difference needs a reason; null: none does. */
  reasonAbove: Bututs | null
  denominations: Denomination[]
}

export const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const FORM = 'must be notes; coins in dalasi, such as 200, 100, 50; 10, 5, 0.50'

const denominations = z.string().transform((written, context): Denomination[] => {
  const parts = written.split(';')
  const read = parts.flatMap((part, place) =>
    part.split(',').map((text): Denomination | null => {
      const value = parseHundredths(text)
      return typeof value === 'number' && value > 0
        ? { kind: place === 0 ? 'note' : 'coin', value: bututs(value) }
        : null
    }),
  )
  const known = read.filter((one) => one !== null)
  const names = new Set(known.map(({ kind, value }) => `${kind} ${value}`))
  if (parts.length > 2 || known.length < read.length || names.size < known.length)
    context.addIssue({ code: 'custom', message: FORM })
  return known
})

export const tillVariables = {
  FLEXPOWER_TILL_REQUIRED: onOff.default('off'),
  FLEXPOWER_TILL_SHOW_EXPECTED: onOff.default('off'),
  FLEXPOWER_TILL_REASON_ABOVE: z
    .string()
    .regex(/^\d{1,10}$|^off$/, 'must be an amount in whole dalasi, or off')
    .default('25'),
  FLEXPOWER_TILL_DENOMINATIONS: denominations.prefault('200, 100, 50, 20, 10, 5; 10, 5, 1, 0.50, 0.25'),
}

const environment = z.object(tillVariables)

export const arrangeTill = (values: z.infer<typeof environment>): TillRules => ({
  isRequired: values.FLEXPOWER_TILL_REQUIRED === 'on',
  showsExpected: values.FLEXPOWER_TILL_SHOW_EXPECTED === 'on',
  reasonAbove:
    values.FLEXPOWER_TILL_REASON_ABOVE === 'off'
      ? null
      : fromDalasi(Number(values.FLEXPOWER_TILL_REASON_ABOVE)),
  denominations: values.FLEXPOWER_TILL_DENOMINATIONS,
})
