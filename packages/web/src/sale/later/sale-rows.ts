// The table of kept sales in IndexedDB. Whatever cannot be stored is a lost convenience, never an error: the sale goes
// on, and the server knows it by its key.
import type { ProductName } from '@flexpower/contract'
import { createStoredTable } from '../../lib/later/stored-table.ts'
import type { EnteredSale } from '../product.ts'

export interface KeptSale {
  key: string
  userId: string
  product: ProductName
  entered: EnteredSale
  /**
   * typed: in the form, never sent. sent: sent, and no answer yet. open: the server has it, and its end is awaited.
   * shown: its end is on the screen, and stays there until somebody has read it.
   */
  step: 'typed' | 'sent' | 'open' | 'shown'
  /** The server's name for it, once it is known. */
  reference: string | null
  /** What the server said when it did not know the end. */
  told: string
  /** Why the server refused it: its end needs no question. */
  refusal?: string | undefined
  /** When it was typed last, or sent. */
  at: Date
  /** It was in the modal when the session ended, and is shown there again. */
  isInterrupted: boolean
  /** The server was asked for its key and does not have it: it may be sent again. */
  isUnheard: boolean
  /** Not asked for earlier than that: its own answer is still likely to come. */
  askFrom: Date
  /** Somebody chose not to send it again. It is hidden, and asked for a while longer: it may arrive after all. */
  givenUpAt?: Date | undefined
  /** Its receipt went to the printer without a press, which happens once. */
  isPrinted: boolean
}

const BY_USER = 'userId'
const sales = createStoredTable({ database: 'counter', table: 'sales', keyPath: 'key', index: BY_USER })

/** `isSafe`: not before it is on the disk, so that it survives a power cut. */
export async function putRow(row: KeptSale, isSafe: boolean): Promise<void> {
  const durability = isSafe ? 'strict' : 'relaxed'
  await sales.run({ mode: 'readwrite', durability }, (table) => table.put(row)).catch(() => {})
}

export async function deleteRow(key: string): Promise<void> {
  await sales.run({ mode: 'readwrite' }, (table) => table.delete(key)).catch(() => {})
}

/** The sales of one user; those of others are never shown. */
export async function listRows(userId: string): Promise<KeptSale[]> {
  const ask = (table: IDBObjectStore): IDBRequest<KeptSale[]> => table.index(BY_USER).getAll(userId)
  return sales.run({ mode: 'readonly' }, ask).catch(() => [])
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The customer of a sale that was only typed has gone by then. */
const TYPED_DAYS = 1
/** One that was sent is on the server, whether or not somebody comes back to read its end here. */
const SENT_DAYS = 30

export const isOutdated = ({ step, at }: Pick<KeptSale, 'step' | 'at'>, now: Date): boolean =>
  now.getTime() - at.getTime() > (step === 'typed' ? TYPED_DAYS : SENT_DAYS) * DAY_MS

/**
 * Deletes what is of no use any more, whoever entered it: a phone is shared, a user may never sign in here again, and a row
 * has a customer's meter and phone number.
 */
export async function deleteOutdated(now: Date): Promise<void> {
  const ask = (table: IDBObjectStore): IDBRequest<KeptSale[]> => table.getAll()
  const rows = await sales.run({ mode: 'readonly' }, ask).catch(() => [])
  await Promise.all(rows.filter((row) => isOutdated(row, now)).map(({ key }) => deleteRow(key)))
}
