import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
const raw = (path: string) => admin.send('GET', `/flexpower/api/${path}`)

test('A-05 D-02 the vendor balance is what the utility says now', async () => {
  await world.utility.control.setBalance(61_248_005)
  expect((await raw('vendorInfo')).body).toEqual({ data: { balance: 612_480.05 } })
  await world.utility.control.setBalance(5)
  expect((await raw('vendorInfo')).body).toEqual({ data: { balance: 0.05 } })
})

test.each([
  ['A-06', 'nawec-vendor-balance'],
  ['A-41', 'balance'],
])('%s %s says whose balance it is', async (_, path) => {
  await world.utility.control.setBalance(100)
  expect((await raw(path)).body).toEqual({
    data: {
      balance: 1,
      descVendor: expect.stringMatching(/\S/),
      idVendor: world.utility.access.vendorId,
      modifiedIdVendor: false,
    },
  })
})

test('anybody may ask whether vending works, and gets one word', async () => {
  const ask = async () => (await world.visitor.send('GET', '/flexpower/api/vending-status')).body
  await raw('vendorInfo')
  expect(await ask()).toEqual({ data: { state: 'up' } })
  world.utility.control.failNext('vendorInfo', 'reset')
  await raw('vendorInfo')
  expect(await ask()).toEqual({ data: { state: 'slow' } })
  await raw('vendorInfo')
  expect(await ask()).toEqual({ data: { state: 'up' } })
})

test('D-06 a utility that does not answer is 503 with Retry-After, and says that no sale is affected', async () => {
  world.utility.control.failNext('vendorInfo', 'reset')
  const { status, headers, body } = await raw('vendorInfo')
  expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual({
    status: 503,
    retryAfter: '10',
    body: { status: 'Error', message: 'NAWEC does not answer at the moment. No sale is affected.' },
  })
  expect((await raw('vendorInfo')).status).toBe(200)
})
