// What every gateway answers. The caller must choose what to do with each of the three, so it is a value and never an
// exception. `unknown` is not a failure: the other side may have done what was asked.
import type { EvidenceLine } from '@flexpower/contract'

export interface Accepted<T> {
  kind: 'accepted'
  value: T
}

/** A definite no, with the other side's own text: nothing happened there. */
export interface Refused {
  kind: 'refused'
  code: string
  /** For the cashier. */
  message: string
  /** For the log. */
  detail: string
}

/** No readable answer. For a query it means "not available"; for an order, that it has to be looked up. */
export interface Unknown {
  kind: 'unknown'
  /** A phrase for the log, in our own words only. */
  reason: string
  /** False if it is certain that nothing of the order was sent: it can be voided at once. */
  sent: boolean
  /** For the cashier, if the other side has said why it does not know either. */
  message?: string
  /** It did answer, and not what was ordered: the next look-up collects what an Admin needs to decide. */
  isContrary?: boolean
  /** What a look-up found that may be the order or not. */
  evidence?: Evidence
}

/** For the Admin who decides: what was ordered beside what the other side has. */
export interface Evidence {
  ordered: EvidenceLine
  seen: EvidenceLine[]
}

/**
 * What a look-up finds if the other side has our reference with a different order. It is neither the sale nor proof
 * that there is none: a person decides.
 */
export interface Contradiction {
  kind: 'contradiction'
  /** A phrase in our own words: which part differs. */
  reason: string
  evidence: Evidence
}

export type Outcome<T> = Accepted<T> | Refused | Unknown

export const accepted = <T>(value: T): Accepted<T> => ({ kind: 'accepted', value })

/** Sent, or perhaps sent: callers that are not sure use this one. */
export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason, sent: true })

export const neverSent = (reason: string): Unknown => ({ kind: 'unknown', reason, sent: false })

export const isUnknown = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'unknown'

export const contradiction = (reason: string, evidence: Evidence): Contradiction => ({
  kind: 'contradiction',
  reason,
  evidence,
})

export const mapAccepted = <From, To>(outcome: Outcome<From>, map: (value: From) => To): Outcome<To> =>
  outcome.kind === 'accepted' ? accepted(map(outcome.value)) : outcome
