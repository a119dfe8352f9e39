// What this browser remembers of the sales of the one who is signed in: those that were sent and have no answer yet, those
// whose end is awaited, and the one that was in the modal when the session ended.
import type { ProductName } from '@flexpower/contract'
import { ownMemory } from '../api/session.ts'

/** What a person enters, whatever is sold. */
export interface Entry {
  /** The meter, the phone number or the account. */
  subject: string
  amount: string
  /** Whom to tell; airtime has no other phone than its subject. */
  phone: string
  /** Of airtime only. */
  operator?: string
}

/** A sale as it was entered; the key names it at the server, so that sending it again cannot sell twice. */
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

/** A sale that the server has, and whose end this page waits for or has just shown. */
export interface PendingSale {
  reference: string
  /** What the server said when it could not tell the end. */
  told: string
}

/** A sale in the modal; as long as nothing was sent, it is not pending. */
export interface InterruptedSale extends KeptSale {
  pending?: PendingSale
}

interface Memory {
  /** Sent, and not answered so far: without its key nobody could ask for this very sale again. */
  sentSales: KeptSale[]
  awaitedSales: AwaitedSale[]
  /** Given back after signing in again. */
  interrupted: InterruptedSale | null
}

const NOTHING: Memory = { sentSales: [], awaitedSales: [], interrupted: null }

export const { read: readMemory, remember } = ownMemory<Memory>('counter', NOTHING)

export function rememberSent(sent: KeptSale): void {
  forgetSent(sent.entered.key)
  remember({ sentSales: [sent, ...readMemory().sentSales] })
}

/** Its end is asked for again, even if it was known: the page that knew it is gone. */
export function rememberInterrupted(sale: InterruptedSale): void {
  remember({ interrupted: sale })
  if (sale.pending === undefined) return
  const { reference } = sale.pending
  const others = readMemory().awaitedSales.filter((each) => each.reference !== reference)
  remember({ awaitedSales: [...others, { reference, product: sale.product }] })
}

/** It has its answer now. */
export const forgetSent = (key: string): void =>
  remember({ sentSales: readMemory().sentSales.filter(({ entered }) => entered.key !== key) })
