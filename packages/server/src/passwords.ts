// Passwords of people: slow hashes, and the few that everybody tries first are not taken.
import { randomBytes } from 'node:crypto'
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2'
import { wrongField } from './refusal.ts'

/** What guessing programs try first, as far as it is long enough to be allowed at all. */
const common = new Set(
  `000000 102030 111111 112233 121212 123123 123321 123456 1234567 12345678 123456789 1234567890 123654 131313 147258 159753
  1q2w3e 1q2w3e4r 1qaz2wsx 222222 232323 252525 333333 444444 456789 555555 654321 666666 696969 777777 789456 888888 987654
  987654321 999999 a123456 aa123456 abc123 abc1234 abcd1234 abcdef access admin1 admin123 administrator africa andrew asdfasdf
  asdfgh asdfghjkl azerty banana banjul baseball batman cashier cashpower changeme charlie cheese computer daniel dragon
  flexpower flexpower1 flower football freedom gambia gambia1 gambia123 george google hannah hello1 hello123 iloveyou internet
  jessica jordan joshua justin killer letmein liverpool login1 lovely maggie master matrix michael michelle monkey mother
  mustang nawec1 nicole p@ssw0rd p@ssword pass123 pass1234 passw0rd password password1 password12 password123 pepper pokemon
  princess q1w2e3 q1w2e3r4 qazwsx qazxsw qwerty qwerty1 qwerty12 qwerty123 qwertyuiop robert samsung secret serekunda shadow
  summer sunshine superman taylor test123 test1234 testing thomas tigger trustno1 welcome welcome1 welcome123 whatever william
  winner yankees zaq12wsx zxcvbn zxcvbnm`.split(/\s+/),
)

/** Refused where a password is set, never where it is entered: an old one must go on working. */
export function refuseCommonPassword(password: string, wireField: string): void {
  const isOneCharacter = new Set(password).size === 1
  if (!isOneCharacter && !common.has(password.toLowerCase())) return
  const message = 'This password is among the first that thieves try. Choose another one.'
  throw wrongField(wireField, message)
}

/** Hashing is slow on purpose; this many at a time, so that logins cannot starve everything else of the processor. */
const HASHES_AT_ONCE = 2
const hashing = { running: 0, waiting: [] as (() => void)[] }

async function oneOfFew<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashing.running >= HASHES_AT_ONCE) await new Promise<void>((resolve) => hashing.waiting.push(resolve))
  else hashing.running += 1
  try {
    return await work()
  } finally {
    const next = hashing.waiting.shift()
    if (next) next()
    else hashing.running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => oneOfFew(() => argon2(password))

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/** Without a user it checks against a hash of nobody's, so that the answer takes the same time. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const comparison = stored ?? (await dummyHash)
  const matches = await oneOfFew(() => argon2Verify(comparison, password))
  return stored !== undefined && matches
}
