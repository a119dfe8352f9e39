// What the provider earned between two days.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { choice, codec, count, day, fields, gmd, instant } from './wire.ts'

/** The entity that means the whole provider; any other is a cashier's id. */
export const WHOLE_PROVIDER = 'flexpower'

const entity = codec<number | typeof WHOLE_PROVIDER, string | number>(
  (given) => {
    if (given === WHOLE_PROVIDER) return WHOLE_PROVIDER
    if (given === undefined || given === null || given === '') return new Error('Entity is required')
    const plain =
      (typeof given === 'string' || typeof given === 'number') && /^[1-9]\d{0,14}$/.test(String(given))
    return plain ? Number(given) : new Error('Entity is not valid')
  },
  (value) => value,
)

const account = choice('Account', [['cashPower', 'cashPower']])

export const reportForm = z.object({
  from: day('Start date is required'),
  to: day('End date is required'),
  account,
  entity,
})

export const reports = {
  revenue: endpoint({
    method: 'POST',
    path: 'generate/revenue/report',
    access: 'admin',
    lane: 'reading',
    request: fields({
      from: day('Start date is required'),
      to: day('End date is required'),
      account,
      entity,
    }),
    response: fields({
      count: ['totalTransaction', count],
      sold: ['totalSold', gmd],
      revenue: ['totalRevenue', gmd],
      rows: [
        'table_data',
        z.array(
          fields({
            at: ['created_at', instant],
            amount: gmd,
            cashierName: ['recorded_by', z.string()],
            location: z.string(),
            revenue: gmd,
          }),
        ),
      ],
    }),
  }),
}
