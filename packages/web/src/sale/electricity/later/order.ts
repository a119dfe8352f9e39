// A cash power sale from the form to the server: as typed, as checked, as sent.
import { electricity, fromDalasi, type Quote, type saleForm, toDalasi } from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { readHint } from '../../../api/session.ts'
import type { Entry } from '../../product.ts'

/** As checked. */
export type EnteredElectricity = ReturnType<typeof saleForm.parse>
/** As typed. */
export type ElectricityValues = Record<keyof EnteredElectricity, string>

type Options = Parameters<typeof call>[2]

export const fillForm = ({ subject, amount, phone }: Entry): ElectricityValues => ({
  meter: subject,
  amount,
  phone,
})

export const readEntry = (values: ElectricityValues): Entry => ({
  subject: values.meter,
  amount: values.amount,
  phone: values.phone,
})

export const readOrder = (entry: Entry): EnteredElectricity => ({
  ...fillForm(entry),
  amount: fromDalasi(Number(entry.amount)),
})

export const writeEntry = (sale: EnteredElectricity): Entry => ({
  subject: sale.meter,
  amount: String(toDalasi(sale.amount)),
  phone: sale.phone,
})

export const verify = async (sale: EnteredElectricity, options: Options): Promise<Quote> =>
  (await call(electricity.verify, writeRequest(sale), options)).quote

export const sell = (sale: EnteredElectricity, options: Options) =>
  call(
    electricity.sell,
    { ...writeRequest(sale), claimedName: readHint('username'), claimedLocation: readHint('location') },
    options,
  )

const writeRequest = (sale: EnteredElectricity) => ({ ...sale, claimedUser: readHint('user_id') })
