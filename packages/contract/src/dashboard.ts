// The figures an owner sees first.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, day, fields, form, gmd, id, instant, nothing, within } from './wire.ts'

const paymentDay = day('Date is required', 'Data is not found')

/** D-01 names the field. */
export const dateForm = form({ paymentDate: paymentDay })

const figure = <C extends z.ZodMiniType>(path: string, name: string, value: C) =>
  endpoint({
    method: 'GET',
    path,
    access: 'admin',
    request: nothing,
    response: within('data', within(name, value)) as unknown as z.ZodMiniType<z.output<C>>,
  })

const tally = { sales: count, tendered: gmd }

const overview = fields({
  /** Today's cash power by the hour of the day: 24 entries. */
  hours: z.array(gmd),
  /** The same hours of the same weekday a week ago, to compare with. */
  hoursLastWeek: ['hours_last_week', z.array(gmd)],
  /** Cash power of the last 30 days, today last. */
  days: z.array(fields({ day: day('is not a day'), ...tally, revenue: gmd })),
  /** Who sold today, best first. */
  cashiers: z.array(
    fields({
      id: id(),
      name: z.string(),
      location: z.string(),
      ...tally,
      month: gmd,
      float: z.nullable(gmd),
    }),
  ),
  /** All electricity floats together, and how many days they last at the pace of the last seven. */
  floats: gmd,
  floatsLastDays: ['floats_last_days', z.nullable(z.number())],
  /** What the utility receives per day at that pace, to compute how long the vendor balance lasts. */
  vendedADay: ['vended_a_day', gmd],
  openSales: ['open_sales', count],
  openAmount: ['open_amount', gmd],
  undecidedSales: ['undecided_sales', count],
  waitingCredits: ['waiting_credits', count],
  waitingApplications: ['waiting_applications', count],
  /** From visitors, not looked at yet. */
  newMessages: ['new_messages', count],
  /** In the last seven days. */
  lettersGivenUp: ['letters_given_up', count],
  openDifferences: ['open_differences', count],
  /** Since the last verified one. */
  failedBackups: ['failed_backups', count],
  asOf: ['as_of', instant],
})
export type Overview = z.output<typeof overview>

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
  /** What an owner wants to see at a glance next to the cards. Every figure is for confirmed sales. */
  overview: endpoint({
    method: 'GET',
    path: 'dashboard/overview',
    access: 'admin',
    request: nothing,
    response: within('data', overview),
  }),
}
