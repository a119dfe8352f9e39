// What was sold, what is still open, and what a cashier keeps in sight. A Cashier sees the own; what is somebody else's does
// not exist.
import { type Api, type Bututs, bututs, dayOf, formatGmd } from '@flexpower/contract'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../clock.ts'
import type { Caller, Context } from '../../context.ts'
import { isCredit, readTokens } from '../../gateways/meter-token.ts'
import type { Handler } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { salesList } from '../../sales/list.ts'
import { referenceOf } from '../../sales/vending.ts'
import { detailsFromQuote, type PricedQuote, shownSales } from './line.ts'

type Calls = Api['electricity']

export const list: Handler<Calls['list']> = async ({ context }) =>
  salesList(context, { ...shownSales, userId: null })

export const listOf: Handler<Calls['listOf']> = async ({ context, input, caller }) => {
  if (caller.type !== 'Admin' && input.userId !== caller.userId)
    throw new Refusal('not_found', 'There is no such user.')
  return salesList(context, { ...shownSales, userId: input.userId })
}

export const open: Handler<Calls['open']> = async ({ context: { db }, caller }) => {
  const rows = await db
    .selectFrom('vend')
    .innerJoin('users', 'users.id', 'vend.user_id')
    .select([
      'vend.id',
      'product',
      'subject',
      'quote',
      'tendered',
      'state',
      'asked',
      'vend.created_at',
      'users.name',
      'users.location',
    ])
    .where('state', 'in', ['sent', 'unknown', 'manual'])
    .$if(caller.type !== 'Admin', (query) => query.where('user_id', '=', caller.userId))
    .orderBy('vend.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reference: referenceOf(row.id, row.created_at),
    product: row.product,
    subject: row.subject,
    customerName: (row.quote as PricedQuote).quote.customerName,
    tendered: row.tendered,
    state: row.state as 'sent' | 'unknown' | 'manual',
    asked: row.asked,
    since: row.created_at,
    cashierName: row.name,
    location: row.location,
  }))
}

export const countPrint: Handler<Calls['countPrint']> = async ({ context: { db }, input, caller }) => {
  const sale = await db.selectFrom('sale').select('user_id').where('id', '=', input.id).executeTakeFirst()
  if (!sale || (caller.type !== 'Admin' && sale.user_id !== caller.userId))
    throw new Refusal('not_found', 'There is no such sale.')
  const { prints } = await db
    .insertInto('receipt_print')
    .values({ sale_id: input.id, prints: 1 })
    .onConflict((conflict) =>
      conflict.column('sale_id').doUpdateSet((row) => ({ prints: row('receipt_print.prints', '+', 1) })),
    )
    .returning('prints')
    .executeTakeFirstOrThrow()
  return { copy: prints - 1 }
}

export const counter: Handler<Calls['counter']> = async ({ context, caller }) => {
  const { db, clock, utility } = context
  const now = clock.now()
  const own = { today: dayOf(now), userId: caller.userId }
  const [floats, day, latest, first] = await Promise.all([
    db.selectFrom('float_balance').select(['kind', 'balance']).where('user_id', '=', own.userId).execute(),
    db
      .selectFrom('sale_day')
      .select(['sales', 'tendered', 'commissions'])
      .where('product', '=', 'electricity')
      .where('day', '=', own.today)
      .where('user_id', '=', own.userId)
      .executeTakeFirst(),
    ownSales(context, caller).orderBy('id', 'desc').executeTakeFirst(),
    ownSales(context, caller).where('day', '=', own.today).orderBy('id').executeTakeFirst(),
  ])
  const floatOf = (kind: string) => floats.find((row) => row.kind === kind)?.balance ?? null
  const float = floatOf('electricity')
  return {
    float,
    airtimeFloat: floatOf('airtime'),
    mayTakePostpaid: caller.mayTakePostpaid,
    soldToday: day?.tendered ?? bututs(0),
    salesToday: day?.sales ?? 0,
    commissionToday: day?.commissions ?? bututs(0),
    floatLastsMinutes:
      float === null || !day || !first ? null : minutesLeft(float, day.tendered, first.at, now),
    lastSale: latest
      ? { at: latest.at, customerName: latest.customer_name, tendered: latest.tendered }
      : null,
    utility: utility.health(),
  }
}

const ownSales = ({ db }: Context, caller: Caller) =>
  db
    .selectFrom('sale')
    .select(['at', 'customer_name', 'tendered'])
    .where('user_id', '=', caller.userId)
    .where('product', '=', 'electricity')

/** At the pace since the day's first sale; the first half hour counts as a whole one, or one early sale would alarm. */
function minutesLeft(float: Bututs, sold: Bututs, first: Date, now: Date): number {
  const minutes = Math.max(30, (now.getTime() - first.getTime()) / MINUTE_MS)
  return Math.floor(float / (sold / minutes))
}

export const decide: Handler<Calls['decide']> = async ({ context, input, caller, origin }) => {
  const { db, book, clock, lines } = context
  const vend = await db.selectFrom('vend').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (!vend) throw new Refusal('not_found', 'There is no such sale.')
  if (vend.state !== 'manual') throw alreadySettled(vend.state)
  const now = clock.now()
  const settledBy = { userId: caller.userId, address: origin.address }
  if (input.outcome === 'voided') {
    const reason = `An Admin decided: ${input.reason}. The money is back where it came from.`
    const isVoided = await book.void({ id: vend.id, userId: vend.user_id, at: now, reason, settledBy })
    if (!isVoided) throw alreadySettled('settled')
    return { message: `${formatGmd(vend.tendered)} was returned.` }
  }
  const tokens = await requireTokens(context, input.tokens ?? [])
  const seller = await db
    .selectFrom('users')
    .select(['name', 'location'])
    .where('id', '=', vend.user_id)
    .executeTakeFirstOrThrow()
  const priced = vend.quote as PricedQuote
  const receipt = await book.confirm({
    id: vend.id,
    userId: vend.user_id,
    at: now,
    day: dayOf(now),
    customerName: priced.quote.customerName,
    tokens,
    cashierName: seller.name,
    location: seller.location,
    transactionId: referenceOf(vend.id, vend.created_at),
    details: detailsFromQuote(priced, vend.created_at),
    payee: lines.electricity.payee,
    settledBy,
    note: input.reason,
  })
  if (receipt === null) throw alreadySettled('settled')
  return { message: 'The sale was confirmed.' }
}

const alreadySettled = (state: string) =>
  new Refusal('conflict', `This sale is not waiting for a decision: it is ${state}. Nothing was changed.`)

/** What an Admin copies from the utility must be what a meter could take, and not what another customer has. */
async function requireTokens({ db, config }: Context, given: string[]): Promise<string[]> {
  const name = config.site.utilityName
  const invalid = (message: string) => new Refusal('invalid', message, { errors: { tokens: [message] } })
  if (given.length === 0) throw invalid(`Enter the tokens that ${name} named for this sale.`)
  const tokens = readTokens([], given, false)
  if ('wrong' in tokens)
    throw invalid(
      `These cannot be the tokens of a sale: ${tokens.wrong}. Look again at what ${name} named. Nothing was changed.`,
    )
  const other = await db
    .selectFrom('sale')
    .select('transaction_id')
    .where(sql<boolean>`tokens && ${tokens.filter(isCredit)}::text[]`)
    .executeTakeFirst()
  if (other)
    throw invalid(
      `A token of these belongs to sale ${other.transaction_id}. Look again at what ${name} named. Nothing was changed.`,
    )
  return tokens
}
