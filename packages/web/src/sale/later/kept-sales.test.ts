// Without a browser there is no IndexedDB: these show that a sale goes on without it, and who gets an end. What survives a
// reload or a crash is tested in a real browser (e2e/network-is-cut.e2e.ts).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changeKept,
  claimEnd,
  endVisit,
  findKept,
  forgetSale,
  giveUp,
  keepSent,
  keepTyped,
  listKept,
  noteUnheard,
  readVisit,
} from './kept-sales.ts'
import { isOutdated } from './sale-rows.ts'

const KEY = 'a-key-of-a-sale'
const REFERENCE = '261117-00001'
const sale = {
  product: 'electricity',
  entered: { key: KEY, subject: '37201148261', amount: '100', phone: '7714208' },
} as const

beforeEach(() => vi.stubGlobal('document', { cookie: 'user_id=7' }))
afterEach(() => {
  forgetSale(KEY)
  vi.unstubAllGlobals()
})

test('what is typed is kept under the user, and becomes what was sent, with the same key', async () => {
  await keepTyped(sale)
  expect(findKept(KEY)).toMatchObject({ userId: '7', step: 'typed', reference: null })
  await keepSent(sale)
  expect(listKept()).toMatchObject([{ key: KEY, step: 'sent', isUnheard: false }])
})

test('a sale that is sent again keeps the time of its first request, and is not asked for at once', async () => {
  await keepSent(sale)
  const first = findKept(KEY)
  changeKept(KEY, { isUnheard: true })
  await keepSent(sale)
  expect(findKept(KEY)).toMatchObject({ at: first?.at, isUnheard: false })
  expect(findKept(KEY)?.askFrom.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0)
})

test('an end that arrives by two ways is shown once', async () => {
  await keepSent(sale)
  expect(claimEnd(KEY, { reference: REFERENCE })).toMatchObject({ step: 'sent', entered: sale.entered })
  expect(findKept(KEY)).toMatchObject({ step: 'shown', reference: REFERENCE })
  expect(claimEnd(KEY, { reference: REFERENCE })).toBeNull()
  forgetSale(KEY)
  expect(claimEnd(KEY, {})).toBeNull()
})

test('an end that nobody has read when the screen is left is found again; one that was open there is forgotten', async () => {
  const before = readVisit()
  await keepSent(sale)
  claimEnd(KEY, { reference: REFERENCE })
  endVisit(() => false)
  expect(readVisit()).not.toBe(before)
  expect(findKept(KEY)).toMatchObject({ step: 'open', reference: REFERENCE })
  claimEnd(KEY, {})
  endVisit((key) => key === KEY)
  expect(findKept(KEY)).toBeUndefined()
})

test('a refusal that nobody has read keeps its text', async () => {
  await keepSent(sale)
  claimEnd(KEY, { refusal: 'The meter is not active.' })
  endVisit(() => false)
  expect(findKept(KEY)).toMatchObject({ step: 'sent', refusal: 'The meter is not active.' })
})

test('a sale that is not sent again keeps its key for some minutes, and is then forgotten', async () => {
  await keepSent(sale)
  giveUp(KEY)
  noteUnheard(findKept(KEY)!)
  expect(findKept(KEY)).toMatchObject({ step: 'sent', isUnheard: true })
  changeKept(KEY, { givenUpAt: new Date(Date.now() - 6 * 60_000) })
  noteUnheard(findKept(KEY)!)
  expect(findKept(KEY)).toBeUndefined()
})

test('a late change does not bring back a sale that has ended', async () => {
  await keepSent(sale)
  forgetSale(KEY)
  changeKept(KEY, { step: 'open', reference: REFERENCE })
  expect(listKept()).toEqual([])
})

test('what was only typed is of no use after a day; what was sent, after a month', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
  expect(isOutdated({ step: 'typed', at: daysBefore(0.9) }, now)).toBe(false)
  expect(isOutdated({ step: 'typed', at: daysBefore(1.1) }, now)).toBe(true)
  for (const step of ['sent', 'open', 'shown'] as const) {
    expect(isOutdated({ step, at: daysBefore(29) }, now)).toBe(false)
    expect(isOutdated({ step, at: daysBefore(31) }, now)).toBe(true)
  }
})
