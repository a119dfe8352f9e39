// The public page of a receipt, as a browser, a crawler and an attacker see it.
import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, formatReceiptCode, formatToken } from '@flexpower/contract'
import { fleetMeter, listTokens } from '@flexpower/simulator'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTillDesk } from '../features/till/testing/till-desk.ts'
import { DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import { alter } from '../testing/tamper.ts'

const desk = await openTillDesk({
  env: {
    FLEXPOWER_SMS_USER: 'sandbox',
    FLEXPOWER_SMS_KEY: 'key',
    FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1',
    FLEXPOWER_PUBLIC_URL: 'https://power.example',
  },
})
const { world } = desk
const { db, clock, utility } = world
const owner = await desk.hire()

afterEach(world.expectCleanBooks)
beforeEach(() => clock.pass(DAY_MS))

let serial = 800_000
async function sell() {
  const meter = fleetMeter((serial += 1))
  const { body } = await owner.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount: 100, telephone: '7654321' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { data } = body as { data: { id: number; receipt_code: string; customer_name: string } }
  const [token = ''] = utility.control
    .sales()
    .flatMap((sale) => (sale.meter === meter ? listTokens(sale) : []))
  return { meter, token, ...data }
}

const readCode = async (reference: string) =>
  await db
    .selectFrom('vend')
    .select(['id', 'receipt_code'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

let visitors = 0
/** Each visitor has an address of their own, unless one is given. */
async function visit(path: string, { method = 'GET', from = '', headers = {} } = {}) {
  visitors += 1
  const answer = await fetch(world.address + path, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': from || `10.0.${visitors >> 8}.${visitors & 255}`, ...headers },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
/** As a browser does it: where the answer leads to is read at once. */
async function post(code: string, options: { from?: string; headers?: Record<string, string> } = {}) {
  const answer = await visit(`/r/${code}/send`, { method: 'POST', ...options })
  if (answer.status !== 303) return answer
  const path = answer.headers.get('location') ?? ''
  expect(path).toBe(`/r/${code}?asked`)
  return visit(path)
}
const sms = (saleId: number) =>
  db.selectFrom('outbox').selectAll().where('sale_id', '=', saleId).orderBy('id').execute()

describe('the page of a receipt', () => {
  test('says that it is genuine, with what is on the paper, and never token, name or phone', async () => {
    const { meter, token, receipt_code: code, customer_name: name } = await sell()
    const { status, headers, text } = await visit(`/r/${code}`)
    expect(status).toBe(200)
    for (const shown of [
      'This receipt is genuine',
      'GMD 100.00',
      ' kWh',
      'Cash Power',
      formatReceiptCode(code),
    ])
      expect(text).toContain(shown)
    expect(text).toContain(`${meter.slice(0, 2)}•••${meter.slice(-4)}`)
    expect(text).toContain('Banjul')
    for (const secret of [meter, token, formatToken(token), name, '7654321'])
      expect(text).not.toContain(secret)
    expect(Buffer.byteLength(text)).toBeLessThan(10_000)
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('is found as people type the code: small letters, blanks and dashes, in the path and in the form', async () => {
    const { receipt_code: code } = await sell()
    const typed = formatReceiptCode(code).toLowerCase()
    for (const path of [
      `/r/${typed}`,
      `/r/${typed.replaceAll('-', '%20')}`,
      `/r?code=${typed.replaceAll('-', '+')}`,
    ])
      expect((await visit(path)).text).toContain('This receipt is genuine')
    const form = await visit('/r')
    expect(form).toMatchObject({ status: 200 })
    expect(form.text).toContain('name="code"')
  })

  test('answers every code that does not exist with the same page, whatever it looks like', async () => {
    const { text, status } = await visit('/r/23456789ABCD')
    expect(status).toBe(404)
    expect(text).toContain('No receipt has this code')
    for (const typed of [
      'ABCDEFGHJKMN',
      'x',
      '0'.repeat(199),
      '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      "'%20or%201=1",
      '%00',
    ])
      expect(await visit(`/r/${typed}`)).toMatchObject({ status: 404, text })
    expect(await visit(`/r?code=${'<b>'.repeat(50)}`)).toMatchObject({ status: 404, text })
    expect((await visit('/r?code=a&code=b')).status).toBe(200)
  })

  test('is answered however often one address asks: a whole town can share it', async () => {
    const { receipt_code: code } = await sell()
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => visit(`/r/${code}`, { from: '10.9.9.8' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(world.logLines.filter((line) => line.includes(code))).toEqual([])
  })

  test('codes that do not exist are answered 30 times an hour to one address, and one that does also then', async () => {
    const { receipt_code: code } = await sell()
    const from = '10.9.9.9'
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) =>
        n % 2 === 0 ? visit('/r/x', { from }) : post('ABCDEFGHJKMN', { from }),
      ),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('content-type')).toContain('text/html')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await visit('/r/ABCDEFGHJKMN', { from: '10.9.9.10' })).status).toBe(404)
    expect((await visit(`/r/${code}`, { from })).status).toBe(200)
    clock.pass(HOUR_MS)
    expect((await visit('/r/ABCDEFGHJKMN', { from })).status).toBe(404)
  })

  test('has no page of errors at addresses that people come to', async () => {
    const { receipt_code: code } = await sell()
    for (const path of [`/r/${code}/send`, `/r/${code}/`]) {
      const { status, headers } = await visit(path)
      expect([status, headers.get('location')]).toEqual([303, `/r/${code}`])
    }
    const from = '10.9.9.12'
    const empty = await Promise.all(Array.from({ length: 31 }, () => visit('/r/', { from })))
    expect(new Set(empty.map(({ headers }) => headers.get('location')))).toEqual(new Set(['/r']))
    expect((await visit('/r/ABCDEFGHJKMN', { from })).status).toBe(404)
    const { text } = await visit('/r/23456789ABCD')
    const broken = await visit('/r/%E0%A4%A')
    expect(broken).toMatchObject({ status: 404, text })
    expect(broken.headers.get('content-type')).toContain('text/html')
  })

  test('counts an IPv6 address by its network: whoever has one has all of it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) => visit('/r/x', { from: `2001:db8:5:6::${n + 1}` })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    expect((await visit('/r/x', { from: '2001:db8:5:7::1' })).status).toBe(404)
  })

  test('waits for a place like any call, and says so if there is none', async () => {
    const { receipt_code: code } = await sell()
    const { asked, first } = await db.transaction().execute(async (tx) => {
      await sql`lock table act in access exclusive mode`.execute(tx)
      // 50 of an address are worked on and 200 wait; the others are held back and refused.
      const all = Array.from({ length: 260 }, () => visit(`/r/${code}`, { from: '10.9.9.7' }))
      return { asked: all, first: await Promise.race(all) }
    })
    const { status, headers, text } = first
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('2')
    expect(text).toContain('The server is busy.')
    const statuses = (await Promise.all(asked)).map((answer) => answer.status)
    expect(statuses.filter((one) => one === 200).length).toBeGreaterThanOrEqual(50)
  })

  test('shows no address that a request claims', async () => {
    const { receipt_code: code } = await sell()
    const { text } = await visit(`/r/${code}`, {
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    })
    expect(text).not.toContain('evil.example')
  })
})

describe('the truth about a sale that is not a purchase', () => {
  test('not finished, then genuine', async () => {
    const { reference } = await desk.sellUnheard(owner)
    const { receipt_code: code } = await readCode(reference)
    const open = await visit(`/r/${code}`)
    expect(open.text).toContain('This sale is not finished yet')
    expect(open.text).not.toContain('Send the token again')
    expect((await post(code ?? '')).text).toContain('Nothing was sent')
    await world.recover(2)
    expect((await visit(`/r/${code}`)).text).toContain('This receipt is genuine')
  })

  test('given up, and paid back', async () => {
    const { reference } = await desk.sellLost(owner)
    const { receipt_code: code, id } = await readCode(reference)
    await world.recover(6)
    const voided = await visit(`/r/${code}`)
    expect(voided.text).toContain('Nothing was sold')
    expect(voided.text).toContain('The counter gives GMD 100.00 back')
    expect(voided.text).not.toContain('genuine')
    const { id: session } = await owner.call(api.till.open, { opening: bututs(0) })
    await alter(
      db,
      `insert into till_movement (session_id, kind, amount, reason, user_id, at, key, vend_id)
         values (${session}, 'refund', 10000, 'paid back', ${owner.user.id}, '2026-11-20T10:00:00Z', 'k', ${id})`,
    )
    expect((await visit(`/r/${code}`)).text).toContain('was paid back at the counter on 20 Nov 2026')
    await alter(db, `delete from till_movement where vend_id = ${id}`)
  })

  test('a receipt from the archive is as genuine as before', async () => {
    const { receipt_code: code, id } = await sell()
    await alter(
      db,
      `insert into cleanup (created_at, created_by, days, until, state, finished_at) values (now(), ${owner.user.id}, 1, current_date, 'done', now());
       insert into archived_sale select (select max(id) from cleanup), s.* from sale s where id = ${id}; delete from sale where id = ${id}`,
    )
    expect((await visit(`/r/${code}`)).text).toContain('This receipt is genuine')
    expect((await post(code)).status).toBe(200)
  })
})

describe('sending the token again from the page', () => {
  test('goes to the phone of the purchase, is in the audit, and the page says so', async () => {
    const { token, receipt_code: code, id } = await sell()
    expect((await visit(`/r/${code}`)).text).toContain('<th scope="row">Sent again</th><td>No</td>')
    const { status, text } = await post(code, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(status).toBe(200)
    expect(text).toContain('on its way to the phone of the purchase')
    expect(text).toContain('Yes, once')
    expect(text).not.toContain(formatToken(token))
    expect(await sms(id)).toMatchObject([
      { recipient: '7654321', body: expect.stringContaining(formatToken(token)) },
    ])
    const acts = await desk.admin.call(api.acts.list, { record: `sale/${id}` })
    expect(acts).toMatchObject([
      { actor: null, action: 'sent a token again', address: expect.stringMatching(/^10\.0/) },
    ])
  })

  test('the page that says so can be loaded again, and sends nothing', async () => {
    const { receipt_code: code, id } = await sell()
    expect((await visit(`/r/${code}?asked`)).text).not.toContain('on its way')
    await post(code)
    expect((await visit(`/r/${code}?asked`)).text).toContain('The token is on its way to the phone')
    expect(await sms(id)).toHaveLength(1)
  })

  test('of a bill the page speaks of its receipt, never of a token', async () => {
    const { reference } = await desk.sell(owner, 'postpaid')
    const { receipt_code: code, id } = await readCode(reference)
    await alter(db, `update sale set phone = '7654321' where id = ${id}`)
    const before = await visit(`/r/${code}`)
    expect(before.text).toContain('Lost the receipt?')
    expect(before.text).toContain('Send the receipt again')
    const { text } = await post(code ?? '')
    expect(text).toContain('The receipt is on its way to the phone of the purchase.')
    expect(before.text + text).not.toMatch(/token/i)
  })

  test('what the limit of the phone refuses does not use up the sale’s own count', async () => {
    const { receipt_code: code, id } = await sell()
    await alter(
      db,
      `insert into throttle (subject, attempts, window_ends_at) values ('sent again to 7654321', 6, timestamptz '${new Date(clock.now().getTime() + DAY_MS).toISOString()}')
         on conflict (subject) do update set attempts = 6, window_ends_at = excluded.window_ends_at`,
    )
    expect((await post(code)).text).toContain('Many messages were asked for with this phone number')
    const counted = db
      .selectFrom('throttle')
      .select('attempts')
      .where('subject', '=', `sale ${id} sent again`)
    expect(await counted.execute()).toEqual([])
    await alter(db, `delete from throttle where subject = 'sent again to 7654321'`)
  })

  test('works with the form of a browser, and at most 3 times a day from however many addresses', async () => {
    const { receipt_code: code, id } = await sell()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all(Array.from({ length: 9 }, () => post(code, { headers: form })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.text).toContain('This was asked for 3 times in the last 24 hours. Nothing was sent now.')
    expect(await sms(id)).toHaveLength(3)
    const { text } = await visit(`/r/${code}`)
    expect(text).toContain('It can be sent again after ')
    expect(text).not.toContain('<button type="submit">Send the token again</button>')
  })

  test('not more than 60 times an hour from one address', async () => {
    const [first, second] = [await sell(), await sell()]
    const from = '10.8.8.8'
    expect((await post(first.receipt_code, { from })).status).toBe(200)
    await alter(db, `update throttle set attempts = 59 where subject = 'sent again from ${from}'`)
    expect((await post(second.receipt_code, { from })).status).toBe(200)
    const refused = await post(second.receipt_code, { from })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Many messages were asked for here. Nothing was sent now.')
    expect(await sms(second.id)).toHaveLength(1)
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('not for another site: %j', async (headers) => {
    const { receipt_code: code, id } = await sell()
    expect((await post(code, { headers })).status).toBe(403)
    expect(await sms(id)).toEqual([])
  })

  test('not while the sale is open: the page says how it stands, and that nothing was sent', async () => {
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    const { reference } = await desk.sell(owner, 'electricity')
    const { receipt_code: code, id } = await readCode(reference)
    const { text } = await post(code ?? '')
    expect(text).toContain('This sale is not finished yet')
    expect(text).toContain('Nothing was sent')
    expect(await sms(id)).toEqual([])
    clock.pass(70_000)
    await world.recover(2)
    expect((await post(code ?? '')).status).toBe(200)
  })

  test('not for a code that does not exist, and not with a body that nobody needs', async () => {
    expect((await post('ABCDEFGHJKMN')).text).toBe((await visit('/r/ABCDEFGHJKMN')).text)
    const { receipt_code: code } = await sell()
    const answer = await fetch(`${world.address}/r/${code}/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.7.7.7' },
      body: `phone=${'9'.repeat(5_000)}`,
    })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('Nothing was sent')
  })

  test('not without a phone: a sentence says so instead of a button', async () => {
    const { receipt_code: code, id } = await sell()
    await alter(db, `update sale set phone = '' where id = ${id}`)
    const { text } = await visit(`/r/${code}`)
    expect(text).toContain('No phone number was given with this purchase')
    expect(text).not.toContain('<button type="submit">Send')
    expect((await post(code)).status).toBe(409)
    await alter(db, `update sale set phone = '7654321' where id = ${id}`)
  })

  test('airtime has nothing to send, and its number is not shown', async () => {
    const { reference } = await desk.sell(owner, 'airtime')
    const { receipt_code: code, id } = await readCode(reference)
    const { subject } = await db
      .selectFrom('sale')
      .select('subject')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { text } = await visit(`/r/${code}`)
    expect(text).toContain('QCell')
    expect(text).not.toContain(subject)
    expect(text).not.toContain('Send the token again')
  })
})
