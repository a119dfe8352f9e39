// F7: float for exactly k sales, two hundred at once.
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, sendUntilLetIn } from './counter.ts'
import { ask, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const AT_ONCE = 200
const AMOUNT = 10_000

export async function floats(size: Size) {
  const rounds = size(1_000)
  const ground = await layGround({ servers: 1 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    let wrong = 0
    for (let round = 0; round < rounds; round += 1) {
      const k = round % 40
      const cashier = await newCashier(ground.directUrl(), k * AMOUNT + (round % AMOUNT))
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          sendUntilLetIn(address, electricityOrder(cashier, fleetMeter(round * AT_ONCE + n))),
        ),
      )
      const sold = answers.filter(({ status }) => status === 'success').length
      if (sold !== k) {
        wrong += 1
        console.log(`round ${round}: ${sold} sold with float for ${k}`)
      }
    }
    const verdict = await ground.verdict()
    return {
      passed: isClean(verdict) && wrong === 0,
      figures: `${rounds} rounds of ${AT_ONCE} at once, float for 0 to 39: ${wrong} rounds with another number of sales; ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}

/** A new user with that much float, loaded like every float, and without a commission that would flow back into it. */
async function newCashier(url: string, float: number): Promise<number> {
  const [row] = await ask<{ id: number }>(
    url,
    `with one as (
       insert into users (name, email, password_hash, type, created_at)
         values ('Drill', gen_random_uuid() || '@drill.gm', 'x', 'Cashier', now()) returning id),
     signed as (
       insert into session (token_hash, user_id, remembered, address, agent, created_at, seen_at, expires_at)
         select sha256(convert_to('bench-token-' || id, 'UTF8')), id, true, '', '', now(), now(), now() + interval '1 day' from one),
     given as (
       insert into float_balance (user_id, kind, balance) select id, 'electricity', ${float} from one),
     loaded as (
       insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
         select id, 'electricity', ${float}, 'round ' || id, ${float}, id, now() from one returning *),
     moved as (
       insert into transfer (entry_id, leg, source, destination, amount)
         select id, 0, 'bank', 'float/electricity/' || user_id, amount from loaded where amount > 0)
     select id::int from one`,
  )
  return row?.id ?? 0
}
