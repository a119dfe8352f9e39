// What a token means, as plain values, and the 48 bits that encode it. Each kind of content has one layout, which
// serves both directions.
import { pack, unpack } from './bits.ts'
import type { TokenClass } from './block.ts'
import { type CipherName, readKeyBits } from './cipher.ts'
import { TOKEN_ID_BITS } from './token-id.ts'

/** What a credit token adds to: electricity, water and gas in tenths of a kWh or m³. */
export type Service = 'electricity' | 'water' | 'gas' | 'time'

export type ManagementAction =
  | 'maximumPower'
  | 'clearCredit'
  | 'tariffRate'
  | 'clearTamper'
  | 'phaseUnbalance'
  | 'waterFactor'

export interface CreditContent {
  readonly kind: 'credit'
  readonly service: Service
  /** Any four bits; they make tokens with equal content look different. */
  readonly random: number
  readonly tokenId: number
  /** As `encodeAmount` makes it. */
  readonly amountField: number
}

export interface Management {
  readonly kind: 'management'
  readonly action: ManagementAction
  readonly random: number
  readonly tokenId: number
  /** 16 bits: the register to clear, or a limit as `encodeAmount` makes it. */
  readonly value: number
}

/** Starts a test of the meter or shows a value. Every meter understands it, because it is not encrypted. */
export interface MeterTest {
  readonly kind: 'test'
  readonly manufacturerDigits: 2 | 4
  /** 36 bits for a manufacturer of two digits, 28 for one of four. */
  readonly control: number
  readonly manufacturer: number
}

/**
 * One token of a key change: two or three carry a 64-bit key, four a 128-bit key (key-change.ts). Each `keyPart` is 32
 * bits of the new key; the third token of a 64-bit key has none and only names the supply group.
 */
export type KeyChangeSection = { readonly kind: 'keyChange' } & (
  | {
      readonly section: 1
      readonly expiryHigh: number
      readonly keyRevision: number
      readonly rollOver: boolean
      /** The 3KCT bit: a third token follows, with the supply group of a 64-bit key. */
      readonly hasThird: boolean
      readonly keyType: number
      readonly keyPart: number
    }
  | {
      readonly section: 2
      readonly expiryLow: number
      readonly tariffIndex: number
      readonly keyPart: number
    }
  | { readonly section: 3; readonly supplyGroup: number }
  | { readonly section: 3; readonly supplyGroupLow: number; readonly keyPart: number }
  | { readonly section: 4; readonly supplyGroupHigh: number; readonly keyPart: number }
)

export type Content = CreditContent | Management | MeterTest | KeyChangeSection

const creditSubclasses = { electricity: 0, water: 1, gas: 2, time: 3 } as const satisfies Record<
  Service,
  number
>
const managementSubclasses = {
  maximumPower: 0,
  clearCredit: 1,
  tariffRate: 2,
  clearTamper: 5,
  phaseUnbalance: 6,
  waterFactor: 7,
} as const satisfies Record<ManagementAction, number>

const SUBCLASS = ['subclass', 4] as const
const KEY_PART = ['keyPart', 32] as const
const DATED = [SUBCLASS, ['random', 4], ['tokenId', TOKEN_ID_BITS]] as const
const layouts = {
  credit: [...DATED, ['amountField', 16]],
  management: [...DATED, ['value', 16]],
  test2: [SUBCLASS, ['control', 36], ['manufacturer', 8]],
  test4: [SUBCLASS, ['control', 28], ['manufacturer', 16]],
  section1: [
    SUBCLASS,
    ['expiryHigh', 4],
    ['keyRevision', 4],
    ['rollOver', 1],
    ['hasThird', 1],
    ['keyType', 2],
    KEY_PART,
  ],
  section2: [SUBCLASS, ['expiryLow', 4], ['tariffIndex', 8], KEY_PART],
  section3: [SUBCLASS, ['supplyGroupLow', 12], KEY_PART],
  section3Of64: [SUBCLASS, ['supplyGroup', 24], ['reserved', 20]],
  section4: [SUBCLASS, ['supplyGroupHigh', 12], KEY_PART],
} as const

const classes: Record<Content['kind'], TokenClass> = { credit: 0, test: 1, management: 2, keyChange: 2 }

