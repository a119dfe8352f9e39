// Users' passwords: slow hashes, and common passwords are refused.
import { randomBytes } from 'node:crypto'
import { hash as argon2, hashRaw, verify as argon2Verify } from '@node-rs/argon2'
import { wrongField } from '../refusal.ts'

/** Words that people here would choose, alone or with digits and signs around them: `flexpower2`, `Gambia!`. */
const ownWords =
  /^[\W\d_]*(flex ?power|cash ?power|nawec|cashier|admin|gambia|banjul|serekunda|dalasi|electricity|p@ssword)[\W\d_]*$/
/** `zzzzzz`, `121212`; and the sequences that contain `654321` and `abcdef`, in both directions. */
const repeated = /^(.{1,3})\1+$/
const rows = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'zyxwvutsrqponmlkjihgfedcba']

/** What the list leaves out, because its own program finds these by other means. */
const isPattern = (tried: string) =>
  ownWords.test(tried) || repeated.test(tried) || rows.some((row) => row.includes(tried))

/** The fifty thousand that guessing programs try first; loaded on demand, because most processes never need them. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password)
}

/** Refused when a password is chosen, never when it is entered: an old one must still work. */
export async function hashNewPassword(password: string, field: string): Promise<string> {
  const tried = password.toLowerCase()
  if (isPattern(tried) || (await isCommon(tried)))
    throw wrongField(field, 'This password is too common. Choose another one.')
  return hashPassword(password)
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

/** The same secret and salt give the same hash, so that it can be looked up. */
export const hashWithSalt = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  oneOfFew(() => hashRaw(secret, { salt }))

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/** Without a user it checks against a dummy hash, so that the answer takes the same time. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const comparison = stored ?? (await dummyHash)
  const matches = await oneOfFew(() => argon2Verify(comparison, password))
  return stored !== undefined && matches
}
