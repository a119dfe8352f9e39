// What this browser remembers about the sales of the signed-in user: those that were sent and have no answer yet, those
// whose end is awaited, and the one in the modal when the session ended.
import type { ProductName } from '@flexpower/contract'
import { ownMemory } from '../api/session.ts'

/** What a user enters, for any product. */
export interface Entry {
  /** The meter, the phone number or the account. */
  subject: string
  amount: string
  /** The phone to notify. Airtime has no phone other than its subject. */
  phone: string
  /** Only for airtime. */
  operator?: string
}

/** A sale as it was entered. The key identifies it on the server, so that sending it again cannot sell twice. */
export interface EnteredSale extends Entry {
  key: string
}

export interface AwaitedSale {
  reference: string
  product: ProductName
}

export interface KeptSale {
  product: ProductName
  entered: EnteredSale
}

/** A sale that the server has, and whose end this page awaits or has just shown. */
export interface PendingSale {
  reference: string
  /** What the server said when it did not know the end. */
  told: string
}

/** A sale in the modal; it is not pending until it is sent. */
export interface InterruptedSale extends KeptSale {
  pending?: PendingSale
}

interface Memory {
  /** Sent, and not answered yet. Without its key nobody could ask for this same sale again. */
  sentSales: KeptSale[]
  awaitedSales: AwaitedSale[]
  /** Restored after signing in again. */
  interrupted: InterruptedSale | null
}

const NOTHING: Memory = { sentSales: [], awaitedSales: [], interrupted: null }

export const { read: readMemory, remember } = ownMemory<Memory>('counter', NOTHING)

export function rememberSent(sent: KeptSale): void {
  forgetSent(sent.entered.key)
  remember({ sentSales: [sent, ...readMemory().sentSales] })
}

/** Asks for its end again, even if it was known: the page that knew it is gone. */
export function rememberInterrupted(sale: InterruptedSale): void {
  remember({ interrupted: sale })
  if (sale.pending === undefined) return
  const { reference } = sale.pending
  const others = readMemory().awaitedSales.filter((each) => each.reference !== reference)
  remember({ awaitedSales: [...others, { reference, product: sale.product }] })
}

/** The sale has its answer. */
export const forgetSent = (key: string): void =>
  remember({ sentSales: readMemory().sentSales.filter(({ entered }) => entered.key !== key) })
