// An airtime sale on its way from the form to the server: as typed, for nobody but the server checks it (AP-03).
import {
  AIRTIME_DISCOUNT_PERCENT,
  airtimeAsTyped,
  airtimeFields,
  type Bututs,
  bututs,
  DEFAULT_OPERATOR,
  toDalasi,
  UNKNOWN_LOCATION,
} from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { readHint } from '../../../api/session.ts'
import { readAmount } from '../../later/entry-fields.tsx'
import type { Entry } from '../../sale-memory.ts'

export type AirtimeValues = Record<(typeof airtimeFields)[keyof typeof airtimeFields], string>

export const fillForm = ({ subject, amount, operator = DEFAULT_OPERATOR }: Entry): AirtimeValues => ({
  [airtimeFields.phone]: subject,
  [airtimeFields.amount]: amount,
  [airtimeFields.operator]: operator,
})

export const writeEntry = (values: AirtimeValues): Entry => ({
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
      claimedVended: claimVended(values[airtimeFields.amount]),
    },
    options,
  )

const LEAST = 100

/** AP-02, for the eye; the server computes its own. Null below one dalasi. */
export function computeVended(amount: Bututs): Bututs | null {
  if (amount < LEAST) return null
  return bututs(amount - Math.round((amount * AIRTIME_DISCOUNT_PERCENT) / 100))
}

function claimVended(amount: string): number {
  const tendered = readAmount(amount)
  return toDalasi(computeVended(tendered) ?? tendered)
}
