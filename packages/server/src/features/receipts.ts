// A purchase is found again at any counter and its token sent again, and a sale tells its whole story from what is recorded.
// Of somebody else's sale a cashier sees that it exists, and nothing of its token, customer or phone.
import {
  type Api,
  type Bututs,
  ERASED,
  listSpellings,
  parseReceiptCode,
  parseReference,
  RECEIPTS_FOUND_MOST,
  type StoryStep,
} from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { countAttempt, type Limit } from '../identity/throttle.ts'
import { slipNumber } from '../ledger/till.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { HOUR_MS } from '../runtime/clock.ts'
import type { Caller, Context } from '../runtime/context.ts'
import { caseByProduct, type SaleRow } from '../sales/product.ts'
import {
  explainUnsendable,
  findSale,
  hideMiddle,
  selectFullUntil,
  sendAgain as send,
  SENT_AGAIN,
  tellSent,
} from '../sales/receipts.ts'
import { formatReceiptNumber } from '../sales/reference.ts'
import type { Terms } from '../sales/terms.ts'
import type { VendRow } from '../sales/vending.ts'

type Calls = Api['receipts']

export const receipts: Handlers['receipts'] = { find, sendAgain, story }

/** More than customers come to one counter, fewer than are needed to learn who buys where. */
const FINDS_AN_HOUR: Limit = { most: 120, windowMs: HOUR_MS }

const noSuchSale = () => new Refusal('not_found', 'There is no such sale.')

async function find({ context, input, caller }: Call<Calls['find']>) {
  const { db, products } = context
  await countAttempt(context, `receipts sought by user ${caller.userId}`, FINDS_AN_HOUR)
  const sought = readSought(input)
  if (sought.numbers.length > 0 && sought.amount === undefined)
    throw wrongField('amount', 'Enter the amount too: a receipt number alone is not enough.')
  const ids = await findIds(db, sought)
  const rows = await db
    .selectFrom('any_sale')
    .selectAll()
    .select([countSent.as('times'), selectFullUntil('any_sale.id').as('full_until')])
    .where('id', 'in', ids.length === 0 ? [0] : ids)
    .orderBy('at', 'desc')
    .execute()
  return rows
    .filter((sale) => isSought(sale, sought) && (products[sale.product].isSeenBy?.(caller) ?? true))
    .slice(0, RECEIPTS_FOUND_MOST)
    .map((sale) => {
      const isOwn = isOwnSale(sale, caller)
      return {
        id: sale.id,
        at: sale.at,
        product: sale.product,
        // What somebody has typed is no secret to them.
        subject: isOwn || sought.subjects.includes(sale.subject) ? sale.subject : hideMiddle(sale.subject),
        tendered: sale.tendered,
        location: sale.location,
        isOwn,
        timesSentAgain: sale.times,
        refusal: explainUnsendable(context, sale, sale.full_until),
      }
    })
}

const countSent = sql<number>`(
  select count(*) from act where record = 'sale/' || any_sale.id and deed = ${SENT_AGAIN})`

const isOwnSale = ({ user_id: sellerId }: Pick<SaleRow, 'user_id'>, caller: Caller): boolean =>
  caller.type === 'Admin' || sellerId === caller.userId

/** What a customer has: each list is empty if the words are not that. */
interface Sought {
  codes: string[]
  /** A receipt number, of the first release or a reference. */
  numbers: string[]
  /** A meter, an account or a phone number, with and without the country code. */
  subjects: string[]
  amount: Bututs | undefined
}

function readSought({
  words = '',
  amount,
}: {
  words?: string | undefined
  amount?: Bututs | undefined
}): Sought {
  const code = parseReceiptCode(words)
  const old = /^R-?(\d{1,15})$/i.exec(words.trim())?.[1]
  const number = old === undefined ? parseReference(words) : `R-${old.padStart(7, '0')}`
  const bare = words.replaceAll(/[\s+-]/g, '')
  // What is stored in place of an erased number would find everybody who asked for that.
  const isSubject = /^[\w/.]{4,50}$/.test(bare) && bare !== ERASED
  const subjects = isSubject ? listSpellings(bare) : []
  return { codes: code === null ? [] : [code], numbers: number === null ? [] : [number], subjects, amount }
}

/** The last word on whether somebody may know of a sale. */
const isSought = (sale: SaleRow, { codes, numbers, subjects, amount }: Sought): boolean =>
  codes.includes(sale.receipt_code ?? '') ||
  (numbers.includes(formatReceiptNumber(sale)) && sale.tendered === amount) ||
  (numbers.length === 0 && (subjects.includes(sale.subject) || subjects.includes(sale.phone)))

