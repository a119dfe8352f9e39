// A thing that is sold: all that the rest of the server has to know about it, in one value.
import type { ProductName } from '@flexpower/contract'
import type { Selectable } from 'kysely'
import type { FloatKind, Schema } from '../db/schema.ts'
import type { Contradiction, EvidenceLine, Outcome, Refused } from '../gateways/outcome.ts'
import type { OpenSale } from '../ledger/book.ts'

export type SaleRow = Selectable<Schema['sale']>

/** What the other side delivered. */
export interface Delivery {
  customerName: string
  tokens: string[]
  /** What only this product has; kept as it is. */
  details: unknown
}

/** A record of the other side's, read again because a person says that it is this sale. */
export interface ReadAgain {
  record: EvidenceLine
  delivery: Delivery
}

/** A product, as far as selling it exactly once is concerned. */
export interface Product {
  name: ProductName
  /** The float that a cashier sells it from. */
  floatKind: FloatKind
  /** The account that receives the vend amount. */
  payee: string
  /** Who is on the other side, for the texts. */
  counterpart: string
  /** What the subject is called, for the texts: "meter". */
  subjectName: string
  /** Orders once; never repeats. */
  send(sale: OpenSale): Promise<Outcome<Delivery>>
  /**
   * What became of an order: a refusal when it ended as one, null when nothing that the other side has could be it, a
   * contradiction when it has our reference with something that was not ordered.
   */
  find(sale: OpenSale): Promise<Outcome<Delivery | Refused | Contradiction | null>>
  /** Reads what a look-up has seen. Missing where every look-up is by our own reference, and so nothing is to be chosen from. */
  readSeen?(sale: OpenSale, seen: EvidenceLine): Promise<Outcome<ReadAgain>>
  /** Who or what stands on an order: the customer's name where there is one. */
  nameOn(quote: unknown): string
  /** Whether it pays a debt and nothing else, as the other side said beforehand: no token comes with it. */
  isDebtOnly?(quote: unknown): boolean
  /** What is known of a sale that an Admin confirms on the other side's word of mouth. */
  deliveredByWord(sale: OpenSale, tokens: string[]): Delivery
  /** What the customer's phone is told when the answer came late: by then the customer may have left. Null: nothing. */
  lateSms?(sale: Pick<OpenSale, 'subject' | 'tendered'>, delivery: Delivery): string | null
}
