// F9: a cluster of three PostgreSQL nodes (deploy/cluster) fails in every way while 25 sales a second are made through
// a server that is never restarted. `npm run drill -- F9 --rounds 1`: each kind of fault once;
// `--only 'node killed'`: one kind.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fleetMeter } from '@flexpower/simulator'
import { CASHIERS } from '../bench/installation.ts'
import {
  cut,
  find,
  freeze,
  kill,
  killHaproxy,
  killPostmaster,
  NODES,
  raiseCluster,
  removeCluster,
  start,
  switchOver,
  thaw,
  unplug,
  untilWhole,
} from './cluster-nodes.ts'
import { electricityOrder, type Order, type OrderAnswer, send } from './counter.ts'
import type { DrillResult, Size } from './drill.ts'
import { ask, isClean, layGround, say } from './ground.ts'

const SALES_A_SECOND = 25
/** Cashiers go on as long as their customers wait: more do not come. */
const WAITING_MOST = 600
const REPEAT_MS = 1_000
/** A sale that was told to be pending is looked up by the server. */
const REPEAT_PENDING_MS = 5_000
const AWAY_MS = 15_000
const WHOLE_WITHIN_S = 180
/** Further pauses of this length are told. */
const LONG_PAUSE_MS = 2_000
/** Longer than any failover, so that what comes back meets a new primary. */
const LASTS_MS = 20_000

/** Resolves with the moment from which writes are expected again: a cluster that must not write does not count. */
type Fault = () => Promise<number>

const now = () => performance.now()

/** Of the whole node, and it is started again when another one has taken over. */
async function nodeKilled(): Promise<number> {
  const node = await find('leader')
  const from = now()
  await kill(node, 'all')
  await sleep(LASTS_MS)
  await start(node)
  return from
}

async function postmasterKilled(): Promise<number> {
  const from = now()
  killPostmaster(await find('leader'))
  return from
}

async function primaryFrozen(): Promise<number> {
  const node = await find('leader')
  const from = now()
  freeze(node)
  await sleep(LASTS_MS)
  thaw(node)
  return from
}

async function standbyCutOff(): Promise<number> {
  const [primary, standby] = [await find('leader'), await find('sync_standby')]
  const from = now()
  await cut(primary, standby, true)
  await sleep(LASTS_MS)
  await cut(primary, standby, false)
  return from
}

async function primaryUnplugged(): Promise<number> {
  const node = await find('leader')
  const from = now()
  await unplug(node, true)
  await sleep(LASTS_MS)
  await unplug(node, false)
  return from
}

/** Two of three: it has no majority. */
async function etcdAway(): Promise<number> {
  const from = now()
  for (const node of NODES.slice(0, 2)) await kill(node, 'etcd')
  await sleep(LASTS_MS)
  for (const node of NODES.slice(0, 2)) await start(node)
  return from
}

/** Its supervisor starts it again. */
async function haproxyKilled(): Promise<number> {
  const from = now()
  killHaproxy()
  await sleep(1_000)
  await start('haproxy')
  return from
}

async function switchedOver(): Promise<number> {
  const from = now()
  await switchOver()
  return from
}

/** Nothing may be written until one is back. */
async function noStandby(): Promise<number> {
  const primary = await find('leader')
  const standbys = NODES.filter((node) => node !== primary)
  await Promise.all(standbys.map((node) => kill(node, 'database')))
  await sleep(LASTS_MS)
  const from = now()
  await Promise.all(standbys.map(start))
  return from
}

const faults: Record<string, Fault> = {
  'node killed': nodeKilled,
  'postmaster killed': postmasterKilled,
  'primary frozen': primaryFrozen,
  'standby cut off': standbyCutOff,
  'primary unplugged': primaryUnplugged,
  'etcd away': etcdAway,
  'haproxy killed': haproxyKilled,
  'switched over': switchedOver,
  'no standby left': noStandby,
}

interface Sold {
  answer: OrderAnswer
  at: number
}

