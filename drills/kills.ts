// F1: server processes are killed at random while clients keep selling with the same keys.
import { setTimeout as sleep } from 'node:timers/promises'
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, inParallel, sellUntilItEnds } from './counter.ts'
import { isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const CLIENTS = 64
const READY_WITHIN_MS = 3_000
const FINAL_WITHIN_S = 30

export async function kills(size: Size) {
  const [killsWanted, salesWanted] = [size(500), size(50_000)]
  const ground = await layGround({ servers: 2 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const addresses = ground.servers.map(({ address }) => address)
    let [sold, begun, killed] = [0, 0, 0]
    const readyMs: number[] = []
    let processorSeconds = 0
    const isOver = () => sold >= salesWanted && killed >= killsWanted
    const selling = inParallel(CLIENTS, async (client) => {
      while (!isOver()) {
        begun += 1
        const order = electricityOrder(1 + ((client * 3) % 200), fleetMeter(begun))
        const end = await sellUntilItEnds(addresses, order, () => true)
        if (end?.status === 'success') sold += 1
      }
    })
    const killing = (async () => {
      while (killed < killsWanted) {
        await sleep(200 + Math.random() * 600)
        const server = ground.servers[killed % 2]
        await server?.kill()
        killed += 1
        const downAt = performance.now()
        await server?.start()
        readyMs.push(performance.now() - downAt)
        processorSeconds += (await server?.processorSeconds()) ?? 0
        if (killed % 25 === 0) console.log(`${killed} kills, ${sold} sales`)
      }
    })()
    await Promise.all([selling, killing])
    const final = await ground.untilNothingIsOpen(FINAL_WITHIN_S)
    const verdict = await ground.verdict()
    readyMs.sort((a, b) => a - b)
    const [median = 0, p95 = 0] = [0.5, 0.95].map((part) => readyMs[Math.floor(readyMs.length * part)])
    return {
      passed: isClean(verdict) && final !== null && median <= READY_WITHIN_MS,
      figures: `${killed} kills, ${sold} sales: ${say(verdict)}; ready after ${(median / 1000).toFixed(1)} s (median; p95 ${(p95 / 1000).toFixed(1)} s), of which ${(processorSeconds / killed).toFixed(1)} s of a processor; open sales final after ${final?.toFixed(1) ?? 'more than 30'} s`,
    }
  } finally {
    await ground.close()
  }
}