export const readClass = (content: Content): TokenClass => classes[content.kind]

export function packContent(content: Content): number {
  if (content.kind === 'credit')
    return pack(layouts.credit, { subclass: creditSubclasses[content.service], ...content })
  if (content.kind === 'management')
    return pack(layouts.management, { subclass: managementSubclasses[content.action], ...content })
  if (content.kind === 'keyChange') return packSection(content)
  return content.manufacturerDigits === 2
    ? pack(layouts.test2, { subclass: 0, ...content })
    : pack(layouts.test4, { subclass: 1, ...content })
}

function packSection(content: KeyChangeSection): number {
  if (content.section === 1)
    return pack(layouts.section1, {
      ...content,
      subclass: 3,
      rollOver: Number(content.rollOver),
      hasThird: Number(content.hasThird),
    })
  if (content.section === 2) return pack(layouts.section2, { subclass: 4, ...content })
  if (content.section === 4) return pack(layouts.section4, { subclass: 9, ...content })
  return 'keyPart' in content
    ? pack(layouts.section3, { subclass: 8, ...content })
    : pack(layouts.section3Of64, { subclass: 8, reserved: 0, ...content })
}

/**
 * Null: a subclass that is reserved, is left to manufacturers, or counts in currency. The cipher decides how the third
 * token of a key change is read; no token moves a meter from one cipher to the other.
 */
export function unpackContent(
  tokenClass: TokenClass,
  packed: number,
  cipher: CipherName | null,
): Content | null {
  const { subclass } = unpack(layouts.credit, packed)
  if (tokenClass === 0) return unpackCredit(subclass, packed)
  if (tokenClass === 1) return unpackTest(subclass, packed)
  return unpackSection(subclass, packed, cipher) ?? unpackManagement(subclass, packed)
}

function unpackCredit(subclass: number, packed: number): CreditContent | null {
  const service = readService(subclass)
  const { random, tokenId, amountField } = unpack(layouts.credit, packed)
  return service && { kind: 'credit', service, random, tokenId, amountField }
}

function unpackManagement(subclass: number, packed: number): Management | null {
  const action = readAction(subclass)
  const { random, tokenId, value } = unpack(layouts.management, packed)
  return action && { kind: 'management', action, random, tokenId, value }
}

function unpackTest(subclass: number, packed: number): MeterTest | null {
  if (subclass > 1) return null
  const { control, manufacturer } = unpack(subclass === 0 ? layouts.test2 : layouts.test4, packed)
  return { kind: 'test', manufacturerDigits: subclass === 0 ? 2 : 4, control, manufacturer }
}

function unpackSection(subclass: number, packed: number, cipher: CipherName | null): KeyChangeSection | null {
  switch (subclass) {
    case 3: {
      const { subclass: _, rollOver, hasThird, ...fields } = unpack(layouts.section1, packed)
      return {
        kind: 'keyChange',
        section: 1,
        rollOver: rollOver === 1,
        hasThird: hasThird === 1,
        ...fields,
      }
    }
    case 4: {
      const { expiryLow, tariffIndex, keyPart } = unpack(layouts.section2, packed)
      return { kind: 'keyChange', section: 2, expiryLow, tariffIndex, keyPart }
    }
    case 8: {
      if (cipher !== null && readKeyBits(cipher) === 64)
        return {
          kind: 'keyChange',
          section: 3,
          supplyGroup: unpack(layouts.section3Of64, packed).supplyGroup,
        }
      const { supplyGroupLow, keyPart } = unpack(layouts.section3, packed)
      return { kind: 'keyChange', section: 3, supplyGroupLow, keyPart }
    }
    case 9: {
      const { supplyGroupHigh, keyPart } = unpack(layouts.section4, packed)
      return { kind: 'keyChange', section: 4, supplyGroupHigh, keyPart }
    }
    default:
      return null
  }
}

/** Null: no service that this library knows has the subclass. */
export const readService = (subclass: number): Service | null => readKey(creditSubclasses, subclass)

export const readAction = (subclass: number): ManagementAction | null =>
  readKey(managementSubclasses, subclass)

function readKey<Key extends string>(table: Readonly<Record<Key, number>>, value: number): Key | null {
  const found = Object.entries(table).find(([, each]) => each === value)
  return found ? (found[0] as Key) : null
}
