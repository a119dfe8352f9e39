import { bututs, CallRefused, type OpenSale, UnreadableAnswer } from '@flexpower/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askForKey, askUntilAnswered, readEnd } from './ask-server.ts'
import { describeBuyer } from '../products.ts'

const awaited = { reference: '261114-00042', product: 'airtime' } as const
const seen: OpenSale = {
  id: 42,
  ...awaited,
  subject: '3012345',
  customerName: 'QCell',
  tendered: bututs(10_000),
  state: 'unknown',
  asked: 2,
  receiptCode: null,
  since: new Date('2026-11-14T14:18:00Z'),
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
}
const endWhen = (readStatus: () => Promise<{ sale?: string }>) =>
  readEnd(
    { lists: [], readStatus, describe: (sale) => ({ title: `It is ${sale}`, text: '' }) },
    awaited,
    seen,
  )
const refusing = (status: number) => () =>
  Promise.reject(new CallRefused(status, { message: 'GMD 100.00 is back where it came from.' }))

test('a sale that was sold is announced with what was sold', async () => {
  expect(await endWhen(() => Promise.resolve({ sale: 'sold' }))).toMatchObject({
    kind: 'sold',
    ...awaited,
    announcement: { title: 'It is sold' },
  })
})

test('a sale whose money is back says why, and what it was', async () => {
  expect(await endWhen(refusing(200))).toEqual({
    kind: 'released',
    ...awaited,
    message: 'GMD 100.00 is back where it came from.',
    seen,
  })
})

test('a sale that the server does not have for us is no longer awaited', async () => {
  expect(await endWhen(refusing(404))).toBe('nothing')
  expect(await endWhen(refusing(403))).toBe('nothing')
})

test.each([
  ['the other side has not answered', () => Promise.resolve({})],
  ['the server fails', refusing(503)],
  ['the answer cannot be read', () => Promise.reject(new UnreadableAnswer('?'))],
  ['the link is down', () => Promise.reject(new TypeError('Failed to fetch'))],
])('as long as %s there is no end', async (_, ask) => {
  expect(await endWhen(ask)).toBeNull()
})

test('an open sale is named by who or what it is for', () => {
  expect(describeBuyer(seen)).toBe('QCell, number 3012345')
  expect(describeBuyer({ ...seen, product: 'electricity', customerName: '', subject: '37201148261' })).toBe(
    'meter 37201148261',
  )
  expect(
    describeBuyer({ ...seen, product: 'postpaid', customerName: 'Kotu Beach Hotel', subject: '300118462' }),
  ).toBe('Kotu Beach Hotel, account 300118462')
})

describe('a question to the server', () => {
  const answers: (() => Response | Promise<Response>)[] = []
  const open = () => {
    vi.stubGlobal('fetch', async () => (answers.shift() ?? OURS)())
    vi.stubGlobal('document', { cookie: '', querySelector: () => null })
    vi.stubGlobal('window', { localStorage: { getItem: () => null } })
  }
  const OURS = () => Response.json({ status: 'Error', message: 'There is no such sale.' }, { status: 404 })
  const LOST = () => Promise.reject(new TypeError('Failed to fetch'))
  afterEach(() => {
    answers.length = 0
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('a key is unheard only if our server says so', async () => {
    open()
    expect(await askForKey('a-key')).toBe('unheard')
    answers.push(() => new Response('<h1>Not found</h1>', { status: 404 }))
    expect(await askForKey('a-key')).toBeNull()
    answers.push(() => Response.json({ message: 'Forbidden' }, { status: 403 }))
    expect(await askForKey('a-key')).toBeNull()
  })

  test('a call that fails does not end the wait for the one that was made again', async () => {
    open()
    vi.useFakeTimers()
    const asked: PromiseWithResolvers<string>[] = []
    const ask = () => {
      const next = Promise.withResolvers<string>()
      asked.push(next)
      return next.promise
    }
    answers.push(LOST)
    const answer = askUntilAnswered('a-key', ask)
    // Away, and back.
    await vi.advanceTimersByTimeAsync(4500)
    expect(asked).toHaveLength(2)
    asked[0]?.reject(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(0)
    asked[1]?.resolve('verified')
    expect(await answer).toBe('verified')
  })
})
