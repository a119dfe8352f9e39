import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaceName, faces, startUtility, type Utility } from './utility.ts'

const MARIAMA = '37201148261'

let dataDir: string
let utility: Utility | null = null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-faces-'))
})

afterEach(async () => {
  await utility?.close()
  await rm(dataDir, { recursive: true })
})

/** A client that has logged in at the face as its installation requires. */
async function visit(face: FaceName, scope = faces[face].scope) {
  utility = await startUtility({ dataDir, face })
  const { access } = utility
  const vendor = { idVendor: access.vendorId, codUser: access.vendorUser }
  const logIn = async () => {
    const answer = await fetch(`${access.url}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(access.client).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'password',
        username: `${access.vendorId}#${access.vendorUser}`,
        password: access.password,
        scope,
      }).toString(),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  let token = await logIn()
  const call = async (method: string, path: string, body?: object) => {
    const { tenant, asksInBodies } = faces[face]
    const answer = await fetch(`${access.url}/${tenant && `t/${tenant}/`}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!asksInBodies && { 'x-incms-origin-d': `${access.vendorId}#${access.vendorUser}` }),
        ...(tenant !== '' && { 'x-incms-tenant': tenant }),
      },
      ...(body && { body: JSON.stringify(asksInBodies ? { ...vendor, ...body } : body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  return { call, logIn, useToken: (given: string) => (token = given) }
}

const order = {
  account: 200114826,
  meterSerial: MARIAMA,
  totalPayment: 490,
  debtPayment: 0,
  percentageDebt: 0,
  accountBalance: 0,
  units: 1,
  unitsPayment: 490,
  unitsType: 'KWP',
  tariffDescription: '',
  comment: 'A261116-7K3M9-QXT4C 3901234',
  requestID: 'A261116-7K3M9-QXT4C',
}
const window = { meterSerial: MARIAMA, dateFrom: 0, dateTo: Date.now() + 60_000 }
const readQuery = (given: object) =>
  new URLSearchParams(Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]))

/** The fields of an answer, in or out of its envelope, of one record or of the first row of a list. */
function listFields(text: string): string[] {
  const told = JSON.parse(text) as { data?: object } | object[]
  const data = 'data' in told ? told.data : told
  return Object.keys((Array.isArray(data) ? data[0] : data) as object).toSorted()
}

describe('the face published', () => {
  test('has no total in a preview, and an account that is a number', async () => {
    const { call } = await visit('published')
    const { text } = await call('GET', `venPayment/1.0.1/?meterSerial=${MARIAMA}&totalPayment=490`)
    expect(listFields(text)).not.toContain('totalPayment')
    expect(listFields(text)).not.toContain('meterSerial')
    expect(text).toContain('"account":200114826')
  })

  test('has no number of a sale, and neither reference nor comment in its lists', async () => {
    const { call } = await visit('published')
    const sold = await call('POST', 'venPayment/1.0.1/', order)
    expect(sold.status).toBe(200)
    expect(listFields(sold.text)).not.toContain('transactionId')
    expect(sold.text).toContain('"requestID":""')
    const listed = await call('GET', `venCustomerEnquiries/1.0.1/?${readQuery(window).toString()}`)
    expect(listFields(listed.text)).toEqual([
      'account',
      'codUser',
      'customerName',
      'dateTransaction',
      'debtPayment',
      'meterSerial',
      'nameCashier',
      'receipt',
      'totalAmount',
      'transactionId',
      'unit',
      'unitPayment',
      'unitType',
    ])
    const shift = await call(
      'GET',
      `venShitEnquiries/1.0.1/?codUserShift=flexpower&paymentDate=${Date.now()}`,
    )
    expect(listFields(shift.text)).toEqual([
      'account',
      'customerName',
      'debtPayment',
      'meterSerial',
      'receipt',
      'totalAmount',
      'transactionDate',
      'unit',
      'unitPayment',
      'unitType',
    ])
  })

  test('does not know our references: it answers something else each time', async () => {
    const { call } = await visit('published')
    await call('POST', 'venPayment/1.0.1/', order)
    const answers = []
    for (let asked = 0; asked < 5; asked += 1)
      answers.push(await call('GET', `venPayment/1.0.1/?requestID=${order.requestID}`))
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 500, 200, 200])
    expect(answers.map(({ text }) => text).join()).not.toContain(MARIAMA)
  })

  test('ends the token of the login before, and says so in each shape that the API manager has had', async () => {
    const { call, logIn, useToken } = await visit('published')
    const next = await logIn()
    const texts = []
    for (let asked = 0; asked < 3; asked += 1) texts.push((await call('GET', 'venInfoVendor/1.0.1/')).text)
    expect(texts[0]).toMatch(/^\{"code":"900901"/)
    expect(texts[1]).toMatch(/^\{"fault":\{"code":900901/)
    expect(texts[2]).toMatch(/^<ams:fault .*<ams:code>900901/)
    useToken(next)
    expect((await call('GET', 'venInfoVendor/1.0.1/')).status).toBe(200)
  })

  test.each(['published', 'edsa', 'ekedc'] as const)(
    'and %s refuse an access token of another scope',
    async (face) => {
      const { call } = await visit(face, 'default')
      const answer = await call(face === 'ekedc' ? 'POST' : 'GET', 'venInfoVendor/1.0.1/', undefined)
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('900908')
    },
  )
})

test('the face edsa has no tenant and no envelopes, and its dates are midnight', async () => {
  const { call } = await visit('edsa')
  await call('POST', 'venPayment/1.0.1/', order)
  const { text } = await call('GET', `venCustomerEnquiries/1.0.1/?${readQuery(window).toString()}`)
  const [row] = JSON.parse(text) as { dateTransaction: number }[]
  expect((row?.dateTransaction ?? 1) % 86_400_000).toBe(0)
  expect((await call('GET', 't/nawec/venInfoVendor/1.0.1/')).status).toBe(404)
})

test('the face ekedc uses POST for queries, knows our references, and sends its day in pages', async () => {
  const { call } = await visit('ekedc')
  expect((await call('POST', 'venPayment/1.0.1/makePayment', order)).status).toBe(201)
  await call('POST', 'venPayment/1.0.1/makePayment', { ...order, requestID: 'A261116-0K3M9-QXT4D' })
  const found = await call('POST', 'venPayment/1.0.1/paymentInfo', { requestID: order.requestID })
  expect(found.text).toContain(`"requestID":"${order.requestID}"`)
  const listed = await call('POST', 'venCustomerEnquiries/1.0.1/', window)
  expect(listFields(listed.text)).toContain('requestID')
  expect(listed.text).toMatch(/"dateTransaction":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/)
  const page = async (number: number) => {
    const given = { codUserShift: 'flexpower', paymentDate: Date.now(), size: 1, page: number }
    return JSON.parse((await call('POST', 'venShiftEnquiries/1.0.1/', given)).text) as unknown[]
  }
  expect([await page(1), await page(2), await page(3)].map((rows) => rows.length)).toEqual([1, 1, 0])
  expect((await call('GET', 'venInfoVendor/1.0.1/')).status).toBe(404)
})

test('a face can be changed while the utility runs, over the same books', async () => {
  const { call } = await visit('published')
  await call('POST', 'venPayment/1.0.1/', order)
  const access = utility?.control.show('ekedc')
  expect(access).toMatchObject({ profile: 'ekedc', tenant: '' })
  expect(utility?.control.sales()).toHaveLength(1)
  expect((await call('GET', 'venInfoVendor/1.0.1/')).status).toBe(404)
})
