// F4: every fault that the other side can have, for each product, repeatedly.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { billSentinels, sentinels } from '@flexpower/simulator'
import { airtimeSentinels } from '@flexpower/simulator/airtime'
import { inParallel, type Order, send } from './counter.ts'
import { ask, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

interface Fault {
  name: string
  outcome: 'accepted' | 'refused' | 'unknown'
  ends: 'sold' | 'not sold' | 'open'
  order: (cashier: number) => Order
}

const faults: Fault[] = [
  ...sentinels.map(({ meter, ...fault }) => ({
    ...fault,
    order: buildOrder('transactions', { meter_number: meter, telephone: '7712345' }),
  })),
  ...airtimeSentinels.map(({ phone, ...fault }) => ({
    ...fault,
    order: buildOrder('transactions/airtime', { mobile_number: phone, vendor_type: 'QCell' }),
  })),
  ...billSentinels.map(({ account, ...fault }) => ({
    ...fault,
    order: buildOrder('transactions-post-paid', { account_reference: account, telephone: '7712345' }),
  })),
]

function buildOrder(path: string, body: Record<string, unknown>) {
  return (cashier: number): Order => ({ cashier, path, body: { ...body, amount: 100 }, key: randomUUID() })
}

const STATUS = { accepted: 'success', refused: 'error', unknown: 'pending' }
const PRODUCTS = 3
/** What is not known at once is known after a minute or two, when the other side was asked often enough. */
const SLOWER = 25

export async function utilityFaults(size: Size) {
  const countRounds = ({ outcome }: Fault) => (outcome === 'unknown' ? size(500 / SLOWER) : size(500))
  const ground = await layGround({ servers: 1 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    let [sent, misread, heldBack] = [0, 0, 0]
    // One order of a sentinel at a time: a second one would be refused because the first is open.
    await inParallel(faults.length, async (index) => {
      const fault = faults[index]
      if (!fault) return
      for (let round = 0; round < countRounds(fault); round += 1) {
        const answer = await send(address, fault.order(1 + index))
        // This many faults at once look like an outage, and then nothing is sent for a moment. This one is still to come.
        if (answer.http === 503 || answer.message.includes('cannot be reached')) {
          heldBack += 1
          round -= 1
          await sleep(1_000)
          continue
        }
        sent += 1
        if (answer.status !== STATUS[fault.outcome]) {
          misread += 1
          console.log(`${fault.name}: ${answer.status || answer.http} instead of ${fault.outcome}`)
        }
        if (fault.ends === 'open') return
        while (fault.outcome === 'unknown' && (await isOpen(ground.directUrl(), answer.reference)))
          await sleep(500)
      }
    })
    const verdict = await ground.verdict()
    // Those that stay open forever are sold at the other side, as far as they are, and held here, as they must be.
    const open = faults.filter(({ ends }) => ends === 'open').length
    const [held] = await ask<{ count: string }>(
      ground.directUrl(),
      `select count(*) from vend where state in ('sent', 'unknown', 'manual')`,
    )
    const isAllHeld = Number(held?.count) === open
    return {
      passed: isAllHeld && isClean(verdict) && misread === 0,
      figures: `${faults.length} faults of ${PRODUCTS} products, ${sent} orders: ${misread} taken for something else; ${heldBack} held back while the other side seemed down; ${open} stay open on purpose; ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}

async function isOpen(url: string, reference: string): Promise<boolean> {
  const [row] = await ask<{ state: string }>(url, `select state from vend where reference = '${reference}'`)
  return row !== undefined && !['confirmed', 'voided'].includes(row.state)
}
