import { expect, test } from 'vitest'
import { byText, copiesText, rulesText, sizeText } from './backup-words.ts'

test.each([
  [10, '1 kB'],
  [812_400, '812 kB'],
  [1_440_000, '1.4 MB'],
  [96_000_000, '96 MB'],
  [1_440_000_000, '1.4 GB'],
])('a size has two or three digits: %i', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a nightly backup was made by nobody', () => {
  expect(byText(null)).toBe('Made by the server')
  expect(byText('Binta Saidy')).toBe('Made by Binta Saidy')
})

test('it is said what is made and removed automatically, and when', () => {
  const nextAt = new Date('2026-11-15T02:30:00Z')
  const before = new Date('2026-11-14T14:20:00Z')
  expect(rulesText({ nextAt, isRetry: false, keptDays: 30 }, before)).toBe(
    'One is made automatically every day at 02:30; the next on 15 Nov 2026. Each is kept for 30 days, and the newest that was verified for as long as there is no newer one.',
  )
  expect(rulesText({ nextAt, isRetry: false, keptDays: 1 }, nextAt)).toContain(
    'was missed, and is made in a minute. Each is kept for a day,',
  )
  expect(rulesText({ nextAt: null, isRetry: false, keptDays: 30 }, before)).toMatch(
    /^No backup is made automatically: /,
  )
})

test('after a failure it is said when the next attempt comes', () => {
  const rules = { nextAt: new Date('2026-11-15T03:37:00Z'), isRetry: true, keptDays: 30 }
  expect(rulesText(rules, new Date('2026-11-15T03:00:00Z'))).toMatch(
    /^One is made automatically every day; the last one failed, and is tried again at 03:37\. /,
  )
  expect(rulesText(rules, rules.nextAt)).toContain('is tried again in a minute.')
})

test('it is said where the copies are and whether one was read back', () => {
  const at = new Date('2026-11-15T02:31:00Z')
  const copies = { target: 's3://vend-backups/', copiedAt: at, copyCheckedAt: at }
  expect(copiesText({ target: null, copiedAt: null, copyCheckedAt: null })).toMatch(
    /^Backups stay on this server/,
  )
  expect(copiesText({ ...copies, copiedAt: null })).toBe(
    'Each is copied to s3://vend-backups/. None has arrived yet.',
  )
  expect(copiesText(copies)).toBe(
    'Each is copied to s3://vend-backups/. The last copy arrived on 15 Nov 2026, 02:31 and was read back on 15 Nov 2026, 02:31.',
  )
  expect(copiesText({ ...copies, copyCheckedAt: null })).toContain('and has not been read back yet.')
})
