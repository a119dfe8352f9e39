import { buildRequest, vendor } from '@flexpower/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { isVendingState, readVendingState, VENDING_URL } from './VendingStatus.tsx'

afterEach(() => vi.unstubAllGlobals())

test('it is the contract’s call, with the contract’s values', () => {
  expect(VENDING_URL).toBe(buildRequest(vendor.vending, {}).url)
  for (const state of ['up', 'slow', 'down'])
    expect(vendor.vending.response.safeParse({ data: { state } }).success).toBe(isVendingState(state))
  expect(isVendingState('broken')).toBe(false)
})

test.each([
  ['{"data":{"state":"slow"}}', 'slow'],
  ['{"data":{"state":"<b>"}}', null],
  ['{"message":"Not found"}', null],
  ['<h1>Bad gateway</h1>', null],
])('an answer %s is read as %s', async (text, state) => {
  vi.stubGlobal('fetch', async () => new Response(text))
  expect(await readVendingState()).toBe(state)
})

test('without a network the state is not known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await readVendingState()).toBeNull()
})
