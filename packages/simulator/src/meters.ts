// What a physical meter remembers, its state when it left the factory, and which key the utility gives it next.
import { tokenIdAt } from '@flexpower/sts'
import { baseAfter, BASE_DATE, FIRST_KEY, type MeterKey, NEVER_EXPIRES, revisionAfter } from './mint.ts'

export interface MeterMemory extends MeterKey {
  /** Tenths of a kWh. */
  credit: number
  /** The newest ones that it has accepted, see TOKEN_IDS_KEPT. */
  usedTokenIds: readonly number[]
  /** The part of a key change that waits for the rest. */
  keyChangeTokens: readonly string[]
  /** Watts; null: none was ever set. */
  powerLimit: number | null
  /** Watts between two phases; null: none was ever set. */
  phaseLimit: number | null
  /** It has noticed that somebody opened it, and supplies nothing until that is cleared. */
  isTampered: boolean
}

/**
 * The standard requires a meter to keep 50; tokens older than the oldest one kept are refused, whether they were used
 * or not.
 */
export const TOKEN_IDS_KEPT = 50

const NEW_METER: MeterMemory = {
  ...FIRST_KEY,
  credit: 0,
  usedTokenIds: [],
  keyChangeTokens: [],
  powerLimit: null,
  phaseLimit: null,
  isTampered: false,
}

/** How a meter differs from an ordinary one before anything is keyed in, and what each sale does to its key. */
export interface MeterStory {
  meter: string
  factory: Partial<MeterMemory>
  /** Each sale moves the meter to another key, so that the demo can show it more than once. */
  keyChange: 'revision' | 'supplyGroup' | null
}

/** What has changed since the meters left the factory. Records of an earlier release have fewer fields. */
export interface Memories {
  memory(meter: string): Partial<MeterMemory>
}

export const readMeter = (memories: Memories, { meter, factory }: MeterStory): MeterMemory => ({
  ...NEW_METER,
  ...factory,
  ...memories.memory(meter),
})

const EXPIRY_SHIFT = 16

/** A key is valid until the upper byte of the token ids passes its expiry number; each number is about 45 days. */
export const isExpiredFor = (tokenId: number, { keyExpiry }: MeterKey): boolean =>
  tokenId >> EXPIRY_SHIFT > keyExpiry

/** The last token id that this key accepts. */
export const lastTokenId = ({ keyExpiry }: MeterKey): number => ((keyExpiry + 1) << EXPIRY_SHIFT) - 1

const SUPPLY_GROUPS = ['123456', '123461'] as const

/** The keys that may follow one, by what changes. */
export function listNextKeys(current: MeterKey): Record<'revision' | 'supplyGroup' | 'rollOver', MeterKey> {
  const { cipher, supplyGroup, base } = current
  const [first, second] = SUPPLY_GROUPS
  const same: MeterKey = {
    cipher,
    supplyGroup,
    base,
    keyRevision: current.keyRevision,
    keyExpiry: NEVER_EXPIRES,
  }
  const revision = { ...same, keyRevision: revisionAfter(current.keyRevision) }
  return {
    revision,
    supplyGroup: { ...same, supplyGroup: supplyGroup === first ? second : first },
    rollOver: { ...revision, base: baseAfter(base) },
  }
}

/** The key that has to come before the next credit; null: the meter keeps the one it has. */
export function planKeyChange(
  { keyChange }: Pick<MeterStory, 'keyChange'>,
  current: MeterKey,
  now: Date,
): MeterKey | null {
  const next = listNextKeys(current)
  if (current.base !== BASE_DATE) return next.rollOver
  if (isExpiredFor(tokenIdAt(now, BASE_DATE), current)) return next.revision
  return keyChange && next[keyChange]
}
