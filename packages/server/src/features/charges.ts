// Fee bands: what a sale costs. A sale keeps its band in its quote, so a changed band changes no past sale.
import { type Api, bututs, type Charge, toDay, END_BELOW_START, formatGmd } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS } from '../runtime/clock.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { recordAct } from '../ledger/acts.ts'
import { shownGmd, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { type Band, priceSale } from '../sales/pricing.ts'

type Calls = Api['charges']

export const charges: Handlers['charges'] = { list, add, update, remove, price, replay }

type Entered = Omit<Charge, 'id' | 'version'>

const WHOLE_PERCENT = 10_000
const REPLAYED_DAYS = 30

/** The complete list runs from the smallest amount to the largest: there are never many. */
async function list({ context: { db } }: Call<Calls['list']>) {
  return {
    ...tableList({
      query: selectExisting(db),
      place: sql`id`,
      at: sql`created_at`,
      text: shownLines(
        shownGmd(sql`start_amount`),
        shownGmd(sql`end_amount`),
        sql`case kind when 'fixed' then ${shownGmd(sql`fee`)} else to_char(fee / 100.0, 'FM990.00') || ' %' end`,
        sql`kind`,
        sql`case when active then 'Active' else 'Inactive' end`,
      ),
      show: shownCharge,
    }),
    batches: async function* batches() {
      yield (await selectExisting(db).orderBy('start_amount').orderBy('id').execute()).map(shownCharge)
    },
  }
}

async function add(call: Call<Calls['add']>) {
  const { context, input } = call
  refuseImpossible(input)
  await withoutOverlap(context.db, input, null, async (tx) => {
    const { id } = await tx
      .insertInto('charge')
      .values({ ...columns(input), created_at: context.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAct(tx, call, { action: 'added a charge', ...change(id, null, input) })
  })
  return { message: 'Cash power charges created successfully' }
}

async function update(call: Call<Calls['update']>) {
  const { context, input } = call
  refuseImpossible(input)
  await withoutOverlap(context.db, input, input.id, async (tx) => {
    const before = await lockCharge(tx, input.id)
    if (input.seenVersion !== undefined && input.seenVersion !== before.version)
      throw new Refusal(
        'conflict',
        `Somebody changed this charge while you were editing: it is ${inWords(before)} now. Your changes are not saved. Load the newer state, then save again.`,
      )
    await tx
      .updateTable('charge')
      .set({ ...columns(input), version: before.version + 1 })
      .where('id', '=', input.id)
      .execute()
    await recordAct(tx, call, { action: 'changed a charge', ...change(input.id, before, input) })
  })
  return { message: 'Cash power charges updated successfully' }
}

async function remove(call: Call<Calls['remove']>) {
  const { context, input } = call
  await inTransaction(context.db, async (tx) => {
    const before = await lockCharge(tx, input.id)
    await tx
      .updateTable('charge')
      .set({ deleted_at: context.clock.now(), version: before.version + 1 })
      .where('id', '=', input.id)
      .execute()
    await recordAct(tx, call, { action: 'deleted a charge', ...change(input.id, before, null) })
  })
  return { message: 'Case Power Charges deleted successfully.' }
}

async function price({ context: { db }, input }: Call<Calls['price']>) {
  const priced = priceSale(input.amount, await activeBands(db), 0)
  if (!priced)
    throw new Refusal(
      'refused',
      `The fee for ${formatGmd(input.amount)} is not below the amount: such a sale is refused.`,
    )
  return { fee: priced.fee, vended: priced.vended, charge: priced.chargeId }
}

/**
 * The same amounts, sold again with the changed bands: fee less commission. Sales that would be refused earn nothing.
 * Sales that the change does not affect keep what they earned, whatever fee they had.
 */
async function replay({ context: { db, clock }, input }: Call<Calls['replay']>) {
  refuseImpossible(input)
  const today = await activeBands(db)
  const others = today.filter(({ id }) => id !== input.replaces)
  if (input.active) refuseOverlap(others, input)
  const bands = input.active ? [...others, { ...input, id: input.replaces ?? 0 }] : others
  const to = toDay(clock.now())
  const from = toDay(after(clock.now(), -(REPLAYED_DAYS - 1) * DAY_MS))
  const sold = await db
    .selectFrom('any_sale')
    .innerJoin('users', 'users.id', 'any_sale.user_id')
    .select(['tendered', 'fee', 'commission'])
    .select(sql<number>`case users.type when 'Admin' then 0 else users.commission_percent end`.as('percent'))
    .select(({ fn }) => fn.countAll<number>().as('sales'))
    .where('product', '=', 'electricity')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['tendered', 'fee', 'commission', 'percent'])
    .execute()
  const replayed = sold.map(({ tendered, fee, commission, percent, sales }) => {
    const priced = priceSale(tendered, bands, percent)
    const isTouched = priceSale(tendered, today, percent)?.fee !== priced?.fee
    const newFee = isTouched ? (priced?.fee ?? 0) : fee
    const earned = fee - commission
    // A sale whose fee does not change keeps what it earned, whatever the cashier's share is now.
    const wouldEarn = newFee === fee ? earned : newFee - (priced?.commission ?? 0)
    return { sales, fee, newFee, earned, wouldEarn }
  })
  const sum = (value: (row: (typeof replayed)[number]) => number) =>
    replayed.reduce((total, row) => total + value(row), 0)
  return {
    from,
    to,
    sales: sum(({ sales }) => sales),
    changed: sum(({ sales, fee, newFee }) => (fee === newFee ? 0 : sales)),
    earned: bututs(sum(({ sales, earned }) => sales * earned)),
    wouldHaveEarned: bututs(sum(({ sales, wouldEarn }) => sales * wouldEarn)),
  }
}

const selectExisting = (db: Db | Tx) => db.selectFrom('charge').selectAll().where('deleted_at', 'is', null)

type ChargeRow = Awaited<ReturnType<ReturnType<typeof selectExisting>['executeTakeFirstOrThrow']>>

const shownCharge = (row: ChargeRow): Charge => ({
  id: row.id,
  start: row.start_amount,
  end: row.end_amount,
  fee: row.fee,
  kind: row.kind,
  active: row.active,
  version: row.version,
})

const columns = ({ start, end, fee, kind, active }: Entered) => ({
  start_amount: start,
  end_amount: end,
  fee,
  kind,
  active,
})

const activeBands = async (db: Db): Promise<Band[]> =>
  (await selectExisting(db).where('active', '=', true).orderBy('start_amount').execute()).map(shownCharge)

async function lockCharge(tx: Tx, id: number): Promise<Charge> {
  const row = await selectExisting(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such charge.')
  return shownCharge(row)
}

function refuseImpossible({ start, end, kind, fee }: Entered): void {
  if (end <= start) throw wrongField('end', END_BELOW_START)
  if (kind === 'percentage' && fee > WHOLE_PERCENT) throw wrongField('fee', 'A percentage cannot exceed 100')
}

function refuseOverlap(others: readonly Band[], { start, end }: Pick<Band, 'start' | 'end'>): void {
  const hit = others.find((other) => other.start <= end && start <= other.end)
  if (!hit) return
  const message = `This overlaps the active charge from ${formatGmd(hit.start)} to ${formatGmd(hit.end)}: an amount can have one fee only. Nothing was saved.`
  throw wrongField('start', message)
}

/** Active bands must not overlap: refused here with a reason, and by the database if two are added at once. */
async function withoutOverlap(
  db: Db,
  entered: Entered,
  replaces: number | null,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const others = async () => (await activeBands(db)).filter(({ id }) => id !== replaces)
  if (entered.active && replaces === null) refuseOverlap(await others(), entered)
  try {
    await inTransaction(db, work)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'charge_no_overlap') throw error
    refuseOverlap(await others(), entered)
    throw new Refusal('conflict', 'Another Admin is changing the charges. Nothing was saved; try again.')
  }
}

const inWords = ({ start, end, kind, fee }: Entered) =>
  `${kind === 'fixed' ? formatGmd(bututs(fee)) : `${fee / 100} %`} from ${formatGmd(start)} to ${formatGmd(end)}`

const snapshot = (charge: Entered) => ({
  start: formatGmd(charge.start),
  end: formatGmd(charge.end),
  amount: charge.kind === 'fixed' ? formatGmd(bututs(charge.fee)) : `${charge.fee / 100} %`,
  type: charge.kind,
  status: charge.active ? 'Active' : 'Inactive',
})

/** As the audit shows it. */
const change = (id: number, before: Entered | null, next: Entered | null) => {
  const named = next ?? before
  return {
    record: `charge/${id}`,
    title: named ? inWords(named) : '',
    before: before && snapshot(before),
    after: next && snapshot(next),
  }
}
