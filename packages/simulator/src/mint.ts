// Real STS tokens under the public test key of the published vectors, so that the virtual meters can check them and no
// real meter accepts them.
import {
  type BaseDate,
  type CipherName,
  type DecoderKey,
  deriveKey04,
  encodeAmount,
  encodeToken,
  type ManagementAction,
  buildMeterPan,
  splitKeyChange,
} from '@flexpower/sts'
import { UNITS_PER_KWH } from './tariff.ts'

const TEST_VENDING_KEY = Buffer.from('abababababababab949494949494949401234567', 'hex')
/** Every token is sold on this base date: the current one. */
export const BASE_DATE = 2014
const TARIFF_INDEX = 1
const UNIQUE_KEY = 2
export const NEVER_EXPIRES = 255
const REVISIONS = 9
const UNITS_PER_TENTH = UNITS_PER_KWH / 10

/** What the key of a meter is made from, and until when it may be used. */
export interface MeterKey {
  cipher: CipherName
  supplyGroup: string
  keyRevision: number
  base: BaseDate
  /** Key expiry number (KEN): the highest upper byte of a token id that the meter still accepts; 255 never expires. */
  keyExpiry: number
}

/** As an ordinary meter leaves the factory. */
export const FIRST_KEY: MeterKey = {
  cipher: 'EA07',
  supplyGroup: '123456',
  keyRevision: 1,
  base: BASE_DATE,
  keyExpiry: NEVER_EXPIRES,
}

const keys = new Map<string, DecoderKey>()

export function deriveMeterKey(meter: string, key: MeterKey): DecoderKey {
  const { cipher, supplyGroup, keyRevision, base } = key
  const name = `${meter}/${cipher}/${supplyGroup}/${keyRevision}/${base}`
  const known = keys.get(name)
  if (known) return known
  const pan = buildMeterPan(meter)
  if (pan === null) throw new RangeError(`A meter of the simulator has 11 or 13 digits, not ${meter}`)
  const terms = { pan, supplyGroup, tariffIndex: TARIFF_INDEX, keyRevision, keyType: UNIQUE_KEY }
  const derived = deriveKey04(TEST_VENDING_KEY, { ...terms, base, cipher })
  keys.set(name, derived)
  return derived
}

export const revisionAfter = (revision: number): number => (revision % REVISIONS) + 1

/** Of the three base dates, the one after a roll-over. */
export const baseAfter = (base: BaseDate): BaseDate => (base === 1993 ? 2014 : 2035)

export function mintCredit(meter: string, key: MeterKey, tokenId: number, units: number): string {
  const amountField = encodeAmount(tenthsIn(units))
  return encodeToken(
    { kind: 'credit', service: 'electricity', random: drawRandom(), tokenId, amountField },
    deriveMeterKey(meter, key),
  )
}

/** `value`: the 16-bit field of the token, as the standard has it for this action. */
export const mintManagement = (
  meter: string,
  key: MeterKey,
  tokenId: number,
  { action, value }: { action: ManagementAction; value: number },
): string =>
  encodeToken(
    { kind: 'management', action, random: drawRandom(), tokenId, value },
    deriveMeterKey(meter, key),
  )

const drawRandom = (): number => Math.floor(Math.random() * 16)

/** A tenth of a kWh is the smallest unit of a token: the rest is cut off from 1 kWh up and rounded up below. */
function tenthsIn(units: number): number {
  const tenths = units / UNITS_PER_TENTH
  return units < UNITS_PER_KWH ? Math.ceil(tenths) : Math.floor(tenths)
}

/** The two, three or four tokens that move a meter from one key to another. */
export function mintKeyChange(meter: string, from: MeterKey, to: MeterKey): string[] {
  const namesGroup = to.cipher === 'EA11' || to.supplyGroup !== from.supplyGroup
  const sections = splitKeyChange({
    newKey: deriveMeterKey(meter, to),
    keyRevision: to.keyRevision,
    keyType: UNIQUE_KEY,
    tariffIndex: TARIFF_INDEX,
    expiry: to.keyExpiry,
    rollOver: to.base !== from.base,
    supplyGroup: namesGroup ? to.supplyGroup : null,
  })
  return sections.map((section) => encodeToken(section, deriveMeterKey(meter, from)))
}
