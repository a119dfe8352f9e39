// A sale as the other side has it now, under its own number. Each side has a way to read a record; the products say
// which product it is and what it is worth.
import { toNoon, type OtherSide } from '@flexpower/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { neverSent } from '../../gateways/outcome.ts'
import type { Context } from '../../runtime/context.ts'
import { listProducts, type RecordedSale } from '../../sales/product.ts'
import { notBooked } from '../../sales/refusals.ts'
import { requireAnswer } from '../../utility-answer.ts'
import { nameSide } from './other-sides.ts'

export type DifferenceRow = Selectable<Schema['difference']>

/** Throws if the other side no longer has it, or cannot be asked. */
export async function readTheirSale(context: Context, difference: DifferenceRow): Promise<RecordedSale> {
  const { other_side: otherSide, subject, day } = difference
  const record = await readers[otherSide](context, difference)
  const known = { subject, day, holder: nameSide(context, otherSide) }
  for (const product of listProducts(context.products)) {
    const sale = product.otherSide === otherSide ? product.readRecord(record, known) : null
    if (sale !== null) return sale
  }
  throw notBooked(`${known.holder} has this as something that is not sold here.`)
}

const readers: Record<OtherSide, (context: Context, difference: DifferenceRow) => Promise<unknown>> = {
  utility: async (context, { reference, subject, day }) =>
    requireAnswer(
      context,
      'show this sale',
      await context.utility.readTransaction({
        transaction: reference,
        receipt: reference,
        subject,
        at: toNoon(day),
      }),
    ),
  airtime: async (context, { reference }) => {
    const outcome =
      (await context.airtime?.readTransaction(reference)) ?? neverSent('airtime is not sold here')
    return requireAnswer(context, 'show this sale', outcome, nameSide(context, 'airtime'))
  },
}
