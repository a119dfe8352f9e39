// A payment from the form to the server, as typed: only the server checks it.
import { type Bill, postpaidAsTyped } from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { readHint } from '../../../api/session.ts'
import type { Entry } from '../../product.ts'

export type PostpaidValues = Record<'accountReference' | 'amount' | 'phone', string>

type Options = Parameters<typeof call>[2]

export const fillForm = ({ subject, amount, phone }: Entry): PostpaidValues => ({
  accountReference: subject,
  amount,
  phone,
})

export const writeEntry = (values: PostpaidValues): Entry => ({
  subject: values.accountReference,
  amount: values.amount,
  phone: values.phone,
})

export const verify = async (values: PostpaidValues, options: Options): Promise<Bill> =>
  (await call(postpaidAsTyped.verify, writeRequest(values), options)).bill

export const pay = (values: PostpaidValues, options: Options) =>
  call(postpaidAsTyped.pay, writeRequest(values), options)

const writeRequest = (values: PostpaidValues) => ({ ...values, claimedUser: readHint('user_id') })
