// What can be known about a meter's tokens without their key: whether each is possible at all, its class, and so its
// name. An invalid list is shown to nobody: a wrong token at a counter is worse than a late one.
import { ELECTRICITY, formatUnits, readTokenClass } from '@flexpower/contract'
import { cleanText } from '../clean-text.ts'
import { Numeral } from './exact-json.ts'

const TOKEN_DIGITS = 20
/** The largest number of 66 bits. */
const TOKEN_MOST = 73_786_976_294_838_206_463n
const NAME_MOST = 40

const CREDIT = 0
const TEST = 1
/**
 * Key changes and everything else that sets a meter up: which one is encrypted with the key that only meter and utility
 * have.
 */
const MANAGEMENT = 2

/** What an answer lists, each list in its own order. */
export interface GivenTokens {
  keyChange?: readonly unknown[]
  listed: readonly unknown[]
  /** Units that nobody paid for. */
  free?: readonly unknown[]
  /** How many; null if the utility does not say. */
  freeUnits?: number | null
}

export interface NamedTokens {
  /** In the order of entry. */
  tokens: string[]
  /** One for each token; empty if there is only one and it is what was paid for. */
  tokenNames: string[]
}

interface Entry {
  list: 'keyChange' | 'listed' | 'free'
  token: string
  tokenClass: number
  /** The utility's name for it; empty if it does not say. */
  given: string
}

/**
 * The reason why these cannot be a sale's tokens, or the tokens. Key changes come first: without them a meter accepts
 * nothing.
 */
export function readTokens(given: GivenTokens, mayLackCredit: boolean): NamedTokens | { wrong: string } {
  const { keyChange = [], listed, free = [], freeUnits = null } = given
  const read = [
    ...keyChange.map((each) => readEntry('keyChange', each)),
    ...listed.map((each) => readEntry('listed', each)),
    ...free.map((each) => readEntry('free', each)),
  ]
  const entries = read.filter((entry) => entry !== null)
  if (entries.length < read.length) return { wrong: 'a token does not have the form of one' }
  if (entries.some(({ list, tokenClass }) => list === 'keyChange' && tokenClass !== MANAGEMENT))
    return { wrong: 'a key-change token is of another class' }
  if (!mayLackCredit && !entries.some(isPaid))
    return { wrong: entries.length === 0 ? 'no token came' : 'no credit token came' }
  const tokens = entries.map(({ token }) => token)
  if (new Set(tokens).size < tokens.length) return { wrong: 'a token came twice' }
  return { tokens, tokenNames: nameEntries(entries, freeUnits) }
}

/** Tokens of which only the digits are known. */
export const nameTokens = (tokens: readonly string[]): string[] =>
  nameEntries(tokens.flatMap((token) => readEntry('listed', token) ?? []))

const isPaid = ({ list, tokenClass }: Entry): boolean => list === 'listed' && tokenClass === CREDIT

/** Null: this cannot be a token. Class 3 is not assigned to anything. */
function readEntry(list: Entry['list'], given: unknown): Entry | null {
  const { token, name } = splitNamed(given)
  const digits = readDigits(token)
  if (digits === null) return null
  const tokenClass = readTokenClass(digits)
  return tokenClass > MANAGEMENT ? null : { list, token: digits, tokenClass, given: name }
}

/** A token is listed bare, or with its name beside it. */
function splitNamed(given: unknown): { token: unknown; name: string } {
  if (typeof given !== 'object' || given === null || given instanceof Numeral)
    return { token: given, name: '' }
  const { token, description, name } = given as Record<string, unknown>
  const said = [description, name].find((each) => typeof each === 'string')
  return { token, name: cleanText(said ?? '', NAME_MOST) }
}

/** An unquoted number has lost its leading zeros, a text has not. */
function readDigits(given: unknown): string | null {
  const text =
    given instanceof Numeral
      ? given.written.padStart(TOKEN_DIGITS, '0')
      : typeof given === 'string'
        ? given.replaceAll(/[\s-]/g, '')
        : ''
  return /^\d{20}$/.test(text) && BigInt(text) <= TOKEN_MOST ? text : null
}

function nameEntries(entries: readonly Entry[], freeUnits: number | null = null): string[] {
  const groups = Map.groupBy(entries, groupName)
  const names = entries.map((entry) => {
    const group = groupName(entry)
    const members = groups.get(group) ?? []
    const place = ` ${members.indexOf(entry) + 1} of ${members.length}`
    if (entry.given !== '') return entry.given
    if (group === KEY_CHANGE) return group + place
    if (group === FREE_UNITS && members.length === 1 && freeUnits !== null)
      return `${group}, ${formatUnits(freeUnits)}`
    if (group === METER_SETTING) return nameSetting(members, groups.has(KEY_CHANGE))
    return members.length === 1 ? group : group + place
  })
  return names.length === 1 && names[0] === ELECTRICITY ? [] : names
}

const KEY_CHANGE = 'Key change'
const FREE_UNITS = 'Free units'
const METER_SETTING = 'Meter setting'
const METER_TEST = 'Meter test'

function groupName({ list, tokenClass }: Entry): string {
  if (tokenClass === TEST) return METER_TEST
  if (tokenClass === MANAGEMENT) return list === 'keyChange' ? KEY_CHANGE : METER_SETTING
  return list === 'free' ? FREE_UNITS : ELECTRICITY
}

/**
 * A key change has two tokens or more, so one alone is none; several may be one, unless the utility lists it
 * separately.
 */
const nameSetting = (members: readonly Entry[], isKeyChangeApart: boolean): string =>
  members.length === 1 || isKeyChangeApart ? METER_SETTING : `${KEY_CHANGE} or meter setting`
