// F5: many who know how one sale ended, all at once: late answers, recovery, an Admin. One of them ends it.
import { toDay } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { openDb } from '../packages/server/src/db/db.ts'
import { createBook } from '../packages/server/src/ledger/book.ts'
import { electricityOrder, inParallel, send } from './counter.ts'
import { ask, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const RIVALS = 100
const AT_ONCE = 4

const shown = {
  day: toDay(new Date()),
  customerName: 'Fleet Customer',
  cashierName: 'Cashier',
  location: '',
  details: {},
  payee: 'utility',
  note: 'by phone',
}

export async function races(size: Size) {
  const wanted = size(10_000)
  // Recovery would win the races before they begin.
  const ground = await layGround({ servers: 1, env: { FLEXPOWER_UTILITY_ABSENCE_SECONDS: '3600' } })
  const { db, close } = openDb({ url: ground.directUrl(), connections: 20, onConnectionLost: () => {} })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    const books = Array.from({ length: RIVALS }, () => createBook(db, null))
    let [next, wrong] = [0, 0]
    await inParallel(AT_ONCE, async (worker) => {
      while (next < wanted) {
        const race = (next += 1)
        const meter = fleetMeter(race)
        // Every second one was sold and its answer lost; the others never arrived.
        const isSold = race % 2 === 0
        ground.utility.control.failNext('sell', 'reset', isSold ? 'afterwards' : 'instead')
        const { reference } = await send(address, electricityOrder(1 + worker, meter))
        const [sale] = await ask<{ id: number; user_id: number }>(
          ground.directUrl(),
          `update vend set ask_at = now() + interval '1 hour' where subject = '${meter}' and state in ('sent', 'unknown') returning id::int, user_id::int`,
        )
        if (!sale) continue
        const known = { id: sale.id, userId: sale.user_id, at: new Date() }
        const tokens = ground.utility.control
          .sales()
          .find(({ requestId }) => requestId === reference)?.creditTokens
        // Those who waited for the answer, those who looked it up, and Admins: all of them know the end.
        const ends = await Promise.all(
          books.map(async (book, rival) => {
            const settledBy = rival % 3 === 0 ? { userId: 1, address: '', subjectName: 'meter' } : null
            if (!tokens) return book.void({ ...known, reason: `rival ${rival}`, settledBy })
            return book.confirm({ ...known, ...shown, tokens, settledBy })
          }),
        )
        if (ends.filter(Boolean).length !== 1) wrong += 1
      }
    })
    const verdict = await ground.verdict()
    return {
      passed: isClean(verdict) && wrong === 0,
      figures: `${wanted} races of ${RIVALS}: ${wrong} with no winner or more than one; ${say(verdict)}`,
    }
  } finally {
    await close()
    await ground.close()
  }
}
