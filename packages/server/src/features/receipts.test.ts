// Purchases that are found again at another counter, tokens that are sent again, and the story of a sale.
import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, formatReceiptCode, formatToken, productTitles } from '@flexpower/contract'
import { fleetMeter, listTokens, postpaidAccounts } from '@flexpower/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { alter } from '../testing/tamper.ts'
import { openTillDesk } from './till/testing/till-desk.ts'

const desk = await openTillDesk({ env: { FLEXPOWER_SMS_USER: 'sandbox', FLEXPOWER_SMS_KEY: 'key' } })
const { world, admin } = desk
const { db, clock, utility } = world
const owner = await desk.hire('Fatou Ceesay')
const stranger = await desk.hire('Lamin Jatta')
const clerk = await world.signIn({ name: 'No bills', remember: true })

afterEach(world.expectCleanBooks)
beforeEach(() => clock.pass(DAY_MS))

let serial = 700_000
async function sell(phone = '7712345', amount = 100) {
  const meter = fleetMeter((serial += 1))
  const { body } = await owner.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount, telephone: phone },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { data } = body as { data: { id: number; receipt_code: string; transaction_id: string } }
  return { meter, ...data }
}
const find = (who: typeof owner, words: string, amount?: number) =>
  who.call(api.receipts.find, { words, ...(amount !== undefined && { amount: bututs(amount) }) })
const sms = (saleId: number) =>
  db.selectFrom('outbox').selectAll().where('sale_id', '=', saleId).orderBy('id').execute()
const again = (who: typeof owner, id: number, body: object = {}) =>
  who.send('POST', `${API_BASE}receipts/${id}/send`, { body })

describe('the code of a receipt', () => {
  test('comes with every sale of every product, and is another one each time', async () => {
    const sold = await Promise.all(
      (['electricity', 'airtime', 'postpaid'] as const).map((product) => desk.sell(owner, product)),
    )
    const rows = await db
      .selectFrom('any_sale')
      .innerJoin('vend', 'vend.id', 'any_sale.id')
      .select(['any_sale.receipt_code', 'vend.receipt_code as opened_with', 'any_sale.product'])
      .where(
        'transaction_id',
        'in',
        sold.map(({ reference }) => reference),
      )
      .execute()
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(row.receipt_code).toMatch(/^[2-9A-HJKMNP-TV-Z]{12}$/)
      expect(row.opened_with).toBe(row.receipt_code)
    }
    expect(new Set(rows.map((row) => row.receipt_code)).size).toBe(3)
    for (const { reference } of sold.slice(0, 1)) {
      const { sale } = await owner.call(api.electricity.status, { reference })
      expect(rows.map((row) => row.receipt_code)).toContain(sale?.receiptCode)
    }
    const [listed] = await owner.call(api.airtime.list, {})
    expect(rows.map((row) => row.receipt_code)).toContain(listed?.receiptCode)
  })

  test('is there while the sale is open, so that the customer can follow it', async () => {
    const { reference } = await desk.sellUnheard(owner)
    const open = (await owner.call(api.sales.open, {})).find((sale) => sale.reference === reference)
    expect(open?.receiptCode).toMatch(/^\w{12}$/)
    await world.recover(2)
    const { sale } = await owner.call(api.electricity.status, { reference })
    expect(sale?.receiptCode).toBe(open?.receiptCode)
  })

  test('finds the sale in the search of an Admin, as it is printed', async () => {
    const { receipt_code: code, id } = await sell()
    const { sales } = await admin.call(api.search.everything, {
      words: formatReceiptCode(code).toLowerCase(),
    })
    expect(sales.map((sale) => sale.id)).toEqual([id])
  })

  test('is unique by the database, and sales without one are no conflict', async () => {
    const [one, other] = [await sell(), await sell()]
    await expect(
      db.updateTable('vend').set({ receipt_code: one.receipt_code }).where('id', '=', other.id).execute(),
    ).rejects.toMatchObject({ constraint: 'vend_receipt_code_key' })
  })
})

