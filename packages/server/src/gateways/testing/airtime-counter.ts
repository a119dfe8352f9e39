// A counter with the airtime aggregator behind it, for tests of the gateway: makes orders and compares with the
// aggregator's own books.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bututs, bututs, type Day, toDay, type Operator } from '@flexpower/contract'
import { type Airtime, type AirtimeOptions, startAirtime } from '@flexpower/simulator/airtime'
import { afterAll, beforeAll } from 'vitest'
import type { TopUpOrder } from '../airtime.ts'
import type { GatewayOptions } from '../connection.ts'
import { PATIENT } from './counter.ts'
import { createReloadly, type Reloadly } from '../reloadly.ts'

/** GMD 100,000,000.00: no test uses it up. */
const AMPLE_BALANCE = 10_000_000_000
const START = Date.parse('2026-11-14T14:20:00Z')

export interface AirtimeCounter {
  readonly airtime: Airtime
  readonly reloadly: Reloadly
  connect(options?: GatewayOptions, access?: Partial<Airtime['access']>): Reloadly
  orderFor(phone: string, amount?: Bututs, operator?: Operator): TopUpOrder
  /** What the aggregator has on record for the order. */
  soldAs(order: TopUpOrder): ReturnType<Airtime['control']['sales']>
  /** By the aggregator's clock. */
  today(): Day
  /** Moves the aggregator's clock forward. */
  pass(milliseconds: number): void
}

/** For a whole test file. */
export function openAirtimeCounter(options: Pick<AirtimeOptions, 'account'> = {}): AirtimeCounter {
  const opened: Reloadly[] = []
  let dataDir: string
  let airtime: Airtime
  let reloadly: Reloadly
  let orders = 0
  let now = START
  const clock = { now: () => new Date(now) }

  const connect: AirtimeCounter['connect'] = (given = {}, access = {}) => {
    // Faults that were requested must not stop the tests that follow.
    const made = createReloadly(
      { ...airtime.access, ...access },
      { breaker: { silencesMost: 1000 }, ...given },
    )
    opened.push(made)
    return made
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'flexpower-airtime-'))
    airtime = await startAirtime({ dataDir, clock, openingBalance: AMPLE_BALANCE, ...options })
    reloadly = connect({ timeouts: PATIENT })
  })

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()))
    await airtime.close()
    await rm(dataDir, { recursive: true })
  })

  return {
    get airtime() {
      return airtime
    },
    get reloadly() {
      return reloadly
    },
    connect,
    orderFor: (phone, amount = bututs(10_000), operator = 'QCell') => ({
      reference: `FP-A${orders++}`,
      operator,
      phone,
      amount,
    }),
    soldAs: ({ reference }) =>
      airtime.control.sales().filter(({ customIdentifier }) => customIdentifier === reference),
    today: () => toDay(clock.now()),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}
