import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startUtility, type Utility, type UtilityOptions } from '@flexpower/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIncms, type Incms, type IncmsOptions } from './incms.ts'

// undici checks its own timers about once a second, so the limit on the whole is much higher.
const QUICK = { connectMs: 500, headersMs: 200, bodyMs: 200, totalMs: 1_700 }
/** A parser whose time grows with the square of the body takes longer than this, a busy machine does not. */
const QUICK_ENOUGH_MS = 30_000

let dataDir: string
let utility: Utility
let opened: Incms[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-incms-'))
  opened = []
  utility = await startUtility({ dataDir })
})

afterEach(async () => {
  await Promise.all(opened.map((incms) => incms.close()))
  await utility.close()
  await rm(dataDir, { recursive: true })
})

function connect(options: IncmsOptions = {}, access: Partial<Utility['access']> = {}): Incms {
  const incms = createIncms({ ...utility.access, ...access }, options)
  opened.push(incms)
  return incms
}

async function restart(options: Partial<UtilityOptions> = {}): Promise<void> {
  await utility.close()
  utility = await startUtility({ dataDir, ...options })
}

const answerWith = (balance: string, rest = '') =>
  utility.control.failNext('vendorInfo', {
    status: 200,
    body: `{"data":{"idVendor":100200,"descVendor":"Kairaba  ","balance":${balance}${rest}}}`,
  })

test('the vendor sees its balance in bututs and its name without padding', async () => {
  await utility.control.setBalance(61_248_007)
  expect(await connect().vendorInfo()).toEqual({
    kind: 'accepted',
    value: {
      vendorId: '100200',
      description: 'FlexPower Gambia Ltd',
      balance: 61_248_007,
      vendorIdChanged: false,
    },
  })
})

describe('the access token', () => {
  test('is requested once and used again', async () => {
    const incms = connect()
    for (let round = 0; round < 5; round += 1)
      expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
    expect(utility.control.seen('token')).toBe(1)
    expect(utility.control.seen('vendorInfo')).toBe(5)
  })

  test('is requested once by calls that start together', async () => {
    utility.control.setDelay(30)
    const incms = connect()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => incms.vendorInfo()))
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(utility.control.seen('token')).toBe(1)
  })

  test('is replaced once when the utility has lost it, and the running calls succeed', async () => {
    const incms = connect()
    await incms.vendorInfo()
    utility.control.expireTokens()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => incms.vendorInfo()))
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(utility.control.seen('token')).toBe(2)
  })

  test('is replaced after a restart of the utility, and the balance is the same as before', async () => {
    const incms = connect()
    await utility.control.setBalance(12_345)
    await incms.vendorInfo()
    await restart()
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted', value: { balance: 12_345 } })
  })

  test('is renewed early without a refused call, and nobody waits for it', async () => {
    let now = 0
    await restart({ tokenLifetimeS: 1000, keepsOneToken: false })
    const incms = connect({ now: () => now })
    await incms.vendorInfo()
    now = 939_999
    await incms.vendorInfo()
    expect(utility.control.seen('token')).toBe(1)
    now = 940_000
    utility.control.failNext('token', 'server error')
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
    await expect.poll(() => utility.control.seen('token')).toBe(2)
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
    await expect.poll(() => utility.control.seen('token')).toBe(3)
    expect(utility.control.seen('vendorInfo')).toBe(4)
  })

  test('is replaced when it has expired by our own clock', async () => {
    let now = 0
    await restart({ tokenLifetimeS: 1000 })
    const incms = connect({ now: () => now })
    await incms.vendorInfo()
    now = 1_000_000
    await incms.vendorInfo()
    expect(utility.control.seen('token')).toBe(2)
    expect(utility.control.seen('vendorInfo')).toBe(2)
  })

  test('that is refused twice in a row is a refusal, not a loop', async () => {
    const refusal = {
      status: 401,
      body: '{"code":900901,"msgUser":"Invalid credentials. ","msgDeveloper":null}',
    }
    utility.control.failNext('vendorInfo', refusal)
    utility.control.failNext('vendorInfo', refusal)
    expect(await connect().vendorInfo()).toEqual({
      kind: 'refused',
      code: '900901',
      message: 'Invalid credentials.',
      detail: '',
    })
    expect(utility.control.seen('vendorInfo')).toBe(2)
    expect(utility.control.seen('token')).toBe(2)
  })

  test.each(['', ',"expires_in":null', ',"expires_in":"soon"', ',"expires_in":9223372036854775'])(
    'is usable with an unusual lifetime: %s',
    async (statement) => {
      const incms = connect()
      utility.control.failNext('token', { status: 200, body: `{"access_token":"stranger"${statement}}` })
      // The simulator did not issue this token, so it accepts only the second one, which it issued.
      expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
      expect(utility.control.seen('token')).toBe(2)
    },
  )
})

