// The six digits of an authenticator app (RFC 6238 with what every app supports: SHA-1, half minutes, six digits).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** A phone's clock may be off by this many steps, either way. */
const STEPS_OFF = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** What the app reads from the QR code. */
export const buildUri = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

export function readCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBytes(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code this is, near now; null if there is none. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  if (given.length !== DIGITS) return null
  const around = Array.from({ length: 2 * STEPS_OFF + 1 }, (_, n) => stepAt(now) - STEPS_OFF + n)
  return around.find((step) => timingSafeEqual(Buffer.from(readCode(secret, step)), given)) ?? null
}

/** Without padding: the length of our secrets needs none. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

function decodeBytes(secret: string): Buffer {
  const bits = secret
    .split('')
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
