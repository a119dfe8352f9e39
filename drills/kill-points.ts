// F2: the server is killed at each important point of a sale, alone and beside a second one. The server itself does not
// know: its connections to the database and to the utility are watched, and it is killed when the bytes of that point
// pass, or before they do.
import { setTimeout as sleep } from 'node:timers/promises'
import { faces, type Fault, fleetMeter } from '@flexpower/simulator'
import type { FaultProxy } from '../packages/server/src/testing/fault-proxy.ts'
import { electricityOrder, type OrderAnswer, sellUntilItEnds } from './counter.ts'
import { ask, type Ground, isClean, layGround, readFace, say } from './ground.ts'
import { openPhones, type Phones } from './mailbox.ts'
import type { DrillResult, Size } from './drill.ts'

const REACHED_WITHIN_MS = 30_000
const FINAL_WITHIN_S = 60
/** This many clients may still be waiting for the end of an earlier sale. */
const WAITING_MOST = 6
const NOTHING = Buffer.alloc(0)

interface Stage {
  ground: Ground
  phones: Phones
  strike(): void
}

interface Point {
  arm(stage: Stage): void
  /** What the utility does with this sale, so that the point is reached. */
  utility?: [fault: Fault, when: 'instead' | 'afterwards']
  /** Recovery is to look it up now and not in five seconds. */
  isAskedFor?: boolean
}

/** How an order and its look-up begin, on the face that the utility shows. */
const { profile, tenant } = faces[readFace()]
const prefix = tenant === '' ? '' : `/t/${tenant}`
const isInBodies = profile === 'ekedc'
const ORDER = `POST ${prefix}/venPayment/1.0.1/${isInBodies ? 'makePayment' : ''}`
const QUESTION = isInBodies ? 'POST /venPayment/1.0.1/paymentInfo' : '?requestID='
const LOST = ['reset', 'afterwards'] as const
const REFUSAL: Fault = {
  status: 400,
  body: '{"code":"VENDOR_BALANCE","msgUser":"The balance of the vendor is not sufficient."}',
}

const points: Record<string, Point> = {
  'before the hold': { arm: database(asked('book_open', dropped)) },
  'after the hold': { arm: database(answered('book_open', dropped)) },
  'after sent': { arm: utility(asked(ORDER, dropped)) },
  'mid-send': { arm: utility(asked(ORDER, (bytes) => bytes.subarray(0, bytes.length >> 1))) },
  'after the utility sold': { arm: utility(answered(ORDER, dropped)) },
  'before the answer is whole': { arm: utility(answered(ORDER, (bytes) => bytes.subarray(0, -1))) },
  'before phase 2': { arm: database(asked('book_confirm', dropped)) },
  'in phase 2': { arm: database(asked('book_confirm', whole)) },
  'before the reply': { arm: database(answered('book_confirm', dropped)) },
  'in recovery': { arm: utility(asked(QUESTION, dropped)), utility: [...LOST], isAskedFor: true },
  'in a void': { arm: database(asked('book_void', whole)), utility: [REFUSAL, 'instead'] },
  'in the outbox': {
    arm: ({ phones, strike }) => phones.onNext(strike),
    utility: [...LOST],
    isAskedFor: true,
  },
}

type Watch = (strike: () => void) => Parameters<FaultProxy['watch']>[0]

function database(watch: Watch) {
  return ({ ground, strike }: Stage) => ground.wire.watch(watch(strike))
}
function utility(watch: Watch) {
  return ({ ground, strike }: Stage) => ground.utilityWire.watch(watch(strike))
}
function whole(bytes: Buffer) {
  return bytes
}
function dropped() {
  return NOTHING
}

/** When a request passes; `then` is what still gets through. */
function asked(sign: string, then: (bytes: Buffer) => Buffer): Watch {
  return (strike) => (bytes, way) => {
    if (way === 'back' || !bytes.includes(sign)) return bytes
    strike()
    return then(bytes)
  }
}

/** When a request has been executed, and before its sender knows it. */
function answered(sign: string, then: (bytes: Buffer) => Buffer): Watch {
  return (strike) => {
    const asking = new Set<number>()
    return (bytes, way, connection) => {
      if (way === 'there' && bytes.includes(sign)) asking.add(connection)
      if (way === 'there' || !asking.delete(connection)) return bytes
      strike()
      return then(bytes)
    }
  }
}

/** The whole drill. */
export async function killPoints(size: Size): Promise<DrillResult> {
  const [alone, beside] = [await killAlone(size), await killBeside(size)]
  return { passed: alone.passed && beside.passed, figures: `${alone.figures}; ${beside.figures}` }
}

/** The only server; it is started again. `names`: which points, by default all of them. */
export const killAlone = (size: Size, names: readonly string[] = Object.keys(points)) =>
  killAt(size, names, 1)

/** The sale has to end at the second server before the first is started again. Without points that any server reaches. */
export const killBeside = (
  size: Size,
  names = Object.keys(points).filter((name) => !points[name]?.isAskedFor),
) => killAt(size, names, 2)

