// What can be said of a meter's token without its key: whether it can be one at all, and its class. A list that makes no
// sense is not shown to anybody: a wrong token at a counter is worse than a late one.
import { readTokenClass } from '@flexpower/contract'
import { Numeral } from './exact-json.ts'

const TOKEN_DIGITS = 20
/** The largest number of 66 bits. */
const TOKEN_MOST = 73_786_976_294_838_206_463n

const CREDIT = 0
const KEY_CHANGE = 2

/** The tokens in the order of entry, or the reason why these cannot be a sale's tokens. */
export function readTokens(
  keyChange: readonly unknown[],
  listed: readonly unknown[],
  mayBeEmpty: boolean,
): string[] | { wrong: string } {
  const all = [...keyChange, ...listed]
  if (all.length === 0) return mayBeEmpty ? [] : { wrong: 'no token came' }
  const tokens = all.map(digitsOf)
  const classes = tokens.map((token) => (token === null ? null : readTokenClass(token)))
  if (classes.includes(null)) return { wrong: 'a token does not have the form of one' }
  if (classes.slice(0, keyChange.length).some((each) => each !== KEY_CHANGE))
    return { wrong: 'a key-change token is of another class' }
  const firstCredit = classes.indexOf(CREDIT)
  if (firstCredit === -1) return { wrong: 'no credit token came' }
  // A utility that lists everything together still has to list what is keyed in first before the rest.
  if (classes.slice(0, firstCredit).some((each) => each !== KEY_CHANGE))
    return { wrong: 'a token is of no class that a sale has' }
  if (classes.slice(firstCredit).some((each) => each !== CREDIT))
    return { wrong: 'a token stands behind the credit token that cannot' }
  const unique = new Set(tokens)
  return unique.size === tokens.length
    ? tokens.filter((token) => token !== null)
    : { wrong: 'a token came twice' }
}

/** An unquoted number has lost its leading zeros on the way, a text has not. */
function digitsOf(given: unknown): string | null {
  const text =
    given instanceof Numeral
      ? given.written.padStart(TOKEN_DIGITS, '0')
      : typeof given === 'string'
        ? given.replaceAll(/[\s-]/g, '')
        : ''
  return /^\d{20}$/.test(text) && BigInt(text) <= TOKEN_MOST ? text : null
}
