// An airtime sale from the form to the server, as typed: only the server checks it (AP-03).
import {
  AIRTIME_DISCOUNT_PERCENT,
  airtimeAsTyped,
  type Bututs,
  bututs,
  DEFAULT_OPERATOR,
  toDalasi,
  UNKNOWN_LOCATION,
} from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { readHint } from '../../../api/session.ts'
import { readAmount } from '../../later/entry-fields.tsx'
import type { Entry } from '../../product.ts'

export type AirtimeValues = Record<'phone' | 'amount' | 'operator', string>

export const fillForm = ({ subject, amount, operator = DEFAULT_OPERATOR }: Entry): AirtimeValues => ({
  phone: subject,
  amount,
  operator,
})

export const writeEntry = (values: AirtimeValues): Entry => ({
  subject: values.phone,
  amount: values.amount,
  phone: '',
  operator: values.operator,
})

export const sell = (values: AirtimeValues, options: Parameters<typeof call>[2]) =>
  call(
    airtimeAsTyped,
    {
      ...values,
      claimedUser: readHint('user_id'),
      claimedLocation: readHint('location') || UNKNOWN_LOCATION,
      claimedVended: claimVended(values.amount),
    },
    options,
  )

const LEAST = 100

/** AP-02, for display only; the server computes its own. Null below one dalasi. */
export function computeVended(amount: Bututs): Bututs | null {
  if (amount < LEAST) return null
  return bututs(amount - Math.round((amount * AIRTIME_DISCOUNT_PERCENT) / 100))
}

function claimVended(amount: string): number {
  const tendered = readAmount(amount)
  return toDalasi(computeVended(tendered) ?? tendered)
}
