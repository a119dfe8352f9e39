import { api, bututs, toDay } from '@flexpower/contract'
import { postpaidAccounts } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../runtime/clock.ts'
import { inTransaction } from '../db/db.ts'
import { archive } from '../ledger/archive.ts'
import { makeSales } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
const otherAdmin = await world.signIn({ type: 'Admin' })
await world.signIn({ name: 'Fatou Ceesay', email: 'fatou@flexpower.gm' })
const METER = '37201148261'

const input = { meter: METER, amount: bututs(10_000), phone: '7712345' }
const { sale } = await admin.call(api.electricity.sell, input)
const PHONE = '3714208'
const { account: ACCOUNT, name: PAYER } = postpaidAccounts[0]!
const { sale: topUp } = await admin.call(api.airtime.sell, {
  phone: PHONE,
  amount: bututs(5_000),
  operator: 'QCell',
})
const { sale: payment } = await admin.call(api.postpaid.pay, {
  accountReference: ACCOUNT,
  amount: bututs(7_500),
  phone: '7712345',
})
const search = (words: string) => admin.call(api.search.everything, { words })

test('a sale is found by its token, however it is written, by its meter, its reference and its receipt', async () => {
  const [token = ''] = sale!.tokens
  const found = [{ id: sale!.id, subject: METER, reference: sale!.transactionId, product: 'electricity' }]
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

test('sales are found by the phone of the purchase, with and without the country code', async () => {
  for (const words of ['7712345', '+220 7712345', '771 2345'])
    expect((await search(words)).sales.map(({ id }) => id)).toEqual([payment!.id, sale!.id])
})

test('a near miss finds nothing', async () => {
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

test('airtime and bills are found as electricity is; bills only by users who may take them', async () => {
  expect((await search(PHONE)).sales).toMatchObject([
    { id: topUp!.id, product: 'airtime', customerName: 'QCell', tokens: [] },
  ])
  const found = [
    { id: payment!.id, product: 'postpaid', customerName: PAYER, tokens: [payment!.receiptToken] },
  ]
  expect((await search(ACCOUNT)).sales).toMatchObject(found)
  expect((await search(payment!.receiptNumber)).sales).toMatchObject(found)
  expect((await otherAdmin.call(api.search.everything, { words: ACCOUNT })).sales).toEqual([])
})

describe('CL-01 the archive', () => {
  const find = async (words: string, by: TestCaller = admin) =>
    (await by.call(api.search.archive, { words })).sales.map(({ id }) => id)
  const { id: electricity } = sale!

  test('is empty before anything was moved there', async () => {
    expect(await find(METER)).toEqual([])
    expect(await find('a')).toEqual([])
  })

  test('is searched by everything that the lists of all three products show', async () => {
    await archiveEverything()
    const [token = ''] = sale!.tokens
    for (const words of [METER, token, sale!.transactionId, sale!.receiptNumber, token.slice(3, 11)])
      expect(await find(words), words).toEqual([electricity])
    for (const words of [sale!.customerName, sale!.customerName.slice(1, 6).toUpperCase()])
      expect(await find(words), words).toEqual([electricity])
    for (const words of [PHONE, topUp!.transactionId, 'qcel', 'GMD 50.00'])
      expect(await find(words), words).toEqual([topUp!.id])
    for (const words of [
      ACCOUNT,
      PAYER,
      payment!.transactionId,
      payment!.receiptToken,
      payment!.receiptNumber,
      '75.00',
    ])
      expect(await find(words), words).toEqual([payment!.id])
    const everything = [payment!.id, topUp!.id, electricity]
    for (const words of ['14 Nov 2026', 'November 2026', admin.user.name])
      expect(await find(words), words).toEqual(everything)
    for (const words of ['13 Nov 2026', 'Nobody of this name', '%', '__', ' '.repeat(3) + 'zzz'])
      expect(await find(words), words).toEqual([])
  })

  test('has no sale that is still in the lists, and the lists have none of its sales', async () => {
    expect((await search(METER)).sales).toEqual([])
    expect((await search(PHONE)).sales).toEqual([])
  })

  test('shows bills only to users who may take them', async () => {
    expect(await find(PAYER, otherAdmin)).toEqual([])
    expect(await find('14 Nov 2026', otherAdmin)).toEqual([topUp!.id, electricity])
  })

  test('says how far back it searched if no index can help', async () => {
    const { sales, searchedBackTo } = await admin.call(api.search.archive, { words: 'a' })
    expect([sales.length, searchedBackTo]).toEqual([3, null])
    clock.pass(20 * DAY_MS)
    await makeSales(db, clock, { userId: admin.user.id, count: 20_001, customerName: 'Ebrima Jobe' })
    await archiveEverything()
    const many = await admin.call(api.search.archive, { words: 'a' })
    expect(many.sales).toHaveLength(100)
    // Every sale is a minute apart; the oldest of the newest twenty thousand is this long ago.
    expect(many.searchedBackTo).toEqual(new Date(clock.now().getTime() - 19_999 * MINUTE_MS))
    // A search text with enough letters is found however old the sale is.
    const [old] = await find(sale!.customerName)
    expect(old).toBe(electricity)
  })

  /** As a cleanup does after its backup. */
  async function archiveEverything(): Promise<void> {
    const [now, until] = [clock.now(), toDay(clock.now())]
    const { id } = await db
      .insertInto('cleanup')
      .values({
        created_at: now,
        created_by: admin.user.id,
        days: 1,
        until,
        state: 'done',
        finished_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await inTransaction(db, (tx) => archive(tx, id, until))
  }
})
