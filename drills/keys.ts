// F6: one key many times at once, the same key with another body, another user's key; and the same sale many times at
// once without a key, at two servers, for each product.
import { randomUUID } from 'node:crypto'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { electricityOrder, inParallel, type Order, sendUntilLetIn } from './counter.ts'
import { type Ground, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const DUPLICATES = 50
const KEYS_AT_ONCE = 8
const KEYLESS_AT_ONCE = 16

export async function keys(size: Size) {
  const ground = await layGround({ servers: 2 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const parts = [await withKeys(ground, size(5_000)), await withoutKeys(ground, size(100))]
    await ground.untilNothingIsOpen(30)
    const verdict = await ground.verdict()
    const wanted = parts.reduce((sum, { sales }) => sum + sales, 0)
    return {
      passed:
        isClean(verdict) &&
        parts.every(({ passed }) => passed) &&
        ground.utility.control.sales().length === wanted,
      figures: [...parts.map(({ figures }) => figures), say(verdict)].join('; '),
    }
  } finally {
    await ground.close()
  }
}

/** `sales`: how many sales the utility must have because of it. */
interface Part {
  passed: boolean
  sales: number
  figures: string
}

async function withKeys({ servers }: Ground, wanted: number): Promise<Part> {
  const address = servers[0]?.address ?? ''
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
      // Another user's key is an ordinary key for them: a separate sale.
      const theirs = await sendUntilLetIn(address, {
        ...electricityOrder(100 + worker, fleetMeter(50_000_000 + meter)),
        key: order.key,
      })
      if (theirs.status !== 'success' || tokens.has(theirs.token)) wrong += 1
    }
  })
  return {
    passed: wrong === 0 && otherBodies === wanted,
    sales: 2 * wanted,
    figures: `${wanted} keys × ${DUPLICATES} at once: ${wrong} with another outcome than one sale; ${otherBodies} of ${wanted} other bodies refused`,
  }
}

const products: Record<string, (round: number) => Pick<Order, 'path' | 'body'>> = {
  electricity: (round) => electricityOrder(0, fleetMeter(90_000_000 + round)),
  airtime: (round) => ({
    path: 'transactions/airtime',
    body: { mobile_number: String(7_000_000 + round), vendor_type: 'QCell', amount: 100 },
  }),
  // There are few accounts, so each time the amount differs.
  'post-paid': (round) => ({
    path: 'transactions-post-paid',
    body: { account_reference: postpaidAccounts[0]?.account, telephone: '7712345', amount: 100 + round },
  }),
}
/** Airtime is sold by another simulator. */
const UTILITY_PRODUCTS = 2

async function withoutKeys({ servers }: Ground, rounds: number): Promise<Part> {
  const said: string[] = []
  let wrong = 0
  for (const [product, orderOf] of Object.entries(products)) {
    const sold = { never: 0, twice: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const order = { ...orderOf(round), cashier: 20 + (round % 50), key: null }
      const answers = await Promise.all(
        Array.from({ length: KEYLESS_AT_ONCE }, (_, place) =>
          sendUntilLetIn(servers[place % servers.length]?.address ?? '', order),
        ),
      )
      const times = answers.filter(({ status }) => status === 'success' || status === 'pending').length
      if (times === 0) sold.never += 1
      if (times > 1) sold.twice += 1
    }
    wrong += sold.never + sold.twice
    said.push(`${product} ${sold.twice} of ${rounds} rounds sold twice, ${sold.never} never`)
  }
  return {
    passed: wrong === 0,
    sales: UTILITY_PRODUCTS * rounds,
    figures: `${KEYLESS_AT_ONCE} identical sales without a key at once, at ${servers.length} servers: ${said.join(', ')}`,
  }
}
