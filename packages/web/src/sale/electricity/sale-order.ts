// A cash power sale on its way from the form to the server: as typed, as checked, as it is sent.
import { type Bututs, electricity, fromDalasi, type Quote, saleFields, toDalasi } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { readHint } from '../../api/session.ts'
import type { Entry } from '../own-memory.ts'

type FieldName = (typeof saleFields)[keyof typeof saleFields]
/** As typed. */
export type SaleValues = Record<FieldName, string>
/** As checked. */
export type CheckedSale = Record<typeof saleFields.meter | typeof saleFields.phone, string> &
  Record<typeof saleFields.amount, Bututs>

type Options = Parameters<typeof call>[2]

export const valuesOf = ({ subject, amount, phone }: Entry): SaleValues => ({
  [saleFields.meter]: subject,
  [saleFields.amount]: amount,
  [saleFields.phone]: phone,
})

export const entryAsTyped = (values: SaleValues): Entry => ({
  subject: values[saleFields.meter],
  amount: values[saleFields.amount],
  phone: values[saleFields.phone],
})

export const checkedOf = (entry: Entry): CheckedSale => ({
  ...valuesOf(entry),
  [saleFields.amount]: fromDalasi(Number(entry.amount)),
})

export const entryOf = (sale: CheckedSale): Entry => ({
  subject: sale[saleFields.meter],
  amount: String(toDalasi(sale[saleFields.amount])),
  phone: sale[saleFields.phone],
})

export const verify = async (sale: CheckedSale, options: Options): Promise<Quote> =>
  (await call(electricity.verify, orderOf(sale), options)).quote

export const sell = (sale: CheckedSale, options: Options) =>
  call(
    electricity.sell,
    { ...orderOf(sale), claimedName: readHint('username'), claimedLocation: readHint('location') },
    options,
  )

const orderOf = (sale: CheckedSale) => ({
  meter: sale[saleFields.meter],
  amount: sale[saleFields.amount],
  phone: sale[saleFields.phone],
  claimedUser: readHint('user_id'),
})
