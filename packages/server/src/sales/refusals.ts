// Why a sale is not opened, as its seller sees it, or not booked, as an Admin sees it. In every case but one, nothing
// was sold and no money moved.
import { type Bututs, floatNames, formatGmd, type ProductName } from '@flexpower/contract'
import { after, type Clock, MINUTE_MS } from '../runtime/clock.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Db, Tx } from '../db/db.ts'
import type { VendState } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import type { Orderable } from './product.ts'

/** What was asked for, as far as it is shown. */
interface AskedSale {
  seller: { userId: number }
  product: Orderable
  subject: string
  tendered: Bututs
}

/** As long as the book prevents such a sale from being opened again. */
const SAME_SALE_WITHIN_MS = MINUTE_MS

/**
 * Without a key from the client, the same sale within a minute is a repetition. This refuses most of them before
 * anything is asked or taken; of those that come at the same moment, the book opens one.
 */
export async function refuseRepetition(parts: Parts, request: AskedSale): Promise<void> {
  const earlier = await findRepeated(parts, request)
  if (earlier) throw await describeRepeated(parts.db, request, earlier)
}

/** For a sale that the book did not open because of another one at the same moment. */
export async function repetition(parts: Parts, request: AskedSale): Promise<Refusal> {
  const earlier = await findRepeated(parts, request)
  return earlier
    ? describeRepeated(parts.db, request, earlier)
    : new Refusal(
        'refused',
        'The same sale was refused at this moment. Nothing was sold or taken; try again.',
      )
}

interface Parts {
  db: Db
  clock: Clock
}

const findRepeated = ({ db, clock }: Parts, { seller, product, subject, tendered }: AskedSale) =>
  db
    .selectFrom('vend')
    .select(['reference', 'state'])
    .where('user_id', '=', seller.userId)
    .where('subject', '=', subject)
    .where('product', '=', product.name)
    .where('tendered', '=', tendered)
    .where('state', '<>', 'voided')
    .where('created_at', '>', after(clock.now(), -SAME_SALE_WITHIN_MS))
    .where('created_at', '<', after(clock.now(), SAME_SALE_WITHIN_MS))
    .executeTakeFirst()

async function describeRepeated(
  db: Db,
  request: AskedSale,
  { reference, state }: { reference: string; state: VendState },
): Promise<Refusal> {
  const { product, subject, tendered } = request
  const what = `${formatGmd(tendered)} to ${product.subjectName} ${subject}`
  if (state === 'confirmed')
    return new Refusal(
      'refused',
      `You sold ${what} less than a minute ago (${reference}). Nothing more was sold; wait a minute if a second sale is meant.`,
    )
  if (state === 'sent')
    return new Refusal(
      'refused',
      `Your sale of ${what} is being sold right now (${reference}). Nothing more was sold; wait until it has ended.`,
    )
  return openElsewhere(db, request)
}

export async function openElsewhere(db: Db, { product, subject }: AskedSale): Promise<Refusal> {
  const isForAdmin = await waitsForAdmin(db, product.name, subject)
  const next = isForAdmin ? 'an Admin has to decide it first' : 'wait until it has ended'
  return new Refusal(
    'refused',
    `A sale for ${product.subjectName} ${subject} is still open. Nothing more was sold or taken; ${next}.`,
  )
}

/** Whether a sale of it to this subject waits for an Admin's decision. */
export async function waitsForAdmin(db: Db | Tx, product: ProductName, subject: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('vend')
    .select('id')
    .where('product', '=', product)
    .where('subject', '=', subject)
    .where('state', '=', 'manual')
    .executeTakeFirst()
  return waiting !== undefined
}

export async function floatTooSmall(db: Db, { seller, product, tendered }: AskedSale): Promise<Refusal> {
  const row = await db
    .selectFrom('float_balance')
    .select('balance')
    .where('user_id', '=', seller.userId)
    .where('kind', '=', product.floatKind)
    .executeTakeFirst()
  const balance = formatGmd(row?.balance ?? (0 as Bututs))
  return new Refusal(
    'refused',
    `Your ${floatNames[product.floatKind]} of ${balance} does not cover ${formatGmd(tendered)}. Nothing was sold; ask an Admin to load credit.`,
  )
}

export const noTillSession = () =>
  new Refusal(
    'refused',
    'You have no open shift. Nothing was sold and no money moved; open your shift under My Shift, then sell.',
  )

export const clockWasSet = () =>
  new Refusal('unavailable', 'The server’s clock was set just now. Nothing was sold or taken; try again.', {
    retryAfter: 1,
  })

/**
 * If the connection is lost during the opening, it is unknown whether the sale was opened: then recovery ends it, and
 * the same key finds it. Nobody may be told that nothing was sold. Errors that are not the database's stay as they are.
 */
export function explainOpening(error: unknown, { key }: { key: string | null }): unknown {
  if (!isDatabaseAway(error)) return error
  const next =
    key === null
      ? 'Look for it in the list before you sell again.'
      : 'Send it again with the same key: it is sold once at most.'
  const message = `The records could not be reached, so it is not known yet whether this sale was made. ${next}`
  return new Refusal('unavailable', message, { retryAfter: 5 })
}

/** For a sale of the other side that an Admin wants to book. */
export const notBooked = (why: string) =>
  new Refusal('refused', `${why} Nothing was booked; settle the difference with a note when it is clear.`)
