import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasLuhnDigit } from '@flexpower/sts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  demoMeters,
  fleetMeter,
  listTokens,
  postpaidAccounts,
  sentinels,
  startUtility,
  type Utility,
} from './utility.ts'

const MARIAMA = '37201148261'
const ALHAGIE = '07514196810'
const KEY_CHANGE = '37119026450'
const NOW = Date.parse('2026-11-14T14:20:00Z')

let dataDir: string
let utility: Utility
let token: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-vending-'))
  utility = await startUtility({ dataDir, face: 'ours', clock: { now: () => new Date(NOW) } })
  token = await logIn()
})

afterEach(async () => {
  await utility.close()
  await rm(dataDir, { recursive: true })
})

async function logIn(): Promise<string> {
  const { access } = utility
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
    }).toString(),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Answer {
  status: number
  data: Record<string, unknown> & {
    listtoken: string[]
    kctTokens: string[]
    transactionId: string
    unitsTopUp: { amount: number }[]
  }
  code: string
}

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const { access } = utility
  const answer = await fetch(`${access.url}/t/${access.tenant}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-incms-origin-d': `${access.vendorId}#${access.vendorUser}`,
      'x-incms-tenant': access.tenant,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) }
}

const buildOrder = (meter: string, dalasi: number, more: object = {}) => ({
  account: '1',
  meterSerial: meter,
  totalPayment: dalasi,
  debtPayment: 0,
  percentageDebt: 0,
  accountBalance: 0,
  units: 1,
  unitsPayment: dalasi,
  unitsType: 'KWP',
  tariffDescription: 'x',
  comment: 'R-1 3901234',
  ...more,
})
const sell = (meter: string, dalasi: number, more: object = {}) =>
  call('POST', 'venPayment/1.0.1/', buildOrder(meter, dalasi, more))

describe('the meters', () => {
  test('all have a check digit, and no number appears twice', () => {
    const meters = [...demoMeters, ...sentinels].map(({ meter }) => meter)
    expect(meters.filter((meter) => !hasLuhnDigit(meter))).toEqual([])
    expect(new Set(meters).size).toBe(meters.length)
    expect(meters).toContain(MARIAMA)
    expect(hasLuhnDigit(fleetMeter(12_345_678))).toBe(true)
  })

  test('are found with their status, post-paid accounts too', async () => {
    const search = (query: string) => call('GET', `venMeter/1.0.1/?${query}`)
    expect((await search('criteriaType=MY003&meterSerial=14550177308')).data).toMatchObject([
      { customerName: 'Bakary Manneh  ', collectionInd: 2, indicatorPrePostAccount: 1, accountBalance: 8600 },
    ])
    expect((await search('criteriaType=MY001&account=300139051')).data).toMatchObject([
      { meterSerial: ' ', indicatorPrePostAccount: 0, accountBalance: 965.4 },
    ])
    expect(await search('criteriaType=MY003&meterSerial=1')).toMatchObject({
      status: 404,
      code: 'METER_NOT_FOUND',
    })
  })
})