describe('a purchase is found at any counter', () => {
  test('by code, meter or phone; somebody else’s without name, token, phone and the middle of the meter', async () => {
    const { meter, receipt_code: code, id } = await sell('7654321')
    for (const words of [code, formatReceiptCode(code).toLowerCase(), meter, '765 4321', '+220 7654321']) {
      const [found, ...rest] = await find(stranger, words)
      expect(rest).toEqual([])
      expect(found).toMatchObject({ id, isOwn: false, location: 'Banjul', refusal: null })
      // What somebody has typed is no secret to them.
      expect(found?.subject).toBe(words === meter ? meter : `${meter.slice(0, 2)}•••${meter.slice(-4)}`)
    }
    const { body } = await stranger.send('GET', `${API_BASE}receipts?q=${code}`)
    const told = JSON.stringify(body)
    for (const secret of [meter, '7654321', ...utility.control.sales().flatMap(listTokens)])
      expect(told).not.toContain(secret)
    expect((await find(owner, code))[0]).toMatchObject({ isOwn: true, subject: meter })
    expect((await find(admin, code))[0]).toMatchObject({ isOwn: true, subject: meter })
  })

  test('an old receipt only by its number together with its amount', async () => {
    const { id } = await sell('7600001', 250)
    await alter(db, `update vend set receipt_code = null where id = ${id}`)
    await alter(db, `update sale set receipt_code = null, receipt_number = 77 where id = ${id}`)
    const alone = await stranger.send('GET', `${API_BASE}receipts?q=R-0000077`)
    expect(alone).toMatchObject({
      status: 422,
      body: { errors: { amount: [expect.stringContaining('amount')] } },
    })
    expect(await find(stranger, 'R-0000077', 24_900)).toEqual([])
    expect((await find(stranger, 'r-77', 25_000)).map((sale) => sale.id)).toEqual([id])
    expect((await again(stranger, id, { q: 'R-0000077' })).status).toBe(404)
    expect((await again(stranger, id, { q: 'R-0000077', amount: 250 })).status).toBe(200)
  })

  test('bills are found only by those who may take them, and words that are nothing find nothing', async () => {
    const { reference } = await desk.sell(owner, 'postpaid')
    const { receipt_code: code, id } = await db
      .selectFrom('vend')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(await find(stranger, code ?? '')).toHaveLength(1)
    expect(await find(clerk, code ?? '')).toEqual([])
    expect((await again(clerk, id, { q: code })).status).toBe(404)
    for (const words of ['%', '____', "' or 1=1 --", 'x', '•'])
      expect(await find(stranger, words)).toEqual([])
  })

  test('not more often than a counter needs', async () => {
    const asker = await world.signIn()
    const subject = `receipts sought by user ${asker.user.id}`
    const windowEnd = { window_ends_at: new Date(clock.now().getTime() + 60_000) }
    await db
      .insertInto('throttle')
      .values({ subject, attempts: 119, ...windowEnd })
      .execute()
    const ask = () => asker.send('GET', `${API_BASE}receipts?q=99999999`)
    expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Try again in a minute.' },
    })
  })
})

describe('a token that is sent again', () => {
  test('goes to the phone of the purchase, with an entry in the audit, and is counted', async () => {
    const { meter, receipt_code: code, id } = await sell()
    expect(await again(stranger, id, { q: code })).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('phone of the purchase') },
    })
    const [token = ''] = utility.control
      .sales()
      .flatMap((sale) => (sale.meter === meter ? listTokens(sale) : []))
    expect(await sms(id)).toMatchObject([
      { channel: 'sms', recipient: '7712345', body: expect.stringContaining(formatToken(token)) },
    ])
    const acts = await admin.call(api.acts.list, { record: `sale/${id}` })
    expect(acts).toMatchObject([{ actor: 'Lamin Jatta', action: 'sent a token again' }])
    expect((await find(stranger, code))[0]?.timesSentAgain).toBe(1)
  })

  test('at most 3 times a day, also if they are asked for at the same moment', async () => {
    const { receipt_code: code, id } = await sell('7600002')
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => again(n % 2 === 0 ? owner : stranger, id, { q: code })),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = sent.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      message: expect.stringContaining('3 times in the last 24 hours. Nothing was sent now.'),
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect(await sms(id)).toHaveLength(3)
    // It is not offered any more, and the time is told when it is again.
    const told = /3 times in 24 hours\. It can be sent again after \d+ \w+ \d{4}, \d\d:\d\d/
    expect((await find(stranger, code))[0]?.refusal).toMatch(told)
    expect((await owner.call(api.receipts.story, { id })).refusal).toMatch(told)
    expect(refused?.body).toMatchObject({
      message: expect.stringMatching(/Try again after \d+ \w+ \d{4}, /) as string,
    })
    clock.pass(DAY_MS)
    expect((await find(stranger, code))[0]?.refusal).toBeNull()
    expect((await again(owner, id)).status).toBe(200)
  })

  test('at most 6 times a day to one phone, whatever was bought with it and however it was written', async () => {
    const bought = [await sell('7600003'), await sell('2207600003'), await sell('002207600003')]
    const statuses: number[] = []
    for (const { id } of bought) for (let n = 0; n < 3; n += 1) statuses.push((await again(owner, id)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  })

  test('not for a sale that was not named: nobody sends by counting ids', async () => {
    const { id } = await sell()
    const other = await sell()
    for (const body of [{}, { q: '' }, { q: other.meter }, { q: other.receipt_code }, { q: String(id) }])
      expect((await again(stranger, id, body)).status).toBe(404)
    expect(await sms(id)).toEqual([])
  })

  test('not without a phone, and not if nothing comes with it: a sentence says so', async () => {
    const { id } = await sell()
    await alter(db, `update sale set phone = '' where id = ${id}`)
    expect(await again(owner, id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('No phone number was given with this purchase') },
    })
    await alter(db, `update sale set phone = '7712345' where id = ${id}`)
    const { reference } = await desk.sell(owner, 'airtime')
    const airtime = await db
      .selectFrom('vend')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect((await again(owner, airtime.id)).body).toMatchObject({
      message: expect.stringContaining(productTitles.airtime),
    })
  })

  test('not to a phone number that was erased', async () => {
    const { id } = await sell('3642155')
    const { password } = admin.user
    await admin.call(api.customers.erase, { phone: '3642155', dryRun: false, password })
    expect(await again(owner, id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('was erased') },
    })
    // The word in its place is no number that a customer could name.
    for (const word of ['erased', 'ERASED', ' +erased']) expect(await find(owner, word)).toEqual([])
  })

  test('for a bill, the utility’s receipt', async () => {
    const { reference } = await desk.sell(owner, 'postpaid')
    const [bill] = await owner.call(api.postpaid.list, {})
    expect(bill?.transactionId).toBe(reference)
    expect((await again(owner, bill?.id ?? 0)).status).toBe(200)
    expect((await sms(bill?.id ?? 0))[0]?.body).toContain(`receipt ${bill?.receiptToken}`)
    expect(postpaidAccounts.map(({ account }) => account)).toContain(bill?.accountReference)
  })
})