/** Every part starts at an index and reads the newest few. */
async function findIds(db: Db, { codes, numbers, subjects }: Sought): Promise<number[]> {
  const old = numbers.flatMap((number) => /^R-(\d+)$/.exec(number)?.[1] ?? []).map(Number)
  const { rows } = await sql<{ id: number }>`
    select id from vend where receipt_code = any(${codes}::text[])
    union select id from any_sale where transaction_id = any(${numbers}::text[])
    union select id from any_sale where receipt_number = any(${old}::bigint[])
    union select s.id from unnest(${subjects}::text[]) as w (word),
      lateral (select id from any_sale where subject = w.word order by id desc limit ${RECEIPTS_FOUND_MOST}) s
    union select s.id from unnest(${subjects}::text[]) as w (word),
      lateral (select id from any_sale where phone = w.word order by at desc limit ${RECEIPTS_FOUND_MOST}) s`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function sendAgain({ context, input, caller, origin }: Call<Calls['sendAgain']>) {
  const sale = await findSale(context.db, input.id)
  const mayKnow =
    sale !== null &&
    (isOwnSale(sale, caller) || isSought(sale, readSought(input))) &&
    (context.products[sale.product].isSeenBy?.(caller) ?? true)
  if (!mayKnow) throw noSuchSale()
  await send(context, { caller, origin }, sale)
  return { message: tellSent(context, sale.product) }
}

async function story({ context, input, caller }: Call<Calls['story']>) {
  const { db } = context
  const vend = await db
    .selectFrom('vend')
    .selectAll()
    .select(selectFullUntil('vend.id').as('full_until'))
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!vend || !isOwnSale(vend, caller)) throw noSuchSale()
  const [sale, name, shift, prints, steps] = await Promise.all([
    findSale(db, vend.id),
    readName(context, vend),
    readShift(db, vend),
    db.selectFrom('receipt_print').select('prints').where('sale_id', '=', vend.id).executeTakeFirst(),
    readSteps(db, vend),
  ])
  const seller = await db
    .selectFrom('users')
    .select(['name', 'location'])
    .where('id', '=', vend.user_id)
    .executeTakeFirstOrThrow()
  return {
    id: vend.id,
    product: vend.product,
    reference: vend.reference,
    receiptCode: vend.receipt_code,
    state: vend.state,
    subject: vend.subject,
    phone: vend.phone,
    customerName: name,
    tendered: vend.tendered,
    cashierName: sale?.cashier_name ?? seller.name,
    location: sale?.location ?? seller.location,
    asked: vend.asked,
    prints: prints?.prints ?? 0,
    shift: shift && { id: shift.id, slip: shift.slip },
    steps: [...steps, ...(shift?.closed ? [shift.closed] : [])].toSorted(
      (one, other) => one.at.getTime() - other.at.getTime(),
    ),
    fee: sale?.fee ?? null,
    units: sale && (context.products[sale.product].countUnits?.(sale) ?? null),
    tokens: sale?.tokens ?? [],
    refusal:
      sale === null
        ? 'Nothing was sold, or it is not known yet.'
        : explainUnsendable(context, sale, vend.full_until),
  }
}

/** As a search shows it; of a sale that is not confirmed, as the other side said before. */
async function readName({ db, products }: Context, vend: VendRow): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select ${sql.raw(caseByProduct(products, ({ found }) => found.name))} as name
      from any_sale where id = ${vend.id}`.execute(db)
  const { quote } = vend.quote as Partial<Terms<Record<string, string>>>
  return rows[0]?.name ?? quote?.[products[vend.product].quotedName] ?? ''
}

async function readShift(db: Db, { till_session_id: id }: VendRow) {
  if (id === null) return null
  const session = await db
    .selectFrom('till_session')
    .leftJoin('users', 'users.id', 'till_session.closed_by')
    .select(['till_session.closed_at', 'users.name', slipNumber('till_session').as('slip')])
    .where('till_session.id', '=', id)
    .executeTakeFirstOrThrow()
  const { slip } = session
  const closed: StoryStep | null = session.closed_at && {
    at: session.closed_at,
    kind: 'shift closed',
    by: session.name,
    note: slip,
  }
  return { id, slip, closed }
}

/** Each part by its own index. */
async function readSteps(db: Db, vend: VendRow): Promise<StoryStep[]> {
  const { rows } = await sql<StoryStep>`
    select e.at, e.state as kind, u.name as by, e.note
      from vend_event e left join users u on u.id = e.user_id where e.vend_id = ${vend.id}
    union all
    select o.created_at, 'message', null, coalesce(o.delivery_reason, o.failure)
      from outbox o where o.sale_id = ${vend.id} and o.created_at = ${vend.settled_at}
    union all
    select a.at, 'sent again', a.user_name, null
      from act a where a.record = ${`sale/${vend.id}`} and a.deed = ${SENT_AGAIN}
    union all
    select m.at, 'refunded', u.name, null
      from till_movement m join users u on u.id = m.user_id where m.vend_id = ${vend.id}`.execute(db)
  return rows
}