describe('a definite no', () => {
  test('to a wrong vendor password comes with the utility’s text', async () => {
    expect(await connect({}, { password: 'wrong' }).vendorInfo()).toEqual({
      kind: 'refused',
      code: 'invalid_grant',
      message: 'Authentication failed for 100200#flexpower',
      detail: 'invalid_grant: Authentication failed for 100200#flexpower',
    })
    expect(utility.control.seen('vendorInfo')).toBe(0)
  })

  test('to a wrong client is a refusal too', async () => {
    const outcome = await connect({}, { client: 'demo-client:wrong' }).vendorInfo()
    expect(outcome).toMatchObject({ kind: 'refused', code: 'invalid_client' })
  })

  test('with the documented error has the text for the cashier and the one for the log', async () => {
    utility.control.failNext('vendorInfo', {
      status: 422,
      body: '{"code":"V-17","msgUser":"Vendor is blocked  ","msgDeveloper":"VEN_STATUS=3"}',
    })
    expect(await connect().vendorInfo()).toEqual({
      kind: 'refused',
      code: 'V-17',
      message: 'Vendor is blocked',
      detail: 'VEN_STATUS=3',
    })
  })

  test('that quotes our secrets is shown without them', async () => {
    const password = 'canary & pass+word'
    const basic = Buffer.from('id:canary-secret').toString('base64')
    const echo = `${password} ${new URLSearchParams({ password }).toString()} canary-secret ${basic}`
    utility.control.failNext('token', {
      status: 400,
      body: JSON.stringify({ error: 'x', error_description: echo }),
    })
    const first = await connect({}, { password, client: 'id:canary-secret' }).vendorInfo()
    expect(first).toMatchObject({
      kind: 'refused',
      message: '[hidden] password=[hidden] [hidden] [hidden]',
    })
    utility.control.failNext('token', {
      status: 200,
      body: '{"access_token":"canary-token","expires_in":60}',
    })
    const quoting = { code: 1, msgUser: 'No canary-token', msgDeveloper: 'Bearer canary-token' }
    utility.control.failNext('vendorInfo', { status: 403, body: JSON.stringify(quoting) })
    const second = await connect().vendorInfo()
    expect(second).toMatchObject({ kind: 'refused', message: 'No [hidden]', detail: 'Bearer [hidden]' })
  })
})

