import { describe, expect, test } from 'vitest'
import { toBase32, readCode, newSecret, stepAt, findStep, buildUri } from './totp.ts'

/** The secret of the examples in RFC 6238. */
const secret = toBase32(Buffer.from('12345678901234567890'))

describe('the code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('%i seconds into the epoch is %s, as published', (seconds, code) => {
    expect(readCode(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  test('is accepted half a minute early or late, and no more', () => {
    const now = new Date('2026-11-14T14:20:00Z')
    const step = stepAt(now)
    for (const off of [-1, 0, 1]) expect(findStep(secret, readCode(secret, step + off), now)).toBe(step + off)
    for (const off of [-2, 2]) expect(findStep(secret, readCode(secret, step + off), now)).toBeNull()
    for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
      expect(findStep(secret, wrong, now)).toBeNull()
  })

  test('comes from a unique secret of 160 bits', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret))
    expect(secrets.size).toBe(100)
    for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/)
  })

  test('is set up by a link that every app reads', () => {
    expect(buildUri('ABC', 'Flex Power', 'a@b.gm')).toBe(
      'otpauth://totp/Flex%20Power:a%40b.gm?secret=ABC&issuer=Flex%20Power',
    )
  })
})
