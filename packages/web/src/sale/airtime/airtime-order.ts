// An airtime sale on its way from the form to the server: as typed, for nobody but the server checks it (AP-03).
import {
  AIRTIME_DISCOUNT_PERCENT,
  airtimeAsTyped,
  airtimeFields,
  type AirtimeSale,
  type Bututs,
  bututs,
  DEFAULT_OPERATOR,
  localPhone,
  toDalasi,
  UNKNOWN_LOCATION,
} from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { readHint } from '../../api/session.ts'
import { amountIn } from '../amount-text.ts'
import type { RecentSale } from '../AskAgain.tsx'
import type { Entry } from '../own-memory.ts'

export type AirtimeValues = Record<(typeof airtimeFields)[keyof typeof airtimeFields], string>

export const valuesOf = ({ subject, amount, operator = DEFAULT_OPERATOR }: Entry): AirtimeValues => ({
  [airtimeFields.phone]: subject,
  [airtimeFields.amount]: amount,
  [airtimeFields.operator]: operator,
})

export const entryOf = (values: AirtimeValues): Entry => ({
  subject: values[airtimeFields.phone],
  amount: values[airtimeFields.amount],
  phone: '',
  operator: values[airtimeFields.operator],
})

export const sell = (values: AirtimeValues, options: Parameters<typeof call>[2]) =>
  call(
    airtimeAsTyped,
    {
      phone: values[airtimeFields.phone],
      amount: values[airtimeFields.amount],
      operator: values[airtimeFields.operator],
      claimedUser: readHint('user_id'),
      claimedLocation: readHint('location') || UNKNOWN_LOCATION,
      claimedVended: vendedText(values[airtimeFields.amount]),
    },
    options,
  )

const LEAST = 100
const HOUR_MS = 3_600_000

/** AP-02, for the eye; the server computes its own. Null below one dalasi. */
export function vendedOf(amount: Bututs): Bututs | null {
  if (amount < LEAST) return null
  return bututs(amount - Math.round((amount * AIRTIME_DISCOUNT_PERCENT) / 100))
}

function vendedText(amount: string): number {
  const tendered = amountIn(amount)
  return toDalasi(vendedOf(tendered) ?? tendered)
}

/** The latest sale to this number in the last hour, so that nobody sells twice by mistake. */
export function recentSaleTo(
  phone: string,
  sales: readonly AirtimeSale[] | undefined,
  now: Date,
): RecentSale | null {
  const wanted = localPhone(phone.trim())
  const since = now.getTime() - HOUR_MS
  const recent = sales?.filter((sale) => sale.phone === wanted && sale.at.getTime() > since) ?? []
  return recent.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null
}
