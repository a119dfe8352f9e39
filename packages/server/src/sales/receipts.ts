// Receipts after the sale: what anybody may know who has the code of one, and sending what was bought again, always to the
// phone of the purchase. The limits are counted in the database, for all server processes together.
import {
  type Bututs,
  ERASED,
  formatDay,
  formatTime,
  localPhone,
  type ProductName,
  productTitles,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { VendState } from '../db/schema.ts'
import { readNetwork } from '../identity/network.ts'
import { clearAttempts, countAttempt, type Counting, type Limit } from '../identity/throttle.ts'
import { type Actor, recordAct } from '../ledger/acts.ts'
import { queueMessages } from '../mail/outbox.ts'
import { Refusal } from '../refusal.ts'
import { DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import type { SaleRow } from './product.ts'

/** How the audit calls it. */
export const SENT_AGAIN = 'sent a token again'

/** A customer who deletes the SMS twice still gets it; a stranger who found the paper cannot flood a phone. */
export const AGAIN_A_SALE: Limit = { most: 3, windowMs: DAY_MS }
/** Of all purchases with this phone number together. */
const AGAIN_A_PHONE: Limit = { most: 6, windowMs: DAY_MS }
/** Asked for on the page of a receipt. A whole town can have the same address. */
const AGAIN_AN_ADDRESS: Limit = { most: 60, windowMs: HOUR_MS }
/** More than a busy counter needs. */
const AGAIN_A_USER: Limit = { most: 60, windowMs: HOUR_MS }

/** `37•••8261`: at most two and four characters are shown, and at least three are hidden, however short it is. */
export function hideMiddle(text: string): string {
  const shown = Math.max(0, text.length - 3)
  const first = Math.min(2, Math.floor(shown / 3))
  const last = Math.min(4, shown - first)
  return `${text.slice(0, first)}•••${text.slice(text.length - last)}`
}

/** What the page of a receipt knows. */
export interface CheckedReceipt {
  id: number
  code: string
  state: VendState
  product: ProductName
  openedAt: Date
  tendered: Bututs
  /** Where the seller was. */
  location: string
  timesSentAgain: number
  refundedAt: Date | null
  /** See `selectFullUntil`. */
  fullUntil: Date | null
  /** Only if it is confirmed. */
  sale: SaleRow | null
}

type CheckedRow = Omit<CheckedReceipt, 'code' | 'sale'>

/** The same queries are made whether the code is known or not. Null: no receipt has it. */
export async function checkReceipt(db: Db, code: string | null): Promise<CheckedReceipt | null> {
  const { rows } = await sql<CheckedRow>`
    select v.id, v.state, v.product, v.created_at as "openedAt", v.tendered, u.location,
        (select count(*) from act where record = 'sale/' || v.id and deed = ${SENT_AGAIN}) as "timesSentAgain",
        (select m.at from till_movement m where m.vend_id = v.id) as "refundedAt",
        ${selectFullUntil('v.id')} as "fullUntil"
      from vend v join users u on u.id = v.user_id where v.receipt_code = ${code ?? ''}`.execute(db)
  const [found] = rows
  const sale = await findSale(db, found?.id ?? 0)
  return found && code !== null ? { ...found, code, sale } : null
}

export const findSale = async (db: Db, id: number): Promise<SaleRow | null> =>
  (await db.selectFrom('any_sale').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

type Sending = Pick<Context, 'config' | 'db' | 'clock' | 'products'>

/** Until when a sale was asked for as often as it may be; null: it can be asked for. `id`: the column with its id. */
export const selectFullUntil = (id: string) => sql<Date | null>`(
  select t.window_ends_at from throttle t
    where t.subject = 'sale ' || ${sql.ref(id)} || ' sent again' and t.attempts >= ${AGAIN_A_SALE.most})`

/** Why a sale cannot be sent again; null: it can. */
export function explainUnsendable(
  { config, products, clock }: Omit<Sending, 'db'>,
  sale: SaleRow,
  fullUntil: Date | null = null,
): string | null {
  if ((products[sale.product].again?.writeSms(sale) ?? null) === null)
    return `${productTitles[sale.product]}: nothing comes with this purchase that could be sent again.`
  if (sale.phone === '')
    return 'No phone number was given with this purchase, so nothing can be sent. The counter that sold it can print the receipt again.'
  if (sale.phone === ERASED)
    return 'The phone number of this purchase was erased, so nothing can be sent. The counter that sold it can print the receipt again.'
  // The demo sends nothing and shows its messages instead.
  if (config.sms === null && !config.site.demo)
    return 'This installation sends no SMS. The counter that sold it can print the receipt again.'
  if (fullUntil !== null && fullUntil > clock.now())
    return `This was asked for ${AGAIN_A_SALE.most} times in 24 hours. It can be sent again after ${formatDay(fullUntil)}, ${formatTime(fullUntil)}.`
  return null
}

/**
 * To the phone of the purchase and no other. Counts first: many requests at once cannot get through together. What the limit
 * of the phone refuses is not counted for the sale.
 */
export async function sendAgain(
  context: Sending,
  { caller, origin }: Required<Pick<Actor, 'origin'>> & Pick<Actor, 'caller'>,
  sale: SaleRow,
): Promise<void> {
  const refusal = explainUnsendable(context, sale)
  const body = context.products[sale.product].again?.writeSms(sale) ?? null
  if (refusal !== null || body === null) throw new Refusal('refused', `${refusal} Nothing was sent.`)
  await (caller
    ? countSending(
        context,
        `sent again by user ${caller.userId}`,
        AGAIN_A_USER,
        'You have sent many messages in the last hour',
      )
    : countSending(
        context,
        `sent again from ${readNetwork(origin.address)}`,
        AGAIN_AN_ADDRESS,
        'Many messages were asked for here',
      ))
  await inTransaction(context.db, async (tx) => {
    const counting = { db: tx, clock: context.clock }
    await countSending(
      counting,
      // The same name is in selectFullUntil.
      `sale ${sale.id} sent again`,
      AGAIN_A_SALE,
      `This was asked for ${AGAIN_A_SALE.most} times in the last 24 hours`,
    )
    await countSending(
      counting,
      aboutPhone(sale.phone),
      AGAIN_A_PHONE,
      'Many messages were asked for with this phone number in the last 24 hours',
    )
    const message = { channel: 'sms' as const, recipient: sale.phone, subject: '', body, saleId: sale.id }
    await queueMessages(tx, [message], context.clock.now())
    await recordAct(
      tx,
      { context, origin, ...(caller && { caller }) },
      {
        action: SENT_AGAIN,
        record: `sale/${sale.id}`,
        title: sale.transaction_id,
        after: { asked: caller ? 'at a counter' : 'on the page of the receipt' },
      },
    )
  })
}

const aboutPhone = (phone: string) => `sent again to ${localPhone(phone)}`

/** How often something was sent to a number that is erased. */
export const forgetSendings = (tx: Tx, phone: string) => clearAttempts({ db: tx }, aboutPhone(phone))

const countSending = (context: Counting, subject: string, limit: Limit, tooMany: string): Promise<number> =>
  countAttempt(context, subject, limit, `${tooMany}. Nothing was sent now.`)

export const tellSent = ({ products }: Pick<Context, 'products'>, product: ProductName): string =>
  `The ${products[product].again?.what ?? 'message'} is on its way to the phone of the purchase.`
