// What every gateway answers. The caller must choose what to do with each of the three, so it is a value and never an
// exception; `unknown` is not a failure: the other side may well have done what was asked.
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
}

export type Outcome<T> = Accepted<T> | Refused | Unknown
