// What every product's sales share: a sale is watched while it is open, decided by an Admin if its outcome stays
// unknown, and printed.
import { type Api, toDay, type EvidenceLine, formatGmd, productTitles } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'
import type { StoredEvidence } from '../db/schema.ts'
import { explainMismatch } from '../gateways/find-sale.ts'
import { readTokens } from '../gateways/meter-token.ts'
import type { Evidence, Outcome } from '../gateways/outcome.ts'
import type { Call, Handlers } from '../http/handle.ts'
import type { Decider } from '../ledger/book.ts'
import { shownChoice, shownGmd, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { caseByProduct, type Delivery, type Product, type ReadAgain } from '../sales/product.ts'
import { findSaleOnRecord, findSaleWithToken, whileRecordsAreLocked } from '../sales/sold-token.ts'
import type { Terms } from '../sales/terms.ts'
import { estimateDays } from '../sales/usual-pace.ts'
import { readOpenSale, type SaleEnd, type VendRow } from '../sales/vending.ts'

type Calls = Api['sales']

export const sales: Handlers['sales'] = { open, find, countPrint, messages, decide, choose }

const TRY_AGAIN_S = 10

async function open({ context: { db, products }, caller }: Call<Calls['open']>) {
  return tableList({
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
        'receipt_code',
        'users.name',
        'users.location',
      ])
      .select(soldNearby.as('sold_nearby'))
      .where('state', 'in', ['sent', 'unknown', 'manual'])
      .$if(caller.type !== 'Admin', (query) => query.where('user_id', '=', caller.userId)),
    place: sql`vend.id`,
    at: sql`vend.created_at`,
    text: shownLines(
      shownInstant(sql`vend.created_at`),
      sql`reference`,
      shownChoice(sql`product`, productTitles),
      sql`quote -> 'quote' ->> ${sql.raw(caseByProduct(products, ({ quotedName }) => `'${quotedName}'`))}`,
      sql`subject`,
      shownGmd(sql`tendered`),
      sql`users.name`,
      sql`users.location`,
    ),
    amount: sql`tendered`,
    cashier: sql`vend.user_id`,
    show: (row) => ({
      id: row.id,
      reference: row.reference,
      product: row.product,
      subject: row.subject,
      customerName: readName(products[row.product], row.quote),
      tendered: row.tendered,
      state: row.state as 'sent' | 'unknown' | 'manual',
      asked: row.asked,
      since: row.created_at,
      receiptCode: row.receipt_code,
      cashierName: row.name,
      location: row.location,
      ...(row.state === 'manual' && { reason: row.reason ?? '' }),
      ...(products[row.product].isDebtOnly?.(row.quote) && { debtOnly: true }),
      ...showEvidence(products[row.product], row.evidence, row.sold_nearby ?? {}),
    }),
  })
}

/** Everybody has keys of their own: another user's key is unknown here, also for an Admin. */
async function find({ context: { db }, input, caller }: Call<Calls['find']>) {
  const vend = await db
    .selectFrom('vend')
    .select(['reference', 'product', 'state'])
    .where('user_id', '=', caller.userId)
    .where('key', '=', input.key)
    .executeTakeFirst()
  if (!vend) throw new Refusal('not_found', 'The server does not have this sale.')
  const { reference, product, state } = vend
  const ended = { confirmed: 'sold', voided: 'refused' } as const
  return {
    reference,
    product,
    state: state in ended ? ended[state as keyof typeof ended] : ('open' as const),
  }
}

const readName = ({ quotedName }: Product, terms: unknown): string =>
  (terms as Terms<Record<string, string>>).quote[quotedName] ?? ''

/** By their number and by their receipt: which sales of ours the other side has for the same customer. */
const soldNearby = sql<Record<string, string> | null>`
  case when vend.evidence is not null then (
    select jsonb_object_agg(name, nearby.transaction_id)
      from any_sale nearby,
        lateral (values (nearby.details ->> 'utilityTransaction'), (nearby.details ->> 'receipt')) as told (name)
      where nearby.subject = vend.subject and nearby.at > vend.created_at - interval '3 days' and name <> '') end`

/** JSON has no instants. */
function readEvidence(stored: StoredEvidence): Evidence {
  const read = (line: StoredEvidence['ordered']) => ({
    ...line,
    receipt: line.receipt ?? '',
    at: line.at === null ? null : new Date(line.at),
  })
  return { ordered: read(stored.ordered), seen: stored.seen.map(read) }
}