export async function clusterFaults(size: Size): Promise<DrillResult> {
  const options = { rounds: { type: 'string' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ options, strict: false })
  const rounds = Number(values.rounds ?? size(7))
  const chosen = Object.entries(faults).filter(([name]) => name === (values.only ?? name))
  const databaseUrl = raiseCluster()
  const ground = await layGround({ servers: 1, databaseUrl })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const sold: Sold[] = []
    const over = { isSo: false }
    const selling = keepSelling(ground.servers[0]?.address ?? '', sold, over)
    const away: Record<string, number[]> = {}
    let failures = 0
    for (let round = 0; round < rounds; round += 1)
      for (const [name, strike] of chosen) {
        if (!(await untilWhole(WHOLE_WITHIN_S))) {
          failures += 1
          console.log(`the cluster was not whole within ${WHOLE_WITHIN_S} s before: ${name}`)
        }
        await sleep(2_000 + Math.random() * 2_000)
        const ms = await measureAway(strike, sold)
        away[name] = [...(away[name] ?? []), ms]
        console.log(`${name}: writes away for ${(ms / 1000).toFixed(1)} s, ${sold.length} sales`)
      }
    const isWholeAgain = await untilWhole(WHOLE_WITHIN_S)
    over.isSo = true
    await selling
    const final = await ground.untilNothingIsOpen(120)
    const verdict = await ground.verdict()
    const { missing, doubled } = await compareAcknowledged(databaseUrl, sold)
    for (const [name, times] of Object.entries(away)) console.log(`${name}: ${describe(times)}`)
    const all = Object.values(away).flat()
    const isSound = isClean(verdict) && missing + doubled + failures === 0 && isWholeAgain && final !== null
    return {
      passed: isSound && readPart(all, 0.95) <= AWAY_MS,
      figures: `${all.length} faults of ${Object.keys(away).length} kinds, ${sold.length} sales acknowledged: ${missing} of them missing, ${doubled} meters sold to twice, ${say(verdict)}; writes away ${describe(all)}; open sales final after ${final?.toFixed(1) ?? 'more than 120'} s`,
    }
  } finally {
    await ground.close()
    await removeCluster()
  }
}

/** New sales come at their pace, whatever happens to the others; one without an end is repeated with the same key. */
async function keepSelling(address: string, sold: Sold[], over: { isSo: boolean }): Promise<void> {
  const waiting = new Set<Promise<void>>()
  for (let begun = 0; !over.isSo; begun += 1) {
    const order = electricityOrder(1 + (begun % CASHIERS), fleetMeter(begun))
    const selling = sellPatiently(address, order, sold)
    waiting.add(selling)
    void selling.finally(() => waiting.delete(selling))
    await sleep(1_000 / SALES_A_SECOND)
    if (waiting.size >= WAITING_MOST) await Promise.race(waiting)
  }
  await Promise.all(waiting)
}

async function sellPatiently(address: string, order: Order, sold: Sold[]): Promise<void> {
  for (;;) {
    const answer = await send(address, order)
    if (answer.status === 'success') sold.push({ answer, at: now() })
    if (answer.status === 'success' || (answer.http === 200 && answer.status === 'error')) return
    await sleep((answer.status === 'pending' ? REPEAT_PENDING_MS : REPEAT_MS) * (0.5 + Math.random()))
  }
}

/** The longest time without a sale, from the fault until the cluster is whole and sells again. */
async function measureAway(strike: Fault, sold: readonly Sold[]): Promise<number> {
  const from = await strike()
  await untilWhole(WHOLE_WITHIN_S)
  const soldBefore = sold.length
  while (sold.length < soldBefore + SALES_A_SECOND) await sleep(50)
  const moments = [from, ...sold.map(({ at }) => at).filter((at) => at > from)]
  const pauses = moments.slice(1).map((at, index) => at - (moments[index] ?? at))
  const longest = Math.max(...pauses)
  const others = pauses.filter((pause) => pause > LONG_PAUSE_MS && pause !== longest)
  if (others.length > 0)
    console.log(`  and ${others.map(inSeconds).join(', ')} without a sale later or before`)
  return longest
}

/** What clients were told against the books; each order had its own meter. */
async function compareAcknowledged(url: string, sold: readonly Sold[]) {
  const rows = await ask<{ transaction_id: string; meter: string; tokens: string[] }>(
    url,
    'select transaction_id, subject as meter, tokens from sale',
  )
  const tokens = new Map(rows.map((row) => [row.transaction_id, row.tokens.join()]))
  const missing = sold.filter(({ answer }) => tokens.get(answer.reference) !== answer.token)
  return { missing: missing.length, doubled: rows.length - new Set(rows.map(({ meter }) => meter)).size }
}

function readPart(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const describe = (times: readonly number[]): string =>
  `${times.length} times, p50 ${inSeconds(readPart(times, 0.5))}, p95 ${inSeconds(readPart(times, 0.95))}, most ${inSeconds(Math.max(...times))}`

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
