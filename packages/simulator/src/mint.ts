// Real STS tokens under the public test key of the published vectors, so that the virtual meters can check them and
// nobody else's meter takes them.
import {
  type DecoderKey,
  deriveKey04,
  encodeAmount,
  encodeToken,
  meterPanOf,
  splitKeyChange,
} from '@flexpower/sts'
import { UNITS_PER_KWH } from './tariff.ts'

const TEST_VENDING_KEY = Buffer.from('abababababababab949494949494949401234567', 'hex')
export const BASE_DATE = 2014
const SUPPLY_GROUP = '123456'
const TARIFF_INDEX = 1
const UNIQUE_KEY = 2
const NEVER_EXPIRES = 255
const REVISIONS = 9
const UNITS_PER_TENTH = UNITS_PER_KWH / 10

const keys = new Map<string, DecoderKey>()

export function keyOf(meter: string, keyRevision: number): DecoderKey {
  const name = `${meter}/${keyRevision}`
  const known = keys.get(name)
  if (known) return known
  const pan = meterPanOf(meter)
  if (pan === null) throw new RangeError(`A meter of the simulator has 11 or 13 digits, not ${meter}`)
  const terms = {
    pan,
    supplyGroup: SUPPLY_GROUP,
    tariffIndex: TARIFF_INDEX,
    keyRevision,
    keyType: UNIQUE_KEY,
  }
  const key = deriveKey04(TEST_VENDING_KEY, { ...terms, base: BASE_DATE, cipher: 'EA07' })
  keys.set(name, key)
  return key
}

export const revisionAfter = (revision: number): number => (revision % REVISIONS) + 1

export function mintCredit(meter: string, keyRevision: number, tokenId: number, units: number): string {
  const random = Math.floor(Math.random() * 16)
  const amountField = encodeAmount(tenthsIn(units))
  return encodeToken(
    { kind: 'credit', service: 'electricity', random, tokenId, amountField },
    keyOf(meter, keyRevision),
  )
}

/** A tenth of a kWh is the least that a token can say: the rest is cut off from 1 kWh up and rounded up below. */
function tenthsIn(units: number): number {
  const tenths = units / UNITS_PER_TENTH
  return units < UNITS_PER_KWH ? Math.ceil(tenths) : Math.floor(tenths)
}

/** The two tokens that move a meter to its next key. */
export function mintKeyChange(meter: string, from: number): string[] {
  const keyRevision = revisionAfter(from)
  const sections = splitKeyChange({
    newKey: keyOf(meter, keyRevision),
    keyRevision,
    keyType: UNIQUE_KEY,
    tariffIndex: TARIFF_INDEX,
    expiry: NEVER_EXPIRES,
    rollOver: false,
    supplyGroup: null,
  })
  return sections.map((section) => encodeToken(section, keyOf(meter, from)))
}
