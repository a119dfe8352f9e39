// The mobile operators as the features see them: our names and our types, whatever the aggregator's interface calls them.
import type { AirtimeCost, AirtimeOffer, Bututs, Day, Operator } from '@flexpower/contract'
import type { Contradiction, Outcome, Refused } from './outcome.ts'
import type { Health } from './utility.ts'

export interface TopUpOrder {
  /** Our own, unique forever: the top-up is found by it if its answer is lost. */
  reference: string
  operator: Operator
  /** As the customer says it, without the country code. */
  phone: string
  /** What the customer's phone receives. */
  amount: Bututs
}

/** A top-up as the aggregator has it on record. */
export interface ToppedUp {
  transaction: string
  /** The operator's own number, if it gave one. */
  operatorTransaction: string
  delivered: Bututs
  deliveredAt: Date
  cost: AirtimeCost
}

/** A line of the aggregator's own report. */
export interface ReportedTopUp {
  transaction: string
  /** Our own reference of the order; empty if it came without one. */
  reference: string
  /** Without the country code. */
  phone: string
  /** Null if it is in another currency. */
  ordered: Bututs | null
  delivered: Bututs | null
  /**
   * How much more than was ordered may have been delivered: an order in another currency was rounded up to its
   * hundredth.
   */
  rounding: Bututs
  cost: AirtimeCost
  /** Given up: nothing was charged, or it was refunded. */
  status: 'delivered' | 'under way' | 'given up'
  at: Date
}

/** One top-up, as the aggregator has it under its own number. */
export interface RecordedTopUp extends ReportedTopUp {
  /** Null for an operator that we do not sell. */
  operator: Operator | null
  operatorTransaction: string
}

/** What is left on our account; an aggregator's account may be in another currency. */
export interface AirtimeBalance {
  /** In hundredths of the currency. */
  amount: number
  currency: string
}

export interface AirtimeGateway {
  balance(): Promise<Outcome<AirtimeBalance>>
  /** Sent once and never again, whatever comes back. Also unknown while the operator is still working on it. */
  topUp(order: TopUpOrder): Promise<Outcome<ToppedUp>>
  /**
   * What happened to an order that was sent then: a refusal if the operator gave up and nothing stays charged, null if
   * the aggregator is sure that it does not have it, unknown while it is pending, a contradiction if the delivery is
   * not what was ordered.
   */
  findTopUp(order: TopUpOrder, sentAt: Date): Promise<Outcome<ToppedUp | Refused | Contradiction | null>>
  /** What was ordered on that day in our name. */
  listTopUps(day: Day): Promise<Outcome<ReportedTopUp[]>>
  /** One of its transactions, whoever ordered it. */
  readTransaction(transaction: string): Promise<Outcome<RecordedTopUp>>
  /** The number's current operator, because numbers are portable; null for an operator that we do not sell. */
  operatorOf(phone: string): Promise<Outcome<Operator | null>>
  /** The operators whose airtime can be bought now. */
  operators(): Promise<Outcome<AirtimeOffer[]>>
  health(): Health
}