describe('the story of a sale', () => {
  const tell = (id: number) => owner.call(api.receipts.story, { id })
  const readId = async (reference: string) =>
    (await db.selectFrom('vend').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()).id

  test('has who sold it, how often it was printed, and that it was sent again', async () => {
    const { meter, receipt_code: code, id } = await sell()
    await owner.call(api.sales.countPrint, { id })
    await owner.call(api.sales.countPrint, { id })
    clock.pass(60_000)
    await again(stranger, id, { q: meter })
    const story = await tell(id)
    expect(story).toMatchObject({
      id,
      product: 'electricity',
      receiptCode: code,
      state: 'confirmed',
      subject: meter,
      phone: '7712345',
      cashierName: 'Fatou Ceesay',
      prints: 2,
      asked: 0,
      shift: null,
      refusal: null,
      fee: expect.any(Number),
      units: expect.any(Number),
      tokens: [expect.stringMatching(/^\d{20}$/)],
    })
    expect(story.customerName).not.toBe('')
    expect(story.steps.map(({ kind, by }) => [kind, by])).toEqual([
      ['sent', 'Fatou Ceesay'],
      ['confirmed', null],
      ['sent again', 'Lamin Jatta'],
    ])
  })

  test('of a lost answer: unknown, asked, recovered, and the SMS that followed', async () => {
    const { reference } = await desk.sellUnheard(owner)
    const id = await readId(reference)
    expect((await tell(id)).steps.map(({ kind }) => kind)).toEqual(['sent', 'unknown'])
    expect((await tell(id)).refusal).toContain('not known yet')
    await world.recover(2)
    const { steps, asked } = await tell(id)
    expect(steps.map(({ kind }) => kind)).toEqual(['sent', 'unknown', 'confirmed', 'message'])
    expect(asked).toBeGreaterThan(0)
  })

  test('has its shift, and the slip when the shift is closed', async () => {
    const seller = await desk.hire('Ebrima Sarr')
    const { id: session } = await seller.call(api.till.open, { opening: bututs(0) })
    const { reference } = await desk.sell(seller, 'airtime', 50)
    const id = await readId(reference)
    expect((await seller.call(api.receipts.story, { id })).shift).toEqual({ id: session, slip: null })
    clock.pass(60_000)
    await admin.send('POST', `${API_BASE}till/sessions/${session}/close`, { body: { reason: 'went home' } })
    const { shift, steps } = await seller.call(api.receipts.story, { id })
    expect(shift?.slip).toMatch(/^A-\d{5}$/)
    expect(steps.at(-1)).toMatchObject({ kind: 'shift closed', by: 'Awa Sanneh', note: shift?.slip })
  })
})
