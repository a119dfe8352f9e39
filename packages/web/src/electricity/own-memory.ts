// What this browser remembers for the one who is signed in: meters and phones of the last sales, a sale whose answer
// never came, and sales whose end is awaited.
import { ownMemory } from '../lib/own-memory.ts'

/** A sale as it was entered; the key names it at the server, so that sending it again cannot sell twice. */
export interface EnteredSale {
  key: string
  meter: string
  amount: string
  phone: string
}

export interface KnownMeter {
  meter: string
  name: string
  phone: string
}

interface Memory {
  meters: KnownMeter[]
  unanswered: EnteredSale | null
  awaited: string[]
}

const METERS_MOST = 50
const NOTHING: Memory = { meters: [], unanswered: null, awaited: [] }

export const { read: readMemory, remember } = ownMemory<Memory>('counter', NOTHING)

/** The latest first, each meter once. */
export const withMeter = (known: readonly KnownMeter[], latest: KnownMeter): KnownMeter[] =>
  [latest, ...known.filter(({ meter }) => meter !== latest.meter)].slice(0, METERS_MOST)

export const rememberMeter = (latest: KnownMeter): void =>
  remember({ meters: withMeter(readMemory().meters, latest) })

/** Each phone once, the latest first. */
export const phonesOf = (known: readonly KnownMeter[]): string[] => [
  ...new Set(known.map(({ phone }) => phone)),
]