describe('a sale', () => {
  test('takes the payment from the balance, and the same requestID sells again', async () => {
    const before = utility.control.balance()
    const first = await sell(MARIAMA, 100, { requestID: 'R-1' })
    const second = await sell(MARIAMA, 100, { requestID: 'R-1' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.data.listtoken).not.toEqual(second.data.listtoken)
    expect(before - utility.control.balance()).toBe(20_000)
    expect(utility.control.sales()).toHaveLength(2)
  })

  test('beyond the balance of the vendor is refused and takes nothing', async () => {
    await utility.control.setBalance(9_999)
    expect(await sell(MARIAMA, 100)).toMatchObject({ status: 400, code: 'VENDOR_BALANCE' })
    expect(utility.control.balance()).toBe(9_999)
  })

  test.each([
    ['without a field', { comment: undefined }],
    ['with text for a number', { totalPayment: '100' }],
    ['with a third decimal', { totalPayment: 100.001 }],
    ['with too little', { totalPayment: 0.99 }],
    ['with too much', { totalPayment: 1_000_000.01 }],
    ['with another type of units', { unitsType: 'X' }],
  ])('%s is refused', async (_, change) => {
    expect((await sell(MARIAMA, 100, change)).status).toBe(400)
    expect(utility.control.sales()).toEqual([])
  })

  test('answers lines and debt that add up to any payment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 3_000_000 }),
        fc.constantFrom(MARIAMA, '37226509141', '14550177308', KEY_CHANGE),
        async (payment, meter) => {
          await utility.control.setBalance(100_000_000)
          const { data } = await sell(meter, payment / 100)
          const lines = data.unitsTopUp.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
          expect(lines + Math.round(Number(data['debtPayment']) * 100)).toBe(payment)
          expect(utility.control.balance()).toBe(100_000_000 - payment)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('is looked up by its number and by its requestID, and listed with its comment', async () => {
    const { data } = await sell(MARIAMA, 100, { requestID: 'R-7', comment: 'R-7 123' })
    expect((await call('GET', `venPayment/1.0.1/${data.transactionId}`)).data).toEqual(data)
    expect((await call('GET', 'venPayment/1.0.1/?requestID=R-7')).data).toEqual(data)
    expect(await call('GET', 'venPayment/1.0.1/?requestID=R-8')).toMatchObject({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
    const enquiry = `venCustomerEnquiries/1.0.1/?meterSerial=${MARIAMA}&dateFrom=${NOW}&dateTo=${NOW}`
    expect((await call('GET', enquiry)).data).toMatchObject([{ comment: 'R-7 123', totalAmount: 100 }])
    const shift = (user: string, at: number) =>
      call('GET', `venShitEnquiries/1.0.1/?codUserShift=${user}&paymentDate=${at}`)
    expect((await shift('flexpower', NOW - 3_600_000)).data).toHaveLength(1)
    expect((await shift('flexpower', NOW - 86_400_000)).data).toEqual([])
    expect((await shift('another', NOW)).data).toEqual([])
  })

  test('gives free units as a separate token, which the meter accepts beside the paid ones', async () => {
    const { data } = await sell('14092266130', 490)
    expect(data).toMatchObject({ mapUnits: 10, mapAmount: 0 })
    const tokens = [...data.listtoken, ...(data['mapTokens'] as string[])]
    expect(tokens).toHaveLength(2)
    for (const each of tokens)
      expect(await utility.control.keyIn('14092266130', each)).toMatchObject({ kind: 'accepted' })
    const [sale] = utility.control.sales()
    expect(listTokens(sale!)).toEqual(tokens)
    expect((await sell(MARIAMA, 100)).data).toMatchObject({ mapTokens: [], mapUnits: 0 })
  })

  test('gives meter settings after the credit, until the meter has applied them', async () => {
    const tampered = '07553209185'
    const { data } = await sell(tampered, 490)
    const said = []
    for (const each of data.listtoken) said.push((await utility.control.keyIn(tampered, each)).message)
    expect(said).toEqual([
      'Accepted: 30.3 kWh added.',
      'Accepted: the tamper state is cleared.',
      'Accepted: the power limit is 5,000 W.',
    ])
    expect((await sell(tampered, 490)).data.listtoken).toHaveLength(2)
  })

  test.each([
    ['14277051380', 4, 'its 128-bit key changes each time', 4],
    ['37119027003', 3, 'it moves to another supply group each time', 3],
    ['07201155343', 2, 'it still counted from 1993', 0],
    ['37330188279', 2, 'its key had expired', 0],
  ])('to %s comes after %i key-change tokens: %s', async (meter, first, _, second) => {
    for (const count of [first, second]) {
      const { data } = await sell(meter, 100)
      expect(data.kctTokens).toHaveLength(count)
      for (const each of [...data.kctTokens.toReversed(), ...data.listtoken])
        expect(await utility.control.keyIn(meter, each)).toMatchObject({ kind: 'accepted' })
    }
  })

  test('of a bill lowers what the account owes and gives no token', async () => {
    const { account, owed } = postpaidAccounts[0]!
    const preview = await call('GET', `venPayment/1.0.1/?account=${account}&totalPayment=100`)
    expect(preview.data).toMatchObject({ accountBalance: owed / 100, units: 0, indicatorPrePostAccount: 0 })
    const { status, data } = await sell(' ', 100, { account })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      accountBalance: (owed - 10_000) / 100,
      listtoken: [],
      receipt: expect.stringContaining('NW') as string,
    })
  })
})

describe('a virtual meter', () => {
  const keyIn = (meter: string, digits: string) => utility.control.keyIn(meter, digits)
  const findCredit = async (meter: string) => {
    const page = await (await fetch(`${utility.access.url}/meter/${meter}`)).text()
    return /class="display">([^<]*)/.exec(page)?.[1]
  }

  test('accepts a token once, in blocks or not, and shows the credit', async () => {
    const { data } = await sell(MARIAMA, 490)
    const [credit] = data.listtoken as [string]
    expect(await findCredit(MARIAMA)).toBe('0.0 kWh')
    expect(await keyIn(MARIAMA, credit.replaceAll(/(\d{4})/g, '$1 '))).toEqual({
      kind: 'accepted',
      message: 'Accepted: 30.3 kWh added.',
    })
    expect(await findCredit(MARIAMA)).toBe('30.3 kWh')
    expect(await keyIn(MARIAMA, credit)).toEqual({
      kind: 'refused',
      message: 'This token has been used already.',
    })
    expect(await findCredit(MARIAMA)).toBe('30.3 kWh')
  })

  test('refuses the token of another meter, a mistyped one and an invalid one', async () => {
    const { data } = await sell(MARIAMA, 100)
    const [credit] = data.listtoken as [string]
    const mistyped = credit.slice(0, -1) + ((Number(credit.at(-1)) + 1) % 10)
    for (const [meter, digits] of [
      [ALHAGIE, credit],
      [MARIAMA, mistyped],
    ] as const)
      expect(await keyIn(meter, digits)).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('mistyped') as string,
      })
    expect(await keyIn(MARIAMA, credit.slice(1))).toMatchObject({ message: 'A token has 20 digits.' })
    expect(await keyIn(MARIAMA, '9'.repeat(20))).toMatchObject({ kind: 'refused' })
    expect(await keyIn('12345678901', credit)).toMatchObject({ message: 'There is no such meter.' })
  })

  test('with a key change due accepts the credit only after the two key-change tokens', async () => {
    const { data } = await sell(KEY_CHANGE, 100)
    const [first, second] = data.kctTokens as [string, string]
    const [credit] = data.listtoken as [string]
    const early = { kind: 'refused', message: expect.stringContaining('key-change tokens first') as string }
    expect(await keyIn(KEY_CHANGE, credit)).toEqual(early)
    expect(await keyIn(KEY_CHANGE, first)).toMatchObject({ kind: 'accepted' })
    expect(await keyIn(KEY_CHANGE, credit)).toEqual(early)
    expect(await keyIn(KEY_CHANGE, second)).toMatchObject({ kind: 'accepted' })
    expect(await keyIn(KEY_CHANGE, credit)).toMatchObject({ kind: 'accepted' })
    expect(await keyIn(KEY_CHANGE, first)).toMatchObject({ kind: 'refused' })
  })

  test('accepts every one of many tokens of the same minute', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { data } = await sell(ALHAGIE, 50)
      expect(await keyIn(ALHAGIE, data.listtoken[0] as string)).toMatchObject({ kind: 'accepted' })
    }
  })

  test('remembers its credit and its tokens across a restart', async () => {
    const { data } = await sell(MARIAMA, 490)
    await keyIn(MARIAMA, data.listtoken[0] as string)
    await utility.close()
    utility = await startUtility({ dataDir })
    expect(await findCredit(MARIAMA)).toBe('30.3 kWh')
    expect(await keyIn(MARIAMA, data.listtoken[0] as string)).toMatchObject({ kind: 'refused' })
  })

  test('works by its keypad without any script', async () => {
    const { data } = await sell(MARIAMA, 490)
    const press = async (form: Record<string, string>) => {
      const answer = await fetch(`${utility.access.url}/meter/${MARIAMA}`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      const page = await answer.text()
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page).not.toContain('<script')
      return { page, shown: /name="token" value="([^"]*)"/.exec(page)?.[1] ?? '' }
    }
    let shown = ''
    for (const key of data.listtoken[0] as string) ({ shown } = await press({ token: shown, key }))
    expect(shown).toBe((data.listtoken[0] as string).match(/.{4}/g)?.join(' '))
    expect((await press({ token: shown, key: '⌫' })).shown).toBe(shown.slice(0, -1))
    expect((await press({ token: shown })).page).toContain('Accepted: 30.3 kWh added.')
    expect((await press({ token: '"><b>' })).page).toContain('value="&quot;&gt;&lt;b&gt;"')
  })
})

test('the first page lists every demo meter, sentinel and account, and links to each meter', async () => {
  const page = await (await fetch(utility.access.url)).text()
  for (const { meter, does } of [...demoMeters, ...sentinels]) {
    expect(page).toContain(`href="/meter/${meter}"`)
    expect(page).toContain(does)
  }
  for (const { account } of postpaidAccounts) expect(page).toContain(account)
  expect((await fetch(`${utility.access.url}/pages.css`)).headers.get('content-type')).toContain('text/css')
  expect((await fetch(`${utility.access.url}/meter/1`)).status).toBe(404)
})
