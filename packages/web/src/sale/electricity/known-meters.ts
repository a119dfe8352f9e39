// Meters and phones of recent sales, remembered in this browser for the signed-in user.
import { ownMemory } from '../../api/session.ts'

export interface KnownMeter {
  meter: string
  name: string
  phone: string
}

const METERS_MOST = 50

const memory = ownMemory<{ meters: KnownMeter[] }>('meters', { meters: [] })

export const knownMeters = (): KnownMeter[] => memory.read().meters

/** The latest first, each meter once. */
export const withMeter = (known: readonly KnownMeter[], latest: KnownMeter): KnownMeter[] =>
  [latest, ...known.filter(({ meter }) => meter !== latest.meter)].slice(0, METERS_MOST)

export const rememberMeter = (latest: KnownMeter): void =>
  memory.remember({ meters: withMeter(knownMeters(), latest) })

/** Each phone once, the latest first. */
export const listPhones = (known: readonly KnownMeter[]): string[] => [
  ...new Set(known.map(({ phone }) => phone)),
]
