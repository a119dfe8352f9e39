// What this browser remembers of the sales of the one who is signed in: those whose answer never came, and those whose end
// is awaited.
import type { Product } from '@flexpower/contract'
import { ownMemory } from '../lib/own-memory.ts'

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
  product: Product
}

interface Memory {
  unansweredSales: Partial<Record<Product, EnteredSale>>
  awaitedSales: AwaitedSale[]
}

const NOTHING: Memory = { unansweredSales: {}, awaitedSales: [] }

export const { read: readMemory, remember } = ownMemory<Memory>('counter', NOTHING)

/** Null: it has its answer now. */
export function rememberUnanswered(product: Product, entered: EnteredSale | null): void {
  const { [product]: _, ...others } = readMemory().unansweredSales
  remember({ unansweredSales: entered === null ? others : { ...others, [product]: entered } })
}
