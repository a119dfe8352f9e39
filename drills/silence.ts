// F14: every byte of the open database connections is swallowed and none is closed, under load: a partition, as the
// server sees it. In one variant new connections work at once, in the other they too get no answer for ten seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, inParallel, send } from './counter.ts'
import { type Ground, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const CLIENTS = 32
const BACK_WITHIN_S = 30
const NEW_ARE_SILENT_MS = 10_000
/** An answer of /readyz is valid for a second; an earlier request may still get the old one. */
const READY_CACHED_MS = 1_100

const ways: Record<string, (ground: Ground) => Promise<void>> = {
  'open ones': async ({ wire }) => wire.silence(),
  'new ones too': async ({ wire }) => {
    wire.silenceNew(true)
    wire.silence()
    await sleep(NEW_ARE_SILENT_MS)
    wire.silenceNew(false)
  },
}

interface Watch {
  /** When the connections fell silent; infinite before. */
  silentAt: number
  /** When the first sale that was requested after that succeeded. */
  soldAt: number | null
  /** When /readyz first succeeded again, for a request after its last answer had expired. */
  readyAt: number | null
  /** Sales that were requested after that and failed. */
  refusedWhenReady: number
  refusals: number
  isOver: boolean
}

export async function silence(size: Size) {
  const rounds = size(20)
  const ground = await layGround({ servers: 1 })
  const [server] = ground.servers
  if (!server) throw new Error('a server')
  try {
    await server.start()
    const { address } = server
    const watch: Watch = {
      silentAt: Number.POSITIVE_INFINITY,
      soldAt: null,
      readyAt: null,
      refusedWhenReady: 0,
      refusals: 0,
      isOver: false,
    }
    const counts = { sold: 0, begun: 0 }
    const selling = inParallel(CLIENTS, (client) => sell(address, client, watch, counts))
    const probing = probe(address, watch)
    const ends: Record<string, { back: number[]; early: number; unnoticed: number }> = {}
    for (const [name, fall] of Object.entries(ways)) {
      const end = (ends[name] = { back: [] as number[], early: 0, unnoticed: 0 })
      for (let round = 0; round < rounds; round += 1) {
        await sleep(1_500 + Math.random() * 500)
        const silentAt = performance.now()
        Object.assign(watch, { soldAt: null, readyAt: null, refusedWhenReady: 0, refusals: 0, silentAt })
        const fallen = fall(ground)
        const soldAt = await untilSold(watch)
        await fallen
        end.back.push((soldAt - watch.silentAt) / 1000)
        end.early += watch.refusedWhenReady
        if (watch.refusals === 0) end.unnoticed += 1
        watch.silentAt = Number.POSITIVE_INFINITY
      }
    }
    watch.isOver = true
    await Promise.all([selling, probing])
    const final = await ground.untilNothingIsOpen(180)
    const verdict = await ground.verdict()
    const told = Object.entries(ends).map(([name, { back, early, unnoticed }]) => {
      const sorted = back.toSorted((a, b) => a - b)
      const [median, worst] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
      const passed = worst <= BACK_WITHIN_S && early === 0 && unnoticed === 0
      const figures = `${name}, ${back.length} times: selling again after ${median.toFixed(1)} s (median), ${worst.toFixed(1)} s (worst), ${early} sales refused when it was called ready, never not ready ${unnoticed} times`
      return { passed, figures }
    })
    return {
      passed: isClean(verdict) && final !== null && told.every(({ passed }) => passed),
      figures: `${told.map(({ figures }) => figures).join('; ')}; ${counts.sold} sales: ${say(verdict)}; open sales final after ${final?.toFixed(1) ?? 'more than 180'} s`,
    }
  } finally {
    await ground.close()
  }
}

async function sell(
  address: string,
  client: number,
  watch: Watch,
  counts: { sold: number; begun: number },
): Promise<void> {
  while (!watch.isOver) {
    counts.begun += 1
    const order = electricityOrder(1 + client, fleetMeter(counts.begun))
    for (;;) {
      const askedAt = performance.now()
      const answer = await send(address, order)
      const isSold = answer.status === 'success'
      if (isSold && askedAt > watch.silentAt) watch.soldAt ??= performance.now()
      if (isSold) counts.sold += 1
      // A pending one was opened before and is requested again: its end takes a while, whatever is ready.
      const isRefused = !isSold && answer.status !== 'pending' && (answer.http === 0 || answer.http >= 500)
      if (isRefused && watch.readyAt !== null && askedAt > watch.readyAt) {
        watch.refusedWhenReady += 1
        console.log(`refused when called ready: ${answer.http} ${answer.message}`)
      }
      if (isSold || (answer.http === 200 && answer.status === 'error')) break
      await sleep(150)
    }
  }
}

async function probe(address: string, watch: Watch): Promise<void> {
  while (!watch.isOver) {
    const [askedAt, { silentAt }] = [performance.now(), watch]
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (silentAt === watch.silentAt && askedAt > silentAt + READY_CACHED_MS && isReady)
      watch.readyAt ??= performance.now()
    if (silentAt === watch.silentAt && askedAt > silentAt && !isReady) watch.refusals += 1
    await sleep(100)
  }
}

async function untilSold(watch: Watch): Promise<number> {
  while (watch.soldAt === null) await sleep(20)
  return watch.soldAt
}
