// One published vector, converted for the codec: the content of the token and the key it is made with. Values may be
// written as numbers or as texts; a missing or invalid one throws a sentence that names it.
import { encodeAmount, countTenths } from './amount.ts'
import type { CipherName, DecoderKey } from './cipher.ts'
import { readAction, type Content, type KeyChangeSection, readService } from './content.ts'
import { deriveKey02, deriveKey04 } from './key.ts'
import { splitKeyChange } from './key-change.ts'
import { type BaseDate, tokenIdAt } from './token-id.ts'

export type Vector = Readonly<Record<string, unknown>>

export function readVector(vector: Vector): { content: Content; key: DecoderKey | null } {
  const kind = text(vector, 'kind')
  switch (kind) {
    case 'credit':
      return { content: readCredit(vector), key: readKey(vector) }
    case 'management':
      return { content: readManagement(vector), key: readKey(vector) }
    case 'keyChange':
      return { content: readSection(vector), key: readKey(readSide(vector, 'from')) }
    case 'test':
      return { content: readTest(vector), key: null }
    default:
      throw new TypeError(`its kind is "${kind}", not credit, management, keyChange or test`)
  }
}

export function text(vector: Vector, name: string): string {
  const value = vector[name]
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') throw new TypeError(`"${name}" is missing`)
  // JSON would have changed its last digits silently.
  if (value > Number.MAX_SAFE_INTEGER) throw new TypeError(`"${name}" is too long for a number; quote it`)
  return String(value)
}

function readCredit(vector: Vector): Content {
  const service = readService(whole(vector, 'subclass'))
  if (service === null) throw new TypeError(`there is no credit of subclass ${text(vector, 'subclass')}`)
  const amountField =
    vector['kwh'] === undefined
      ? whole(vector, 'amountField')
      : encodeAmount(countTenths(text(vector, 'kwh')))
  return { kind: 'credit', service, random: whole(vector, 'rnd'), tokenId: readTokenId(vector), amountField }
}

function readManagement(vector: Vector): Content {
  const action = readAction(whole(vector, 'subclass'))
  if (action === null) throw new TypeError(`there is no management of subclass ${text(vector, 'subclass')}`)
  const random = whole(vector, 'rnd')
  return { kind: 'management', action, random, tokenId: readTokenId(vector), value: whole(vector, 'value') }
}

function readTest(vector: Vector): Content {
  const subclass = whole(vector, 'subclass')
  if (subclass > 1) throw new TypeError(`there is no test of subclass ${subclass}`)
  const control = Number(hex(vector, 'control'))
  const manufacturer = Number(hex(vector, 'manufacturer'))
  return { kind: 'test', manufacturerDigits: subclass === 0 ? 2 : 4, control, manufacturer }
}

/** A key change names what the old and the new key have in common once, and the rest as `fromTi`, `toTi` and so on. */
function readSection(vector: Vector): KeyChangeSection {
  const target = readSide(vector, 'to')
  const number = whole(vector, 'section')
  const newKey = readKey(target)
  const section = splitKeyChange({
    newKey,
    keyRevision: whole(target, 'krn'),
    keyType: whole(target, 'kt'),
    tariffIndex: whole(target, 'ti'),
    supplyGroup:
      newKey.cipher === 'EA11' || isSet(target, 'threeTokens') ? text(target, 'sgc').padStart(6, '0') : null,
    expiry: whole(target, 'ken'),
    rollOver: isSet(target, 'rollOver'),
  }).find((each) => each.section === number)
  if (!section) throw new TypeError(`a key change of this length has no section ${number}`)
  return section
}

const isSet = (vector: Vector, name: string): boolean =>
  vector[name] !== undefined && ['1', 'true'].includes(text(vector, name))

/** The vector as one side of a key change sees it. */
function readSide(vector: Vector, side: 'from' | 'to'): Vector {
  const own = Object.entries(vector).flatMap(([name, value]) => {
    // A capital must follow: "token" is not the "ken" of the new side.
    const [, first, rest] = new RegExp(`^${side}([A-Z])(.*)$`).exec(name) ?? []
    return first === undefined ? [] : [[first.toLowerCase() + rest, value]]
  })
  return { ...vector, ...Object.fromEntries(own) }
}

function readKey(vector: Vector): DecoderKey {
  const [, generator, cipher] = /^DKGA(02|04) *\+ *(EA07|EA11)$/.exec(text(vector, 'alg')) ?? []
  if (!cipher || (generator === '02' && cipher === 'EA11'))
    throw new TypeError('its alg is not DKGA02+EA07, DKGA04+EA07 or DKGA04+EA11')
  const vendingKey = Buffer.from(text(vector, 'vk'), 'hex')
  const terms = {
    pan: text(vector, 'pan'),
    supplyGroup: text(vector, 'sgc').padStart(6, '0'),
    tariffIndex: whole(vector, 'ti'),
    keyRevision: whole(vector, 'krn'),
    keyType: whole(vector, 'kt'),
  }
  return generator === '02'
    ? deriveKey02(vendingKey, terms)
    : deriveKey04(vendingKey, { ...terms, base: readBase(vector), cipher: cipher as CipherName })
}

function readTokenId(vector: Vector): number {
  if (vector['issued'] === undefined) return whole(vector, 'tid')
  const issued = text(vector, 'issued')
  const instant = new Date(/(Z|[+-]\d\d:\d\d)$/.test(issued) ? issued : `${issued}Z`)
  if (Number.isNaN(instant.getTime())) throw new TypeError(`"issued" is not a time: ${issued}`)
  return tokenIdAt(instant, readBase(vector))
}

function readBase(vector: Vector): BaseDate {
  const base = whole(vector, 'base')
  if (base === 1993 || base === 2014 || base === 2035) return base
  throw new TypeError(`its base is ${base}, not 1993, 2014 or 2035`)
}

function whole(vector: Vector, name: string): number {
  const value = text(vector, name)
  if (!/^\d+$/.test(value)) throw new TypeError(`"${name}" is not a whole number: ${value}`)
  return Number(value)
}

function hex(vector: Vector, name: string): bigint {
  const value = text(vector, name)
  if (!/^[0-9a-f]+$/i.test(value)) throw new TypeError(`"${name}" is not hexadecimal: ${value}`)
  return BigInt(`0x${value}`)
}
