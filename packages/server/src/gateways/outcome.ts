// What every gateway answers. The caller must choose what to do with each of the three, so it is a value and never an
// exception; `unknown` is not a failure: the other side may well have done what was asked.
import type { EvidenceLine } from '@flexpower/contract'

export interface Accepted<T> {
  kind: 'accepted'
  value: T
}

/** A definite no, in the other side's own words: nothing happened there. */
export interface Refused {
  kind: 'refused'
  code: string
  /** For the person at the counter. */
  message: string
  /** For the log. */
  detail: string
}

/** No readable answer. For a question it means "not available"; for an order, that it has to be looked up. */
export interface Unknown {
  kind: 'unknown'
  /** A phrase for the log, made of our own words only. */
  reason: string
  /** False when it is certain that no byte of the order left for the other side: it can be voided at once. */
  sent: boolean
  /** For the person at the counter, where the other side has told why it does not know either. */
  message?: string
  /** It did answer, and not what was ordered: the next question gathers what an Admin needs to decide. */
  isContrary?: boolean
  /** What a lookup came across that may be the order and may not. */
  evidence?: Evidence
}

/** For the Admin who decides: what was ordered beside what the other side has. */
export interface Evidence {
  ordered: EvidenceLine
  seen: EvidenceLine[]
}

/**
 * What a lookup finds when the other side has our reference with something that was not ordered. It is neither the sale nor
 * proof that there is none: a person decides.
 */
export interface Contradiction {
  kind: 'contradiction'
  /** A phrase in our own words: which part differs. */
  reason: string
  evidence: Evidence
}

export type Outcome<T> = Accepted<T> | Refused | Unknown

export const accepted = <T>(value: T): Accepted<T> => ({ kind: 'accepted', value })

/** Sent, or perhaps sent: whoever is not sure uses this one. */
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
