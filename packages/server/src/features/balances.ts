// The accounts that we sell from, at the utility and at the aggregator. One process reads them every few minutes,
// stores them with the time, and warns before they are used up. A balance that cannot be read is not zero: the last
// figure stays, with its age.
import {
  type Api,
  bututs,
  CURRENCY,
  type Bututs,
  toDay,
  formatGmd,
  type OtherSide,
  type ProductName,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { lowerAlert, raiseAlert } from '../mail/alerts.ts'
import { after, DAY_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { alone } from '../db/alone.ts'
import { inTransaction, type Tx } from '../db/db.ts'
import { mapAccepted, type Outcome } from '../gateways/outcome.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { repeat } from '../runtime/repeat.ts'
import { findProductsAt } from '../sales/product.ts'
import { countDays, findLevel, type Level, PACE_DAYS, writeRunway } from '../runway.ts'

type Calls = Api['vendor']

export const accountBalances: Pick<Handlers['vendor'], 'balances' | 'alerts'> = { balances, alerts }

const READ_EVERY_MS = 5 * MINUTE_MS
/** So that the first reading comes soon after a start. */
const LOOK_EVERY_MS = 10_000
const PRICED_BY_SALES = 100

interface Side {
  name: string
  products: readonly ProductName[]
  read: () => Promise<Outcome<Left>>
}

/** Those that this installation sells from. */
function findSides({ utility, airtime, config, products }: Context): Map<OtherSide, Side> {
  const sides = new Map<OtherSide, Side>()
  sides.set('utility', {
    name: config.site.utilityName,
    products: findProductsAt(products, 'utility'),
    read: async () =>
      mapAccepted(await utility.vendorInfo(), ({ balance }) => ({ amount: balance, currency: CURRENCY })),
  })
  if (airtime !== null)
    sides.set('airtime', {
      name: 'Airtime aggregator',
      products: findProductsAt(products, 'airtime'),
      read: () => airtime.balance(),
    })
  return sides
}

const STATES = { 0: 'enough', 1: 'low', 2: 'very low' } as const

async function balances({ context }: Call<Calls['balances']>) {
  return readAccounts(context)
}

/** What each account had when it was last read, and how long that lasts. */
export async function readAccounts(context: Context) {
  const rows = await context.db.selectFrom('account_balance').selectAll().execute()
  return Promise.all(
    [...findSides(context)].map(async ([otherSide, { products }]) => {
      const row = rows.find((each) => each.other_side === otherSide)
      const amount = row?.amount ?? null
      const currency = row?.currency ?? CURRENCY
      const days = amount === null ? null : await findDays(context, products, { amount, currency })
      return {
        otherSide,
        amount: amount === null ? null : bututs(amount),
        currency,
        lastsDays: days,
        state: STATES[amount === null ? 0 : findLevel(amount, days, context.config.warnBelow[otherSide])],
        readAt: row?.read_at ?? null,
      }
    }),
  )
}

async function alerts({ context: { db } }: Call<Calls['alerts']>) {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .orderBy('level', 'desc')
    .orderBy('raised_at')
    .execute()
  return rows.map(({ subject, level, title, text, raised_at }) => ({
    subject,
    isUrgent: level === 2,
    title,
    text,
    raisedAt: raised_at,
  }))
}

/** Reads the balances that are due, unless another process is doing so; returns which were read. */
export async function readBalancesDue(context: Context): Promise<OtherSide[]> {
  const asked = await alone(context.db, 'balances', async () => {
    const done: OtherSide[] = []
    for (const [otherSide, side] of findSides(context)) {
      if (!(await isDue(context, otherSide))) continue
      await readBalance(context, otherSide, side)
      done.push(otherSide)
    }
    return done
  })
  return asked ?? []
}

async function isDue({ db, clock }: Context, otherSide: OtherSide): Promise<boolean> {
  const row = await db
    .selectFrom('account_balance')
    .select('tried_at')
    .where('other_side', '=', otherSide)
    .executeTakeFirst()
  const now = clock.now()
  // A time in the future comes from a clock that has been set back since.
  return row === undefined || row.tried_at <= after(now, -READ_EVERY_MS) || row.tried_at > now
}

async function readBalance(context: Context, otherSide: OtherSide, side: Side): Promise<void> {
  const { db, clock, log } = context
  const outcome = await side.read()
  const tried = { other_side: otherSide, tried_at: clock.now() }
  if (outcome.kind !== 'accepted') {
    const reason = outcome.kind === 'refused' ? outcome.detail : outcome.reason
    log.warn({ otherSide, reason }, 'a balance could not be read')
    await db
      .insertInto('account_balance')
      .values(tried)
      .onConflict((conflict) => conflict.column('other_side').doUpdateSet(tried))
      .execute()
    return
  }
  const row = { ...tried, ...outcome.value, read_at: tried.tried_at }
  const days = await findDays(context, side.products, outcome.value)
  await inTransaction(db, async (tx) => {
    const { lowest } = await tx
      .insertInto('account_balance')
      .values(row)
      .onConflict((conflict) => conflict.column('other_side').doUpdateSet(row))
      .returning('lowest')
      .executeTakeFirstOrThrow()
    await warn(tx, context, { otherSide, name: side.name, ...outcome.value, days }, lowest)
  })
}

interface Reading extends Left {
  otherSide: OtherSide
  name: string
  days: number | null
}

/** Once for each threshold, until the account was loaded above it; a slower week does not count as a load. */
async function warn(tx: Tx, context: Context, reading: Reading, lowest: number | null): Promise<void> {
  const { otherSide, amount, days } = reading
  const subject = `${otherSide} balance`
  const alert = await tx.selectFrom('alert').select('level').where('subject', '=', subject).executeTakeFirst()
  const before: Level = alert?.level ?? 0
  const found = findLevel(amount, days, context.config.warnBelow[otherSide])
  const isLoaded = lowest === null || amount > lowest
  const level = found < before && !isLoaded ? before : found
  if (level < before) await lowerAlert(tx, subject, level as 0 | 1)
  if (level !== 0) await raiseAlert(tx, context, { subject, level, ...writeWarning(reading, level) })
  await tx
    .updateTable('account_balance')
    .set({ lowest: level === before ? Math.min(amount, lowest ?? amount) : amount })
    .where('other_side', '=', otherSide)
    .execute()
}

function writeWarning({ name, amount, currency, days }: Reading, level: Level) {
  const left = currency === CURRENCY ? formatGmd(bututs(amount)) : `${currency} ${(amount / 100).toFixed(2)}`
  return {
    title: `${name} balance is ${amount <= 0 ? 'used up' : level === 2 ? 'very low' : 'low'}`,
    text: `${left} ${days === null || amount <= 0 ? 'is left' : writeRunway(days)}. Load the account before it is used up.`,
    isSentBySms: true,
  }
}

interface Left {
  amount: number
  currency: string
}

/** Null: nothing was sold lately, or the cost of a sale in the account's currency is unknown. */
async function findDays(context: Context, products: readonly ProductName[], { amount, currency }: Left) {
  const price = currency === CURRENCY ? 1 : await readPrice(context, products, currency)
  return price === null ? null : countDays(amount, (await usedADay(context, products)) * price)
}

/** What a dalasi of airtime cost lately on an account in another currency. Rates move, so only the last sales count. */
async function readPrice({ db, clock }: Context, products: readonly ProductName[], currency: string) {
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('sale')
        .select(sql<number>`(details #>> '{cost,cost}')::numeric * 100`.as('cost'))
        .select('vended')
        .where('product', 'in', products)
        .where('at', '>=', after(clock.now(), -PACE_DAYS * DAY_MS))
        .where(sql<boolean>`details #>> '{cost,currency}' = ${currency}`)
        .where(sql<boolean>`details #>> '{cost,cost}' is not null`)
        .orderBy('at', 'desc')
        .limit(PRICED_BY_SALES)
        .as('last'),
    )
    .select(sql<number | null>`sum(cost) / nullif(sum(vended), 0)`.as('price'))
    .executeTakeFirst()
  return row?.price ?? null
}

/** What the other side receives on an average day. Only whole days before today count, because today is not over. */
async function usedADay({ db, clock }: Context, products: readonly ProductName[]): Promise<Bututs> {
  const now = clock.now()
  const row = await db
    .selectFrom('sale_day')
    .select(({ fn }) => [
      fn.sum<number | null>('tendered').as('tendered'),
      fn.sum<number | null>('fees').as('fees'),
    ])
    .where('product', 'in', products)
    .where('day', '>=', toDay(after(now, -PACE_DAYS * DAY_MS)))
    .where('day', '<', toDay(now))
    .executeTakeFirstOrThrow()
  return bututs(Math.round(((row.tendered ?? 0) - (row.fees ?? 0)) / PACE_DAYS))
}

/** Checks until it is stopped; the first process to check after five minutes reads. */
export const startBalanceWatch = (context: Context): (() => Promise<void>) =>
  repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => readBalancesDue(context),
    onFailure: (error) => context.log.error({ err: error }, 'the balances could not be looked at'),
  })