async function killAt(size: Size, names: readonly string[], servers: 1 | 2): Promise<DrillResult> {
  const rounds = size(100)
  const phones = await openPhones()
  const ground = await layGround({
    servers,
    env: {
      FLEXPOWER_UTILITY_ABSENCE_SECONDS: '1',
      FLEXPOWER_SMS_URL: phones.url,
      FLEXPOWER_SMS_USER: 'drill',
      FLEXPOWER_SMS_KEY: 'drill',
    },
  })
  const server = ground.servers[0]
  if (!server) throw new Error('a server to kill')
  const disarm = () => [ground.wire, ground.utilityWire].forEach((wire) => wire.watch(null))
  const readyMs: number[] = []
  const start = async () => {
    const begun = performance.now()
    await server.start()
    readyMs.push(performance.now() - begun)
  }
  try {
    for (const other of ground.servers.slice(1)) await other.start()
    await start()
    const addresses = ground.servers.map(({ address }) => address)
    const ends: Promise<Ended>[] = []
    let [sales, missed, late] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1)
      for (const name of names) {
        const point = points[name]
        if (!point) throw new RangeError(`There is no point ${name}.`)
        const meter = fleetMeter((sales += 1))
        const reached = Promise.withResolvers<true>()
        const strike = () => {
          void server.kill()
          // What the second server sends passes.
          disarm()
          reached.resolve(true)
        }
        if (point.utility) ground.utility.control.failNext('sell', ...point.utility)
        point.arm({ ground, phones, strike })
        const order = electricityOrder(1 + (sales % 200), meter)
        ends.push(sellUntilItEnds(addresses, order, () => true).then((answer) => ({ meter, answer })))
        const asking = { isOver: false }
        if (point.isAskedFor === true) void askNow(ground, meter, asking)
        const isReached = await Promise.race([reached.promise, sleep(REACHED_WITHIN_MS)])
        asking.isOver = true
        if (isReached !== true) {
          missed += 1
          console.log(`${name} was not reached`)
        }
        await server.kill()
        disarm()
        phones.onNext(null)
        if (servers > 1 && !(await Promise.race([ends[sales - 1], sleep(FINAL_WITHIN_S * 1000)]))) late += 1
        await start()
        if (sales > WAITING_MOST) await ends[sales - 1 - WAITING_MOST]
      }
    const { isRight, told } = await judge(ground, phones, await Promise.all(ends))
    const ready = readyMs.toSorted((a, b) => a - b)[readyMs.length >> 1] ?? 0
    return {
      passed: isRight && missed + late === 0,
      figures: `${servers > 1 ? `one of ${servers} servers, ${late} sales not ended by the other, ` : ''}${names.length} points × ${rounds}: ${missed} points not reached; ${told}; ready after ${(ready / 1000).toFixed(1)} s (median)`,
    }
  } finally {
    await ground.close()
    phones.close()
  }
}

async function askNow(ground: Ground, meter: string, asking: { isOver: boolean }): Promise<void> {
  while (!asking.isOver) {
    await ask(
      ground.directUrl(),
      `update vend set ask_at = now() where subject = '${meter}' and state = 'unknown'`,
    )
    await sleep(200)
  }
}

interface Ended {
  meter: string
  answer: OrderAnswer | null
}

async function judge(ground: Ground, phones: Phones, answers: Ended[]) {
  const final = await ground.untilNothingIsOpen(FINAL_WITHIN_S)
  const letters = await untilLettersAreSent(ground)
  const verdict = await ground.verdict()
  const untrue = answers.filter(({ meter, answer }) => !isTrue(ground, meter, answer)).length
  return {
    isRight: isClean(verdict) && untrue + letters.unsent === 0 && final !== null,
    told: `${say(verdict)}; ${untrue} clients told something else than what happened; ${letters.all} late tokens to phones, ${letters.unsent} never sent, ${phones.taken() - letters.all} sent again`,
  }
}

/** I5: what a client saw is what the utility's books say. */
function isTrue(ground: Ground, meter: string, answer: OrderAnswer | null): boolean {
  const sold = ground.utility.control.sales().filter((sale) => sale.meter === meter)
  if (answer?.status !== 'success') return sold.length === 0
  return sold.length === 1 && sold[0]?.creditTokens.at(-1) === answer.token
}

/**
 * A message that is being sent is left alone for minutes, so that no second process sends it; the drill does not wait
 * for that.
 */
async function untilLettersAreSent(ground: Ground): Promise<{ all: number; unsent: number }> {
  const url = ground.directUrl()
  await ask(url, 'update outbox set send_at = now() where sent_at is null')
  for (let tries = 0; ; tries += 1) {
    const [row] = await ask<{ all: number; unsent: number }>(
      url,
      `select count(*)::int as all, count(*) filter (where sent_at is null)::int as unsent from outbox where channel = 'sms'`,
    )
    if (row && (row.unsent === 0 || tries > 150)) return row
    await sleep(100)
  }
}
