// F6: one key many times at once, the same key with another body, another user's key.
import { randomUUID } from 'node:crypto'
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, inParallel, sendUntilLetIn } from './counter.ts'
import { isClean, layGround, say } from './ground.ts'
import type { Size } from './run.ts'

const DUPLICATES = 50
const KEYS_AT_ONCE = 8

export async function keys(size: Size) {
  const wanted = size(5_000)
  const ground = await layGround({ servers: 1 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    let [next, wrong, otherBodies] = [0, 0, 0]
    await inParallel(KEYS_AT_ONCE, async (worker) => {
      while (next < wanted) {
        const meter = (next += 1)
        const order = electricityOrder(1 + worker, fleetMeter(meter), 100, randomUUID())
        const answers = await Promise.all(
          Array.from({ length: DUPLICATES }, () => sendUntilLetIn(address, order)),
        )
        const tokens = new Set(answers.map(({ token }) => token))
        if (tokens.size !== 1 || tokens.has('')) wrong += 1
        const other = await sendUntilLetIn(address, { ...order, body: { ...order.body, amount: 200 } })
        if (other.http === 422) otherBodies += 1
        // Somebody else's key is a key like any other of theirs: a sale of their own.
        const theirs = await sendUntilLetIn(address, {
          ...electricityOrder(100 + worker, fleetMeter(50_000_000 + meter)),
          key: order.key,
        })
        if (theirs.status !== 'success' || tokens.has(theirs.token)) wrong += 1
      }
    })
    await ground.untilNothingIsOpen(30)
    const verdict = await ground.verdict()
    const sales = ground.utility.control.sales().length
    return {
      passed: isClean(verdict) && wrong === 0 && otherBodies === wanted && sales === 2 * wanted,
      figures: `${wanted} keys × ${DUPLICATES} at once: ${sales - wanted} sales, ${wrong} keys with another outcome; ${otherBodies} of ${wanted} other bodies refused; ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}
