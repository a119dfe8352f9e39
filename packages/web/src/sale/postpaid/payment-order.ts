// A payment on its way from the form to the server: as typed, for nobody but the server checks it.
import { type Bill, postpaidAsTyped, postpaidFields } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { readHint } from '../../api/session.ts'
import type { Entry } from '../own-memory.ts'

export type PaymentValues = Record<(typeof postpaidFields)[keyof typeof postpaidFields], string>

type Options = Parameters<typeof call>[2]

export const valuesOf = ({ subject, amount, phone }: Entry): PaymentValues => ({
  [postpaidFields.accountReference]: subject,
  [postpaidFields.amount]: amount,
  [postpaidFields.phone]: phone,
})

export const entryOf = (values: PaymentValues): Entry => ({
  subject: values[postpaidFields.accountReference],
  amount: values[postpaidFields.amount],
  phone: values[postpaidFields.phone],
})

export const verify = async (values: PaymentValues, options: Options): Promise<Bill> =>
  (await call(postpaidAsTyped.verify, orderOf(values), options)).bill

export const pay = (values: PaymentValues, options: Options) =>
  call(postpaidAsTyped.pay, orderOf(values), options)

const orderOf = (values: PaymentValues) => ({
  accountReference: values[postpaidFields.accountReference],
  amount: values[postpaidFields.amount],
  phone: values[postpaidFields.phone],
  claimedUser: readHint('user_id'),
})
