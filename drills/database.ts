// F8: the database goes away under load, in every way it can, and comes back; the server is never restarted.
import { setTimeout as sleep } from 'node:timers/promises'
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, inParallel, send, sellUntilItEnds } from './counter.ts'
import { ask, type Ground, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const CLIENTS = 32
const BACK_WITHIN_S = 5

const ways: Record<string, (ground: Ground) => Promise<void>> = {
  'stopped fast': (ground) => ground.restartDatabase('SIGINT'),
  'stopped at once': (ground) => ground.restartDatabase('SIGQUIT'),
  killed: (ground) => ground.restartDatabase('SIGKILL'),
  'connections ended': async (ground) => {
    await ask(
      ground.directUrl(),
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
  },
  'wire cut': async (ground) => ground.wire.cut(),
}

export async function databaseLoss(size: Size) {
  const rounds = size(100)
  const ground = await layGround({ servers: 2 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const addresses = ground.servers.map(({ address }) => address)
    let [sold, begun] = [0, 0]
    const state = { isOver: false }
    const selling = inParallel(CLIENTS, async (client) => {
      while (!state.isOver) {
        begun += 1
        const order = electricityOrder(1 + client, fleetMeter(begun))
        const end = await sellUntilItEnds(addresses, order, () => true)
        if (end?.status === 'success') sold += 1
      }
    })
    const back: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const [name, lose] of Object.entries(ways)) {
        await sleep(300 + Math.random() * 400)
        await lose(ground)
        const returnedAt = performance.now()
        for (let tries = 0; ; tries += 1) {
          const probe = electricityOrder(150, fleetMeter(60_000_000 + round * 1000 + tries + back.length * 7))
          if ((await send(addresses[0] ?? '', probe)).status === 'success') break
          await sleep(50)
        }
        const took = (performance.now() - returnedAt) / 1000
        back.push(took)
        if (took > BACK_WITHIN_S) console.log(`${name}: back only after ${took.toFixed(1)} s`)
      }
    state.isOver = true
    await selling
    const final = await ground.untilNothingIsOpen(60)
    const verdict = await ground.verdict()
    back.sort((a, b) => a - b)
    const worst = back.at(-1) ?? 0
    return {
      passed: isClean(verdict) && worst <= BACK_WITHIN_S && final !== null,
      figures: `${back.length} losses in ${Object.keys(ways).length} ways, ${sold} sales: ${say(verdict)}; selling again after ${(back[Math.floor(back.length / 2)] ?? 0).toFixed(1)} s (median), ${worst.toFixed(1)} s (worst); open sales final after ${final?.toFixed(1) ?? 'more than 60'} s`,
    }
  } finally {
    await ground.close()
  }
}
