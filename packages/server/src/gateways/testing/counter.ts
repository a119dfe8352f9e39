// A counter with a utility behind it, for tests of the gateway: makes orders and compares with the utility's own books.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bututs, bututs } from '@flexpower/contract'
import { type FaceName, faces, fleetMeter, type Sale, startUtility, type Utility } from '@flexpower/simulator'
import { afterAll, beforeAll } from 'vitest'
import { createIncms, type Incms, type IncmsOptions } from '../incms.ts'
import type { Outcome } from '../outcome.ts'
import type { ElectricityOrder } from '../utility.ts'

/** GMD 100,000,000.00: no test uses it up. */
const AMPLE_BALANCE = 10_000_000_000

export interface TestCounter {
  readonly utility: Utility
  readonly incms: Incms
  connect(options?: IncmsOptions, access?: Partial<Utility['access']>): Incms
  /** An ordinary meter that no other test uses. */
  newMeter(): string
  orderFor(meter: string, amount?: Bututs): Promise<ElectricityOrder>
  /** An answer's name for the sale: only our own face has its number there. */
  nameOf(sale: Sale | undefined): string | undefined
  /** What the utility has sold for the order. */
  soldAs(order: ElectricityOrder): ReturnType<Utility['control']['sales']>
}

/** The gateway has to work with each of them. */
export const faceNames = Object.keys(faces) as FaceName[]

/** A thousand calls at once, on a busy machine, are no fault. */
export const PATIENT = { headersMs: 100_000, bodyMs: 100_000, totalMs: 100_000 }

/** For a whole test file, or a group of its tests. */
export function openCounter(face: FaceName = 'published'): TestCounter {
  const opened: Incms[] = []
  let dataDir: string
  let utility: Utility
  let incms: Incms
  let orders = 0
  let meters = 0

  const connect: TestCounter['connect'] = (options = {}, access = {}) => {
    // Faults that were requested must not stop the tests that follow.
    const made = createIncms(
      { ...utility.access, ...access },
      { breaker: { silencesMost: 1000 }, ...options },
    )
    opened.push(made)
    return made
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'flexpower-counter-'))
    utility = await startUtility({
      dataDir,
      face,
      openingBalance: AMPLE_BALANCE,
      // Tests connect several gateways at once, and each of them logs in.
      keepsOneToken: false,
    })
    incms = connect({ timeouts: PATIENT })
  })

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()))
    await utility.close()
    await rm(dataDir, { recursive: true })
  })

  return {
    get utility() {
      return utility
    },
    get incms() {
      return incms
    },
    connect,
    nameOf: (sale) => (face === 'ours' ? sale?.transactionId : sale?.receipt),
    newMeter: () => fleetMeter(meters++),
    orderFor: async (meter, amount = bututs(49_000)) => {
      const quote = readValue(await incms.quote(meter, amount))
      return { reference: makeReference(orders++), meter, amount, phone: '3901234', quote }
    },
    soldAs: ({ reference }) => utility.control.sales().filter(({ requestId }) => requestId === reference),
  }
}

/** In the form of a sale's reference, so that it is recognised inside a comment. */
export const makeReference = (number: number): string => `261114-${String(number).padStart(5, '0')}`

export function readValue<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'accepted') throw new Error(`Expected an acceptance, got ${JSON.stringify(outcome)}`)
  return outcome.value
}
