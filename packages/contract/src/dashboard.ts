// The figures an owner sees first.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { codec, day, fields, gmd, nothing, within } from './wire.ts'

const paymentDay = day('Date is required', 'Data is not found')

export const dateForm = z.object({ paymentDate: paymentDay })

const count = codec<number, number>(
  (given) => (Number.isInteger(given) ? (given as number) : new Error('is not a count')),
  (value) => value,
)

const figure = <C extends z.ZodMiniType>(path: string, name: string, value: C) =>
  endpoint({
    method: 'GET',
    path,
    access: 'admin',
    request: nothing,
    response: within('data', within(name, value)) as unknown as z.ZodMiniType<z.output<C>>,
  })

export const dashboard = {
  dailySales: figure('CashPowerDailySales', 'DailySales', gmd),
  monthlySales: figure('CashPowerMonthlySales', 'monthlySales', gmd),
  transactionCount: figure('transactionsCount', 'transactionCount', count),
  airtimeDailySales: figure('AirPowerDailySales', 'DailySales', gmd),
  airtimeMonthlySales: figure('AirPowerMonthlySales', 'monthlySales', gmd),
  airtimeTransactionCount: figure('transactionsAirTimesCount', 'transactionCount', count),
  /** One day's cash power sales. */
  filter: endpoint({
    method: 'GET',
    path: 'filter',
    access: 'admin',
    failure: 'filter',
    request: fields({ day: ['paymentDate', paymentDay] }),
    response: fields({
      status: z.literal('success'),
      total: ['totalamount', gmd],
      count: ['countTransactions', count],
    }),
  }),
}
