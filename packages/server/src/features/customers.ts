// Customers: whom a user has served, from their own newest sales; and a phone number that an Admin erases.
import { type Api, type Bututs, CUSTOMERS_MOST, ERASED, countOf, listSpellings } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { requireOwnPassword } from '../identity/confirm-password.ts'
import { type Actor, recordAct } from '../ledger/acts.ts'
import { erasePhone, findPhone, type Holding } from '../ledger/erase.ts'
import { contains } from '../lists/shown-text.ts'
import { Refusal, wrongField } from '../refusal.ts'
import type { Clock } from '../runtime/clock.ts'
import { forgetSendings } from '../sales/receipts.ts'
import { withinTime } from '../sales/search-window.ts'
import { inOrder } from '../sales/time-order.ts'

type Calls = Api['customers']

export const customers: Handlers['customers'] = { served, erase }

/** About a month of a busy counter: most customers come back within it. */
const LOOKED_AT_MOST = 2000
/** Somebody who was last here long ago is searched for by the index of the lists, for at most this long. */
const SEARCH_MS = 150
const INDEXED_LEAST = 3

async function served({ context: { db, products }, input, caller }: Call<Calls['served']>) {
  const { product, words } = input
  const { isSeenBy, found } = products[product]
  if (isSeenBy && !isSeenBy(caller)) return []
  const own = sql`from sale where user_id = ${caller.userId} and product = ${product}`
  const name = sql.raw(found.name)
  const newest = sql`(select * ${own} ${inOrder('newest')} limit ${LOOKED_AT_MOST}) newest`
  const begins = contains(words).slice(1)
  const isAsked = sql`(subject like ${begins} or ${name} ilike ${contains(words)})`
  const recent = await readCustomers(db, name, newest, sql`(${isAsked} or phone like ${begins})`)
  if (recent.length > 0 || words.length < INDEXED_LEAST) return recent
  const earlier = sql`(select * ${own} and search like lower(${contains(words)})) earlier`
  return (await withinTime(db, SEARCH_MS, (tx) => readCustomers(tx, name, earlier, isAsked))) ?? []
}

async function readCustomers(
  on: Db | Tx,
  name: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  isAsked: RawBuilder<unknown>,
) {
  const { rows } = await sql<CustomerRow>`
    select subject, (array_agg(${name} ${inOrder('newest')}))[1] as name,
        coalesce((array_agg(phone ${inOrder('newest')}) filter (where phone <> ${ERASED}))[1], '') as phone,
        mode() within group (order by tendered) as usual, count(*) as sales, max(at) as last_at
      from ${from} where ${isAsked} and subject <> ${ERASED}
      group by subject order by last_at desc, subject limit ${CUSTOMERS_MOST}`.execute(on)
  return rows.map(({ last_at: lastAt, ...row }) => ({ ...row, lastAt }))
}

interface CustomerRow {
  subject: string
  name: string
  phone: string
  usual: Bututs
  sales: number
  last_at: Date
}

async function erase({ context, input, caller, origin }: Call<Calls['erase']>) {
  if (input.dryRun) {
    const held = await countNumber(context.db, input.phone)
    return { ...held, message: `${describeHeld(held)} have it. Nothing was changed.` }
  }
  if (input.password === undefined) throw wrongField('password', 'Password is required')
  await requireOwnPassword(context, caller, input.password)
  const held = await eraseNumber({ context, caller, origin }, input.phone)
  return {
    ...held,
    message: 'The number is erased. Amounts, meters and tokens are as they were.',
  }
}

/** How many sales and messages have the number. */
export const countNumber = async (db: Db, phone: string): Promise<Held> =>
  countHeld(await inTransaction(db, (tx) => findPhone(tx, listSpellings(phone))))

/** Removes the number from all sales and messages that have it; returns how many had it. */
export async function eraseNumber(
  actor: Actor & { context: { db: Db; clock: Clock } },
  phone: string,
): Promise<Held> {
  const { db, clock } = actor.context
  const spellings = listSpellings(phone)
  return inTransaction(db, async (tx) => {
    const found = await findPhone(tx, spellings)
    requireErasable(found)
    await erasePhone(tx, spellings, found, clock.now())
    await forgetSendings(tx, phone)
    await recordAct(tx, actor, {
      action: 'erased a phone number',
      record: 'customers',
      // Never the number itself: an entry cannot be changed.
      title: `Number that ends in ${phone.slice(-2)}`,
      after: { sales: found.sales, orders: found.orders, messages: found.messages },
    })
    return countHeld(found)
  })
}

/** Throws what the erasure would say, if it would change nothing. */
export function requireErasable({ sales, orders, open, messages }: Held): void {
  if (open.length > 0)
    throw new Refusal(
      'conflict',
      `A sale with this number is still open (${open.join(', ')}). Nothing was changed; erase the number when the sale has ended.`,
    )
  if (sales + orders + messages === 0)
    throw new Refusal('not_found', 'No sale and no message has this number. Nothing was changed.')
}

type Held = Omit<Holding, 'ids'>

const countHeld = ({ sales, orders, open, messages }: Holding): Held => ({ sales, orders, open, messages })

/** `1 sale, 2 orders that became no sale and 0 messages` */
export const describeHeld = ({ sales, orders, messages }: Held): string =>
  `${countOf(sales, 'sale')}, ${countOf(orders, 'order')} that became no sale and ${countOf(messages, 'message')}`
