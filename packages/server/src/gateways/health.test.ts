import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bututs } from '@flexpower/contract'
import { fleetMeter, startUtility, type Utility } from '@flexpower/simulator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHealth } from './health.ts'
import { createIncms, type Incms } from './incms.ts'
import type { ElectricityOrder } from './utility.ts'

const START = Date.parse('2026-11-14T14:20:00Z')

let dataDir: string
let utility: Utility
let incms: Incms
let now: number

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-health-'))
  utility = await startUtility({ dataDir })
  now = 0
  incms = createIncms(utility.access, {
    breaker: { silencesMost: 3, pauseMs: 5_000 },
    now: () => now,
    clock: { now: () => new Date(START + now) },
  })
})

afterEach(async () => {
  await incms.close()
  await utility.close()
  await rm(dataDir, { recursive: true })
})

async function order(index: number): Promise<ElectricityOrder> {
  const meter = fleetMeter(index)
  const quote = await incms.quote(meter, bututs(10_000))
  if (quote.kind !== 'accepted') throw new Error(`No quote: ${JSON.stringify(quote)}`)
  return { reference: `H-${index}`, meter, amount: bututs(10_000), phone: '1234567', quote: quote.value }
}

async function silence(times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    utility.control.failNext('vendorInfo', 'server error')
    expect(await incms.vendorInfo()).toMatchObject({ kind: 'unknown', sent: true })
  }
}

const PAUSED = { kind: 'unknown', sent: false }

test('three silences in a row stop everything but look-ups, and one answer to a query starts it again', async () => {
  const made = await order(1)
  now = 1_000
  await silence(2)
  // No figure that contradicts it: the answers that did come were fast.
  expect(incms.health()).toMatchObject({ state: 'slow', answersInMs: null })
  await silence(1)
  expect(incms.health()).toMatchObject({ state: 'down', since: new Date(START + 1_000) })
  const seen = utility.control.seen('vendorInfo')
  expect(await incms.sell(made)).toMatchObject(PAUSED)
  expect(await incms.quote(made.meter, made.amount)).toMatchObject(PAUSED)
  expect(await incms.vendorInfo()).toMatchObject(PAUSED)
  expect(utility.control.seen('vendorInfo')).toBe(seen)
  expect(utility.control.seen('sell')).toBe(0)
  expect(await incms.findSale(made, new Date())).toEqual({ kind: 'accepted', value: null })
  expect(incms.health().state).toBe('down')
  now = 6_000
  utility.control.failNext('vendorInfo', 'server error')
  expect(await incms.sell(made)).toMatchObject(PAUSED)
  expect(utility.control.seen('sell')).toBe(0)
  now = 11_000
  expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
  expect(incms.health()).toMatchObject({ state: 'up', since: new Date(START + 11_000) })
  expect(await incms.sell(made)).toMatchObject({ kind: 'accepted' })
})

test('F4 a cashier who has verified already does not wait for others: after the pause a query goes before the order', async () => {
  const made = await order(1)
  await silence(3)
  now = 4_999
  expect(await incms.sell(made)).toMatchObject(PAUSED)
  now = 5_000
  expect(await incms.sell(made)).toMatchObject({ kind: 'accepted' })
  expect(utility.control.seen('vendorInfo')).toBe(4)
})

test('an answer in between restarts the count', async () => {
  await silence(2)
  await incms.vendorInfo()
  await silence(2)
  expect(incms.health().state).toBe('slow')
})

test('of many queries after the pause one is sent, and its silence begins another pause', async () => {
  await silence(3)
  now = 5_000
  utility.control.failNext('vendorInfo', 'server error')
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => incms.vendorInfo()))
  expect(utility.control.seen('vendorInfo')).toBe(4)
  expect(outcomes.filter((outcome) => outcome.kind === 'unknown' && !outcome.sent)).toHaveLength(9)
  now = 9_999
  expect(await incms.vendorInfo()).toMatchObject(PAUSED)
  now = 10_000
  expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
})

test('lost orders count although every query is answered, and the next lost one counts at once', async () => {
  for (let index = 0; index < 3; index += 1) {
    const made = await order(index)
    utility.control.failNext('sell', 'server error')
    expect(await incms.sell(made)).toMatchObject({ kind: 'unknown', sent: true })
  }
  expect(incms.health().state).toBe('down')
  now = 5_000
  const made = await order(9)
  expect(incms.health().state).toBe('slow')
  utility.control.failNext('sell', 'server error')
  await incms.sell(made)
  expect(incms.health().state).toBe('down')
})

test('a refusal and an invalid token are answers, not silences', async () => {
  const made = await order(1)
  for (let round = 0; round < 4; round += 1) {
    utility.control.failNext('sell', { status: 400, body: '{"code":"ORDER","msgUser":"no"}' })
    expect(await incms.sell(made)).toMatchObject({ kind: 'refused' })
  }
  for (let round = 0; round < 4; round += 1) {
    utility.control.failNext('sell', { status: 201, body: '{"data":{"totalPayment":1}}' })
    expect(await incms.sell(made)).toMatchObject({ kind: 'unknown', sent: true })
  }
  expect(incms.health().state).toBe('up')
})

test('a utility whose median answer takes more than three seconds is slow, until it is not', () => {
  let at = 0
  const health = createHealth({
    who: 'the utility',
    clock: { now: () => new Date(at) },
    now: () => at,
    silencesMost: 3,
    pauseMs: 5_000,
  })
  expect(health.read()).toEqual({ state: 'up', since: new Date(0), answersInMs: null })
  const answers = (tookMs: number, times: number) => {
    for (let round = 0; round < times; round += 1) {
      at += 1
      health.report('question', { isAlive: true, tookMs })
    }
  }
  answers(80, 21)
  expect(health.read()).toEqual({ state: 'up', since: new Date(0), answersInMs: 80 })
  answers(3_001, 10)
  expect(health.read().state).toBe('up')
  answers(3_001, 1)
  expect(health.read()).toEqual({ state: 'slow', since: new Date(32), answersInMs: 3_001 })
  answers(50, 11)
  expect(health.read()).toMatchObject({ state: 'up', answersInMs: 50 })
})
