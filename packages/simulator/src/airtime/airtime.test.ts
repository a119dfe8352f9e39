import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Airtime, type AirtimeOptions, airtimeSentinels, startAirtime } from './airtime.ts'

const ACCEPT = 'application/com.reloadly.topups-v1+json'

let dataDir: string
let airtime: Airtime
let now: number

const start = (options: Partial<AirtimeOptions> = {}) =>
  startAirtime({ dataDir, clock: { now: () => new Date(now) }, ...options })

async function restart(): Promise<void> {
  await airtime.close()
  airtime = await start()
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-airtime-'))
  now = Date.parse('2026-11-14T14:20:00Z')
  airtime = await start()
})

afterEach(async () => {
  await airtime.close()
  await rm(dataDir, { recursive: true })
})

const logIn = (change: Record<string, string> = {}) =>
  fetch(`${airtime.access.authUrl}/oauth/token`, {
    method: 'POST',
    body: JSON.stringify({
      client_id: airtime.access.clientId,
      client_secret: airtime.access.clientSecret,
      grant_type: 'client_credentials',
      audience: airtime.access.audience,
      ...change,
    }),
  })

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const { access_token: token } = (await (await logIn()).json()) as { access_token: string }
  const answer = await fetch(`${airtime.access.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, accept: ACCEPT, ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const order = (change: Record<string, unknown> = {}) => ({
  operatorId: 1207,
  amount: 100,
  useLocalAmount: true,
  customIdentifier: 'one',
  recipientPhone: { countryCode: 'GM', number: '3012345' },
  ...change,
})

describe('who may call', () => {
  test.each(['client_id', 'client_secret', 'grant_type', 'audience'])(
    'nobody gets a token with a wrong %s',
    async (field) => {
      expect((await logIn({ [field]: 'wrong' })).status).toBe(401)
      expect((await logIn()).status).toBe(200)
    },
  )

  test('nobody without a valid token and the version of the interface', async () => {
    const refused = { authorization: 'Bearer nothing' }
    expect(await call('/accounts/balance', undefined, refused)).toMatchObject({
      status: 401,
      body: { errorCode: 'INVALID_TOKEN' },
    })
    expect((await call('/accounts/balance', undefined, { accept: '*/*' })).status).toBe(406)
    expect((await call('/accounts/balance')).body).toMatchObject({ balance: 250_000, currencyCode: 'GMD' })
  })
})

describe('an order', () => {
  test('is delivered at a discount of four percent, and known by number, identifier and status', async () => {
    const { body } = await call('/topups', order())
    expect(body).toMatchObject({
      status: 'SUCCESSFUL',
      customIdentifier: 'one',
      recipientPhone: '2203012345',
      operatorName: 'QCell Gambia',
      discount: 4,
      deliveredAmount: 100,
      transactionDate: '2026-11-14 09:20:00',
      balanceInfo: { oldBalance: 250_000, newBalance: 249_904, updatedAt: '2026-11-14 14:20:00' },
    })
    const status = await call(`/topups/${String(body['transactionId'])}/status`)
    expect(status.body).toMatchObject({ status: 'SUCCESSFUL', transaction: body })
    const report = await call('/topups/reports/transactions?customIdentifier=one')
    expect(report.body).toMatchObject({ content: [body], totalElements: 1 })
    expect((await call('/topups/reports/transactions?customIdentifier=on')).body).toMatchObject({
      content: [],
    })
    expect((await call('/topups/1/status')).status).toBe(404)
  })

  test('that is sent asynchronously answers with its number alone', async () => {
    const { body } = await call('/topups-async', order())
    expect(Object.keys(body)).toEqual(['transactionId'])
    expect(airtime.control.sales()).toMatchObject([{ customIdentifier: 'one', status: 'SUCCESSFUL' }])
  })

  test.each([
    [{ operatorId: 1 }, 'OPERATOR_NOT_FOUND'],
    [{ amount: 0.5 }, 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR'],
    [{ amount: 10_000.01 }, 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR'],
    [{ amount: '100' }, 'INVALID_INPUT_PROVIDED'],
    [{ amount: 1.001 }, 'INVALID_INPUT_PROVIDED'],
    [{ useLocalAmount: 'yes' }, 'INVALID_INPUT_PROVIDED'],
    [{ useLocalAmount: false, amount: 10_000.01 }, 'INVALID_AMOUNT_FOR_OPERATOR'],
    [{ recipientPhone: { countryCode: 'GM', number: '301234' } }, 'INVALID_RECIPIENT_PHONE'],
    [{ recipientPhone: { countryCode: 'SN', number: '3012345' } }, 'INVALID_INPUT_PROVIDED'],
  ])('with %j is refused, and nothing is taken', async (change, errorCode) => {
    expect((await call('/topups', order(change))).body).toMatchObject({ errorCode })
    expect([airtime.control.balance(), airtime.control.sales()]).toEqual([25_000_000, []])
  })

  test('under an identifier that was used is refused, of twenty at once all but one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/topups', order())))
    const refused = answers.filter(({ body }) => body['errorCode'] === 'CUSTOM_IDENTIFIER_ALREADY_USED')
    expect([refused.length, airtime.control.sales().length]).toEqual([19, 1])
  })

  test('that is more than the account has is refused', async () => {
    await airtime.control.setBalance(9_599)
    expect((await call('/topups', order())).body).toMatchObject({ errorCode: 'INSUFFICIENT_BALANCE' })
    await airtime.control.setBalance(9_600)
    expect((await call('/topups', order())).status).toBe(200)
    expect(airtime.control.balance()).toBe(0)
  })
})

describe('the report', () => {
  const report = async (query: string) => (await call(`/topups/reports/transactions?${query}`)).body

  test('comes in pages, newest first', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await call('/topups', order({ customIdentifier: name }))
    const names = (body: Record<string, unknown>) =>
      (body['content'] as { customIdentifier: string }[]).map(({ customIdentifier }) => customIdentifier)
    const first = await report('size=2')
    expect([names(first), first['totalElements'], first['totalPages'], first['last']]).toEqual([
      ['e', 'd'],
      5,
      3,
      false,
    ])
    const last = await report('size=2&page=3')
    expect([names(last), last['number'], last['last']]).toEqual([['a'], 2, true])
    expect(names(await report('size=2&page=4'))).toEqual([])
  })

  test('takes dates as it writes them, five hours behind UTC, and both or none', async () => {
    await call('/topups', order())
    const between = (from: string, to: string) =>
      report(`startDate=${encodeURIComponent(from)}&endDate=${encodeURIComponent(to)}`)
    expect(await between('2026-11-14 09:20:00', '2026-11-14 09:20:00')).toMatchObject({ totalElements: 1 })
    // As the official client writes them.
    expect(await between('2026-11-14 9:0:0', '2026-11-14 10:0:0')).toMatchObject({ totalElements: 1 })
    expect(await between('2026-11-14 14:00:00', '2026-11-14 15:00:00')).toMatchObject({ totalElements: 0 })
    for (const query of ['startDate=2026-11-14', 'startDate=x&endDate=y', 'page=0', 'size=201', 'page=x'])
      expect(await report(query)).toMatchObject({ errorCode: 'INVALID_INPUT_PROVIDED' })
  })
})

test('orders, their results and the balance survive a restart, on the same port', async () => {
  const { url } = airtime.access
  await call('/topups', order())
  await call(
    '/topups',
    order({ customIdentifier: 'two', recipientPhone: { countryCode: 'GM', number: '3990002' } }),
  )
  const statuses = () => airtime.control.sales().map(({ status }) => status)
  expect(statuses()).toEqual(['SUCCESSFUL', 'PROCESSING'])
  await restart()
  expect([airtime.access.url, airtime.control.balance()]).toEqual([url, 25_000_000 - 2 * 9_600])
  expect(statuses()).toEqual(['SUCCESSFUL', 'PROCESSING'])
  now += 5_000
  expect([statuses(), airtime.control.balance()]).toEqual([['SUCCESSFUL', 'FAILED'], 25_000_000 - 9_600])
  await restart()
  expect([statuses(), airtime.control.balance()]).toEqual([['SUCCESSFUL', 'FAILED'], 25_000_000 - 9_600])
  const books = (await (await fetch(`${url}/books.json`)).json()) as { balanceBututs: number }
  expect(books.balanceBututs).toBe(25_000_000 - 9_600)
})

test('its page says that it is a simulator, lists every sentinel, and what the phones received', async () => {
  await call('/topups', order({ amount: 1234.5 }))
  const answer = await fetch(airtime.access.url)
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('Nothing here is real')
  expect(html).toContain('GMD 1,234.50')
  for (const { phone, name } of airtimeSentinels)
    expect(html).toContain(`<code>${phone}</code></td><td>${name}`)
})