function showEvidence(product: Product, stored: StoredEvidence | null, known: Record<string, string>) {
  if (stored === null) return null
  const { ordered, seen } = readEvidence(stored)
  const explain = (each: EvidenceLine): string | null => {
    if (!product.readSeen) return 'It has our reference, and is not what was ordered.'
    const sold = known[each.transaction] ?? known[each.receipt]
    return sold ? `It is sale ${sold}.` : explainMismatch(ordered, each)
  }
  return { ordered, seen: seen.map((each) => ({ ...each, choiceRefusal: explain(each) })) }
}

/** Another user's sale is treated as missing. */
async function requireOwnSale({ db }: Context, id: number, caller: Caller): Promise<void> {
  const sale = await db.selectFrom('any_sale').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!sale || (caller.type !== 'Admin' && sale.user_id !== caller.userId))
    throw new Refusal('not_found', 'There is no such sale.')
}

async function messages({ context, input, caller }: Call<Calls['messages']>) {
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

async function countPrint({ context, input, caller }: Call<Calls['countPrint']>) {
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
  return { copy: prints - 1, lastsDays: await estimateDays(db, input.id) }
}

async function decide(call: Call<Calls['decide']>) {
  const { context, input } = call
  const { book, clock, products } = context
  const vend = await requireSale(context, input.id)
  if (vend.state !== 'manual') throw alreadySettled(vend.state)
  if (input.outcome === 'voided') {
    const { id, user_id: userId } = vend
    const reason = `An Admin decided: ${input.reason}. The money is back where it came from.`
    const isVoided = await book.void({
      id,
      userId,
      at: clock.now(),
      reason,
      settledBy: nameDecider(call, vend),
    })
    if (!isVoided) throw alreadySettled('settled')
    return { message: `${formatGmd(vend.tendered)} was returned.` }
  }
  const isConfirmed = await whileRecordsAreLocked(context.db, async (tx) => {
    const tokens = products[vend.product].comesWithTokens
      ? await requireTokens(tx, context, vend, input.tokens ?? [])
      : []
    const delivery = products[vend.product].deliveredByWord(readOpenSale(vend), tokens)
    return confirmByHand(call, vend, delivery, input.reason)
  })
  if (!isConfirmed) throw alreadySettled('settled')
  return { message: 'The sale was confirmed.' }
}

/**
 * The record is read again before anything is written: the evidence may be hours old, and only the record has the
 * tokens. One conditional statement ends the sale; anyone who comes second, an Admin or the recovery, sees how it
 * ended.
 */
async function choose(call: Call<Calls['choose']>) {
  const { context, input } = call
  const { db, products } = context
  const vend = await requireSale(context, input.id)
  if (vend.state !== 'unknown' && vend.state !== 'manual') throw await explainEnd(context, vend.id)
  const product = products[vend.product]
  const { ordered, seen } = vend.evidence ? readEvidence(vend.evidence) : { ordered: null, seen: [] }
  const chosen = seen.find((each) => [each.transaction, each.receipt].includes(input.transaction))
  if (ordered === null || chosen === undefined)
    throw notChosen(vend, `${product.counterpart} was not seen to have ${input.transaction}.`)
  if (!product.readSeen) throw notChosen(vend, 'It has our reference, and is not what was ordered.')
  const { record, delivery } = await readChosen(
    context,
    product,
    product.readSeen(readOpenSale(vend), chosen),
  )
  const mismatch = explainMismatch(ordered, chosen) ?? explainMismatch(ordered, record)
  if (mismatch !== null) throw notChosen(vend, mismatch)
  const names = [chosen, record].flatMap(({ transaction, receipt }) => [transaction, receipt])
  const receipt = record.receipt || chosen.receipt || chosen.transaction
  const note = `chosen at ${product.counterpart}: transaction ${chosen.transaction}, receipt ${receipt}`
  const isConfirmed = await whileRecordsAreLocked(db, async (tx) => {
    const told = { subject: vend.subject, names, tokens: delivery.tokens }
    const known = await findSaleOnRecord(tx, told, vend.id)
    if (known !== null) throw notChosen(vend, `It is sale ${known}.`)
    return confirmByHand(call, vend, delivery, note)
  })
  if (!isConfirmed) throw await explainEnd(context, vend.id)
  return {
    message: `The sale of ${formatGmd(vend.tendered)} is confirmed with receipt ${receipt}.`,
    reference: vend.reference,
    tokens: delivery.tokens,
    tokenNames: (delivery.details as { tokenNames?: string[] }).tokenNames ?? [],
  }
}

const notChosen = ({ state }: VendRow, why: string) =>
  wrongField(
    'transaction',
    `${why} Nothing was changed. Choose another record, or ${state === 'manual' ? 'decide the sale with a reason' : 'let the server go on asking'}.`,
  )

async function readChosen({ log }: Context, product: Product, asked: Promise<Outcome<ReadAgain>>) {
  const outcome = await asked
  if (outcome.kind === 'accepted') return outcome.value
  log.warn({ outcome }, 'a record that an Admin chose could not be read')
  const why =
    outcome.kind === 'refused'
      ? `${product.counterpart} refused to show this record: ${outcome.message}`
      : `${product.counterpart} did not show a record that can be read.`
  throw new Refusal(
    'unavailable',
    `${why} Nothing was changed, and the money is still held. Try again in a minute.`,
    { retryAfter: TRY_AGAIN_S },
  )
}

async function explainEnd(context: Context, id: number): Promise<Refusal> {
  const end = await context.vending.readEnd(await requireSale(context, id))
  const told = {
    confirmed: 'it was confirmed, and what was sold is on its receipt',
    voided: 'nothing was sold, and the money is back',
    pending: 'its answer is still awaited',
    manual: 'it waits for an Admin to decide',
  }
  return new Refusal('conflict', `Sale ${nameEnd(end)}: ${told[end.kind]}. Nothing was changed now.`)
}

const nameEnd = (end: SaleEnd): string => (end.kind === 'confirmed' ? end.sale.transaction_id : end.reference)

async function requireSale({ db }: Context, id: number): Promise<VendRow> {
  const vend = await db.selectFrom('vend').selectAll().where('id', '=', id).executeTakeFirst()
  if (!vend) throw new Refusal('not_found', 'There is no such sale.')
  return vend
}

type Decision = Pick<Call, 'context' | 'caller' | 'origin'>

const nameDecider = ({ context, caller, origin }: Decision, { product }: VendRow): Decider => ({
  userId: caller.userId,
  address: origin.address,
  subjectName: context.products[product].subjectName,
})

/** False if it has ended meanwhile. */
async function confirmByHand(call: Decision, vend: VendRow, delivery: Delivery, note: string) {
  const { db, book, clock, products } = call.context
  const product = products[vend.product]
  const now = clock.now()
  const seller = await db
    .selectFrom('users')
    .select(['name', 'location'])
    .where('id', '=', vend.user_id)
    .executeTakeFirstOrThrow()
  return book.confirm({
    id: vend.id,
    userId: vend.user_id,
    at: now,
    day: toDay(now),
    ...delivery,
    cashierName: seller.name,
    location: seller.location,
    payee: product.payee,
    settledBy: nameDecider(call, vend),
    note,
    sms: product.lateSms?.(vend, delivery) ?? null,
  })
}

const alreadySettled = (state: string) =>
  new Refusal('conflict', `This sale is not waiting for a decision: it is ${state}. Nothing was changed.`)

/** A token that an Admin copies from the utility must be valid for a meter, and not another customer's. */
async function requireTokens(
  tx: Tx,
  { config, products }: Context,
  vend: VendRow,
  given: string[],
): Promise<string[]> {
  const name = config.site.utilityName
  const isDebtOnly = products[vend.product].isDebtOnly?.(vend.quote) ?? false
  const invalid = (message: string) => wrongField('tokens', message)
  if (given.length === 0 && !isDebtOnly) throw invalid(`Enter the tokens that ${name} named for this sale.`)
  const read = readTokens({ listed: given }, isDebtOnly)
  if ('wrong' in read)
    throw invalid(
      `These cannot be the tokens of a sale: ${read.wrong}. Look again at what ${name} named. Nothing was changed.`,
    )
  const other = await findSaleWithToken(tx, read.tokens)
  if (other !== null)
    throw invalid(
      `A token of these belongs to sale ${other}. Look again at what ${name} named. Nothing was changed.`,
    )
  return read.tokens
}
