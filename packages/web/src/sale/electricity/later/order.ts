// A cash power sale on its way from the form to the server: as typed, as checked, as it is sent.
import { type Bututs, electricity, fromDalasi, type Quote, saleFields, toDalasi } from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { readHint } from '../../../api/session.ts'
import type { Entry } from '../../sale-memory.ts'

type FieldName = (typeof saleFields)[keyof typeof saleFields]
/** As typed. */
export type ElectricityValues = Record<FieldName, string>
/** As checked. */
export type EnteredElectricity = Record<typeof saleFields.meter | typeof saleFields.phone, string> &
  Record<typeof saleFields.amount, Bututs>

type Options = Parameters<typeof call>[2]

export const fillForm = ({ subject, amount, phone }: Entry): ElectricityValues => ({
  [saleFields.meter]: subject,
  [saleFields.amount]: amount,
  [saleFields.phone]: phone,
})

export const readEntry = (values: ElectricityValues): Entry => ({
  subject: values[saleFields.meter],
  amount: values[saleFields.amount],
  phone: values[saleFields.phone],
})

export const readOrder = (entry: Entry): EnteredElectricity => ({
  ...fillForm(entry),
  [saleFields.amount]: fromDalasi(Number(entry.amount)),
})

export const writeEntry = (sale: EnteredElectricity): Entry => ({
  subject: sale[saleFields.meter],
  amount: String(toDalasi(sale[saleFields.amount])),
  phone: sale[saleFields.phone],
})

export const verify = async (sale: EnteredElectricity, options: Options): Promise<Quote> =>
  (await call(electricity.verify, writeRequest(sale), options)).quote

export const sell = (sale: EnteredElectricity, options: Options) =>
  call(
    electricity.sell,
    { ...writeRequest(sale), claimedName: readHint('username'), claimedLocation: readHint('location') },
    options,
  )

const writeRequest = (sale: EnteredElectricity) => ({
  meter: sale[saleFields.meter],
  amount: sale[saleFields.amount],
  phone: sale[saleFields.phone],
  claimedUser: readHint('user_id'),
})
