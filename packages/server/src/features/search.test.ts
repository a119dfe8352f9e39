import { api, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
await world.signIn({ name: 'Fatou Ceesay', email: 'fatou@flexpower.gm' })
const METER = '37201148261'

const input = { meter: METER, amount: bututs(10_000), phone: '7712345' }
const { sale } = await admin.call(api.electricity.sell, input)
const search = (words: string) => admin.call(api.search.everything, { words })

test('a sale is found by its token, however it is written, by its meter, its reference and its receipt', async () => {
  const [token = ''] = sale!.tokens
  const found = [{ id: sale!.id, meter: METER, reference: sale!.transactionId }]
  const blocks = token.match(/.{4}/g)!
  for (const words of [
    token,
    blocks.join(' '),
    blocks.join('-'),
    METER,
    ` ${METER} `,
    sale!.transactionId,
    sale!.receiptNumber,
  ])
    expect((await search(words)).sales).toMatchObject(found)
})

test('what is near but not it finds nothing', async () => {
  const [token = ''] = sale!.tokens
  for (const words of [token.slice(1), `1${METER}`, '999999-00001', "' or 1=1", '%'])
    expect((await search(words)).sales).toEqual([])
})

test('a user is found by a part of the name or the address; a deleted one is not', async () => {
  const someone = await world.signIn({ name: 'Omar_Faal' })
  expect((await search('ceesay')).users).toMatchObject([{ name: 'Fatou Ceesay', type: 'Cashier' }])
  expect((await search('FATOU@')).users).toHaveLength(1)
  expect((await search('r_f')).users).toMatchObject([{ id: someone.user.id }])
  await admin.call(api.users.remove, { id: someone.user.id })
  expect((await search('r_f')).users).toEqual([])
})
