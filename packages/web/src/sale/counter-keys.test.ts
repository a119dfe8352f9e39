import { expect, test } from 'vitest'
import { createScanReader, readShortcut } from './counter-keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

test.each([
  ['n', 'new sale'],
  ['N', 'new sale'],
  ['F2', 'new sale'],
  ['/', 'search'],
  ['?', 'keys'],
  ['x', null],
])('the key %s means %s', (key, means) => {
  expect(readShortcut(press(key), false)).toBe(means)
})

test('keys do nothing while somebody types, or together with Ctrl', () => {
  expect(readShortcut(press('n'), true)).toBeNull()
  expect(readShortcut(press('F2'), true)).toBeNull()
  expect(readShortcut(press('n', { ctrlKey: true }), false)).toBeNull()
})

const type = (text: string, gapMs: number, read = createScanReader()) => {
  let atMs = 1000
  const answers = Array.from(text).map((key) => read(key, (atMs += gapMs)))
  return [...answers, read('Enter', (atMs += gapMs))].at(-1)
}

test('a burst of digits and Enter is a scan', () => {
  expect(type('37201148261', 5)).toBe('37201148261')
})

test('a person types too slowly for a scan, and a short burst is not a meter number', () => {
  expect(type('37201148261', 90)).toBeNull()
  expect(type('3720114', 5)).toBeNull()
})

test('another key ends a scan, and what was typed long before is not part of it', () => {
  const read = createScanReader()
  read('9', 0)
  let atMs = 2000
  for (const key of '37201148261') read(key, (atMs += 5))
  expect(read('Enter', (atMs += 5))).toBe('37201148261')
  for (const key of '372011x48261') read(key, (atMs += 5))
  expect(read('Enter', atMs + 5)).toBeNull()
})

test.each([
  [200, '37201148261'],
  [700, null],
])('a pause of %d ms within a scan never cuts off its beginning', (hiccupMs, scanned) => {
  const read = createScanReader()
  let atMs = 0
  for (const key of '372') read(key, (atMs += 5))
  atMs += hiccupMs
  for (const key of '01148261') read(key, (atMs += 5))
  expect(read('Enter', atMs + 5)).toBe(scanned)
})