describe('an unreadable answer is unknown, and quickly', () => {
  const ask = async (incms: Incms) => {
    const startedAt = performance.now()
    const outcome = await incms.vendorInfo()
    return { ...outcome, isQuick: performance.now() - startedAt < QUICK_ENOUGH_MS }
  }

  const unknownBecause = (reason: string) => ({
    kind: 'unknown',
    reason: expect.stringContaining(reason) as string,
    sent: expect.any(Boolean) as boolean,
    isQuick: true,
  })

  const faults = [
    ['no answer', 'no answer in time'],
    ['reset', 'the connection failed'],
    ['reset mid-body', 'the connection failed'],
    ['silence mid-body', 'stopped half way'],
    ['server error', 'status 500'],
    ['html', 'not JSON'],
    ['truncated json', 'not JSON'],
    ['huge body', 'too large'],
    ['gzip bomb', 'compressed'],
    ['redirect', 'status 307'],
    ['trickle', 'took too long as a whole'],
  ] as const

  test.each(faults)('to a query: %s', async (fault, reason) => {
    utility.control.failNext('vendorInfo', fault)
    const incms = connect({ timeouts: QUICK })
    expect(await ask(incms)).toEqual(unknownBecause(reason))
    expect(utility.control.seen('vendorInfo')).toBe(1)
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
  })

  test.each(faults)('to the login: %s', async (fault, reason) => {
    utility.control.failNext('token', fault)
    const incms = connect({ timeouts: QUICK })
    expect(await ask(incms)).toEqual(unknownBecause(reason))
    expect(utility.control.seen('token')).toBe(1)
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
  })

  test('when nothing listens', async () => {
    await utility.close()
    expect(await ask(connect({ timeouts: QUICK }))).toEqual(unknownBecause('connection refused'))
    utility = await startUtility({ dataDir })
  })

  test.each([
    ['a 4xx without the documented error', 404, '<h1>Not found</h1>', 'status 404 without'],
    ['a 4xx with another JSON', 400, '{"fault":{"code":900800}}', 'status 400 without'],
    ['a 5xx with the documented error', 503, '{"code":"1","msgUser":"x","msgDeveloper":"y"}', 'status 503'],
    ['the documented error with status 200', 200, '{"code":"1","msgUser":"x"}', 'lacks'],
    ['an empty body', 200, '', 'not JSON'],
    ['a nesting bomb', 200, '['.repeat(900_000), 'not JSON'],
    ['a closed nesting bomb', 200, '['.repeat(400_000) + ']'.repeat(400_000), 'not JSON'],
    ['null', 200, '{"data":null}', 'lacks'],
    ['a vendor without a balance', 200, '{"data":{"idVendor":"1","descVendor":"x"}}', 'lacks'],
  ])('on %s', async (_, status, body, reason) => {
    utility.control.failNext('vendorInfo', { status, body })
    expect(await ask(connect())).toEqual(unknownBecause(reason))
  })

  test('and never shows a secret', async () => {
    const access = { password: 'canary-password', client: 'id:canary-secret' }
    for (const [fault] of faults) utility.control.failNext('token', fault)
    const outcomes = await Promise.all(faults.map(() => connect({ timeouts: QUICK }, access).vendorInfo()))
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['unknown']))
    expect(JSON.stringify(outcomes)).not.toContain('canary')
  })
})

describe('a balance is read to the butut', () => {
  test.each([
    ['612480.07', 61_248_007],
    ['"612480.07"', 61_248_007],
    ['" 612480.07  "', 61_248_007],
    ['612480', 61_248_000],
    ['"612480.5"', 61_248_050],
    ['1.15', 115],
    ['8.2', 820],
    ['0', 0],
    ['-0.00', 0],
    ['-350.25', -35_025],
    ['"-350.25"', -35_025],
    ['9999999999.99', 999_999_999_999],
    ['90071992547409.91', 9_007_199_254_740_991],
    ['1.23456781E7', 1_234_567_810],
    ['1e2', 10_000],
    ['5E-2', 5],
    ['1e-9', 0],
    ['0.30000000000000004', 30],
    ['612479.99999999997', 61_248_000],
    ['612480.0700000', 61_248_007],
  ])('%s', async (written, expected) => {
    answerWith(written)
    expect(await connect().vendorInfo()).toMatchObject({
      kind: 'accepted',
      value: { vendorId: '100200', description: 'Kairaba', balance: expected },
    })
  })

  test.each([
    'null',
    '""',
    '"12,50"',
    '"1 250"',
    '"0x10"',
    '"Infinity"',
    '"1e"',
    '90071992547409.92',
    '1e99',
    '[1]',
  ])('or not at all: %s', async (written) => {
    answerWith(written)
    expect(await connect().vendorInfo()).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['', false],
    [',"modifiedIdVendor":null', false],
    [',"modifiedIdVendor":"false "', false],
    [',"modifiedIdVendor":0', false],
    [',"modifiedIdVendor":true', true],
    [',"modifiedIdVendor":"TRUE"', true],
    [',"modifiedIdVendor":1', true],
  ])('with a change of the vendor id written as %s', async (rest, expected) => {
    answerWith('1', rest)
    expect(await connect().vendorInfo()).toMatchObject({ value: { vendorIdChanged: expected } })
  })
})
