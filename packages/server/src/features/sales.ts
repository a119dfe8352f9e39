// What every sale has, whatever was sold: it is watched while it is open, decided by an Admin when nobody else can, printed.
import { type Api, dayOf, formatGmd } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../context.ts'
import type { StoredEvidence } from '../db/schema.ts'
import { readTokens } from '../gateways/meter-token.ts'
import type { Handler } from '../http/handle.ts'
import { shownChoice, shownGmd, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { findSaleWithToken } from '../sales/sold-token.ts'
import { openSaleOf } from '../sales/vending.ts'

type Calls = Api['sales']

export const open: Handler<Calls['open']> = async ({ context: { db, lines }, caller }) =>
  tableList({
    query: db
      .selectFrom('vend')
      .innerJoin('users', 'users.id', 'vend.user_id')
      .select([
        'vend.id',
        'reference',
        'product',
        'subject',
        'quote',
        'tendered',
        'state',
        'asked',
        'reason',
        'evidence',
        'vend.created_at',
        'users.name',
        'users.location',
      ])
      .where('state', 'in', ['sent', 'unknown', 'manual'])
      .$if(caller.type !== 'Admin', (query) => query.where('user_id', '=', caller.userId)),
    place: sql`vend.id`,
    at: sql`vend.created_at`,
    text: shownLines(
      shownInstant(sql`vend.created_at`),
      sql`reference`,
      shownChoice(sql`product`, { electricity: 'Cash Power', airtime: 'Air Power', postpaid: 'Post Paid' }),
      // Who or what stands on the order, whichever product it is.
      sql`coalesce(quote #>> '{quote,customerName}', quote #>> '{quote,operator}')`,
      sql`subject`,
      shownGmd(sql`tendered`),
      sql`users.name`,
      sql`users.location`,
    ),
    amount: sql`tendered`,
    show: (row) => ({
      id: row.id,
      reference: row.reference,
      product: row.product,
      subject: row.subject,
      customerName: lines[row.product].nameOn(row.quote),
      tendered: row.tendered,
      state: row.state as 'sent' | 'unknown' | 'manual',
      asked: row.asked,
      since: row.created_at,
      cashierName: row.name,
      location: row.location,
      ...(row.state === 'manual' && { reason: row.reason ?? '', ...readEvidence(row.evidence) }),
    }),
  })

/** JSON has no instants. */
function readEvidence(stored: StoredEvidence | null) {
  if (stored === null) return null
  const read = (line: StoredEvidence['ordered']) => ({
    ...line,
    at: line.at === null ? null : new Date(line.at),
  })
  return { ordered: read(stored.ordered), seen: stored.seen.map(read) }
}

/** Somebody else's sale is as good as none. */
async function requireOwnSale({ db }: Context, id: number, caller: Caller): Promise<void> {
  const sale = await db.selectFrom('any_sale').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!sale || (caller.type !== 'Admin' && sale.user_id !== caller.userId))
    throw new Refusal('not_found', 'There is no such sale.')
}

export const messages: Handler<Calls['messages']> = async ({ context, input, caller }) => {
  await requireOwnSale(context, input.id, caller)
  const rows = await context.db
    .selectFrom('outbox')
    .selectAll()
    .where('sale_id', '=', input.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    recipient: row.recipient,
    state:
      row.sent_at !== null
        ? (row.delivery ?? ('not reported' as const))
        : row.failed_at === null
          ? ('waiting' as const)
          : ('given up' as const),
    reason: row.delivery_reason ?? row.failure,
  }))
}

export const countPrint: Handler<Calls['countPrint']> = async ({ context, input, caller }) => {
  const { db } = context
  await requireOwnSale(context, input.id, caller)
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
  const line = lines[vend.product]
  const tokens = vend.product === 'electricity' ? await requireTokens(context, input.tokens ?? []) : []
  const seller = await db
    .selectFrom('users')
    .select(['name', 'location'])
    .where('id', '=', vend.user_id)
    .executeTakeFirstOrThrow()
  const delivery = line.deliveredByWord(openSaleOf(vend), tokens)
  const isConfirmed = await book.confirm({
    id: vend.id,
    userId: vend.user_id,
    at: now,
    day: dayOf(now),
    ...delivery,
    cashierName: seller.name,
    location: seller.location,
    payee: line.payee,
    settledBy,
    note: input.reason,
    sms: line.lateSms?.(vend, delivery) ?? null,
  })
  if (!isConfirmed) throw alreadySettled('settled')
  return { message: 'The sale was confirmed.' }
}

const alreadySettled = (state: string) =>
  new Refusal('conflict', `This sale is not waiting for a decision: it is ${state}. Nothing was changed.`)

/** What an Admin copies from the utility must be what a meter could take, and not what another customer has. */
async function requireTokens({ db, config }: Context, given: string[]): Promise<string[]> {
  const name = config.site.utilityName
  const invalid = (message: string) => wrongField('tokens', message)
  if (given.length === 0) throw invalid(`Enter the tokens that ${name} named for this sale.`)
  const read = readTokens({ listed: given }, false)
  if ('wrong' in read)
    throw invalid(
      `These cannot be the tokens of a sale: ${read.wrong}. Look again at what ${name} named. Nothing was changed.`,
    )
  const other = await findSaleWithToken(db, read.tokens)
  if (other !== null)
    throw invalid(
      `A token of these belongs to sale ${other}. Look again at what ${name} named. Nothing was changed.`,
    )
  return read.tokens
}
