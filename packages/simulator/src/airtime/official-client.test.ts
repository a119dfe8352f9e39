// The aggregator's own published client against the simulator: this proves their reading of the interface, not ours.
// The client knows two addresses and accepts no other; its proxy setting directs it here.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Airtime, dollarAccount, startAirtime } from './airtime.ts'

const require = createRequire(import.meta.url)
type Answer = Record<string, unknown>
type Operations = Record<string, (...given: unknown[]) => { execute(): Promise<unknown> }>
type Client = Record<string, () => Promise<unknown>>
type Make<Made> = new (...given: unknown[]) => Made
// Their TypeScript sources do not compile under our settings, so what we use of them is declared here.
const { AirtimeApi, Phone, PhoneTopupRequest } = require('@reloadly/reloadly.airtime') as {
  AirtimeApi: Make<{ proxy(options: object): Client }>
  Phone: Make<object>
  PhoneTopupRequest: Make<object>
}
const { ProxyOptions, QueryFilter } = require('@reloadly/reloadly.core') as {
  ProxyOptions: Make<object>
  QueryFilter: Make<{ withPage(page: number, size: number): object }>
}
const { TransactionHistoryFilter } =
  require('@reloadly/reloadly.airtime/filter/TransactionHistoryFilter.js') as {
    TransactionHistoryFilter: Make<{ customIdentifier(name: string): object }>
  }

const QCELL = 1207
const NOW = new Date('2026-11-14T14:20:00Z')

let dataDir: string
let airtime: Airtime
let proxy: object

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-airtime-'))
  airtime = await startAirtime({ dataDir, clock: { now: () => NOW }, account: dollarAccount })
  const { hostname, port } = new URL(airtime.access.url)
  proxy = new ProxyOptions(hostname, port, 'http:')
})

afterAll(async () => {
  await airtime.close()
  await rm(dataDir, { recursive: true })
})

const connect = (clientSecret = airtime.access.clientSecret): Client =>
  new AirtimeApi(airtime.access.clientId, clientSecret).proxy(proxy)

/** Logs in, as the client does before every group of calls. */
async function ask(group: string, call: string, ...given: unknown[]): Promise<Answer> {
  const operations = (await connect()[group]?.()) as Operations
  return (await operations[call]?.(...given).execute()) as Answer
}

/** The fields that the client's own declaration names. */
async function declaredFields(type: string): Promise<string[]> {
  const folder = dirname(require.resolve('@reloadly/reloadly.airtime'))
  const declaration = await readFile(join(folder, 'dto', 'response', `${type}.d.ts`), 'utf8')
  return [...declaration.matchAll(/^ +(?:private )?(\w+)\??[:;]/gm)].map(([, name = '']) => name)
}

async function expectFields(type: string, answer: unknown): Promise<void> {
  const fields = await declaredFields(type)
  expect(fields.length).toBeGreaterThan(1)
  expect(fields.filter((field) => !Object.hasOwn(answer as object, field))).toEqual([])
}

const rowsOn = (page: Answer) => page['content'] as Answer[]

test('the balance, and the country and its name', async () => {
  const balance = await ask('accounts', 'getBalance')
  expect(balance).toMatchObject({ balance: 250_000, currencyCode: 'USD', currencyName: 'US Dollar' })
  await expectFields('AccountBalanceInfo', balance)
  const country = await ask('countries', 'getByCode', 'GM')
  await expectFields('Country', country)
  expect(await ask('countries', 'list')).toEqual([country])
})

test('the operators: in pages, of the country, by number, and by the number of a phone', async () => {
  const byId = await ask('operators', 'getById', QCELL)
  await expectFields('Operator', byId)
  await expectFields('SimplifiedCountry', byId['country'])
  await expectFields('FxRate', byId['fx'])
  const ofCountry = (await ask('operators', 'listByCountryCode', 'GM')) as unknown as object[]
  expect(ofCountry).toContainEqual(byId)
  const pages = [1, 2].map((page) => ask('operators', 'list', new QueryFilter().withPage(page, 5)))
  expect((await Promise.all(pages)).flatMap(rowsOn)).toEqual(ofCountry)
  expect(await ask('operators', 'autoDetect', '2203012345', 'GM')).toEqual(byId)
  expect(await ask('operators', 'autoDetect', '+2203555123', 'GM')).toMatchObject({ id: 1205 })
})

test('the rate, the discounts and the promotions of an operator', async () => {
  const rate = await ask('operators', 'calculateFxRate', QCELL, 2)
  expect(rate).toMatchObject({ id: QCELL, fxRate: 140.7, currencyCode: 'GMD' })
  await expectFields('OperatorFxRate', rate)
  const discount = await ask('discounts', 'getByOperatorId', QCELL)
  await expectFields('Discount', discount)
  await expectFields('SimplifiedOperator', discount['operator'])
  expect(rowsOn(await ask('discounts', 'list'))).toContainEqual(discount)
  const [promotion] = rowsOn(await ask('promotions', 'list'))
  await expectFields('Promotion', promotion)
  expect(await ask('promotions', 'getById', promotion?.['id'])).toEqual(promotion)
  expect(await ask('promotions', 'getByCountryCode', 'GM')).toEqual([promotion])
  expect(await ask('promotions', 'getByOperatorId', QCELL)).toEqual([promotion])
})

test('a top-up, in dalasi and in dollars, and the report of both', async () => {
  const phone = new Phone('+2203012345', 'GM')
  const order = (amount: number, isLocal: boolean, name: string) =>
    ask('topups', 'send', new PhoneTopupRequest(amount, QCELL, phone, isLocal, null, name))
  const local = await order(100, true, 'local')
  expect(local).toMatchObject({
    requestedAmount: 1.42,
    requestedAmountCurrencyCode: 'USD',
    deliveredAmount: 100,
    deliveredAmountCurrencyCode: 'GMD',
    discount: 0.06,
    discountCurrencyCode: 'USD',
    balanceInfo: { oldBalance: 250_000, newBalance: 249_998.64, cost: 1.36 },
  })
  await expectFields('TopupTransaction', local)
  await expectFields('TransactionBalanceInfo', local['balanceInfo'])
  const inDollars = await order(1.43, false, 'dollars')
  expect(inDollars).toMatchObject({ requestedAmount: 1.43, deliveredAmount: 100.6 })

  // This part of the client ignores its proxy.
  const reports = (await connect()['reports']?.()) as {
    transactionsHistory(): { proxy(options: object): Operations }
  }
  const history = reports.transactionsHistory().proxy(proxy)
  const report = async (call: string, given?: unknown) => (await history[call]?.(given).execute()) as Answer
  expect(await report('getById', local['transactionId'])).toEqual(local)
  expect(rowsOn(await report('list'))).toEqual([inDollars, local])
  expect(rowsOn(await report('list', new TransactionHistoryFilter().customIdentifier('local')))).toEqual([
    local,
  ])
})

test('a wrong secret and an amount that is not accepted are refused, with their status', async () => {
  await expect(connect('wrong')['accounts']?.()).rejects.toMatchObject({ httpStatusCode: 401 })
  const phone = new Phone('3012345', 'GM')
  await expect(
    ask('topups', 'send', new PhoneTopupRequest(20_000, QCELL, phone, true, null, 'much')),
  ).rejects.toMatchObject({ httpStatusCode: 400 })
})
