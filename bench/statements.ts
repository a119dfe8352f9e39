// B13: the wall of all cashiers, and a month's statement of a busy one, with as many lines among few and among very many
// sales. Sales, intents, transfers and sessions are invented; the closings are those of the job.
import { performance } from 'node:perf_hooks'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER, toDay } from '@flexpower/contract'
import { Client } from 'pg'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { closeDays } from '../packages/server/src/ledger/float-lines.ts'
import { systemClock } from '../packages/server/src/runtime/clock.ts'
import { type Installation, readToken } from './installation.ts'
import { LARGE, SMALL, withSales } from './lists.ts'
import { median, startServer } from './load.ts'

const TURNS = Number(process.env['BENCH_TURNS'] ?? 40)
/** Cashier 200 sells nothing in the invented sales; these become theirs, evenly spread over the last 30 days. */
const BUSY = 200
const BUSY_SALES = 3_000
/** Of every cashier: one session is open, with the last sales, and others were closed lately. */
const SESSION_SALES = 100
const CLOSED_SESSIONS = 30

const headers = {
  [CLIENT_TOKEN_HEADER]: parseConfig({}).clientAccessToken,
  [SESSION_TOKEN_HEADER]: readToken(1),
}

export async function statements(installation: Installation): Promise<string> {
  const servers = []
  for (const sales of [SMALL, LARGE]) {
    const sold = await withSales(installation, sales)
    await addBooks(sold.url)
    servers.push(await startServer(sold, 0, 'ours'))
  }
  const from = toDay(new Date(systemClock.now().getTime() - 29 * 86_400_000))
  const screens: Record<string, string> = {
    'the wall': 'till/wall',
    'a month’s statement': `floats/${BUSY}/statement?from=${from}&limit=1000`,
    'its sums': `floats/${BUSY}/sums?from=${from}`,
    'today’s statement': `floats/${BUSY}/statement?from=${toDay(systemClock.now())}&limit=50`,
  }
  const results: string[] = []
  for (const [screen, path] of Object.entries(screens)) {
    const times: number[][] = [[], []]
    for (let turn = -5; turn < TURNS; turn += 1)
      for (const [side, server] of servers.entries()) {
        const startedAt = performance.now()
        const answer = await fetch(new URL(API_BASE + path, server.address), { headers })
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        await answer.text()
        if (turn >= 0) times[side]?.push(performance.now() - startedAt)
      }
    const [few = 0, many = 0] = times.map(median)
    console.log(`p50 of ${screen}: ${few.toFixed(1)} ms at ${SMALL} sales, ${many.toFixed(1)} ms at ${LARGE}`)
    results.push(`${screen} ${(many / few).toFixed(2)} ×`)
  }
  for (const server of servers) server.stop()
  return `B13 at ${LARGE} sales, of the time at ${SMALL}: ${results.join(', ')}`
}

/** The intent and the transfers of every invented sale, and the loads that pay for them. */
async function addBooks(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select from credit limit 1')
  if (rows.length === 0) {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `update sale set user_id = $1 from (
         select id, row_number() over (order by id) as n, count(*) over () as all_of_them from sale where at > now() - interval '30 days') recent
       where sale.id = recent.id and recent.n * $2 / all_of_them <> (recent.n - 1) * $2 / all_of_them`,
      [BUSY, BUSY_SALES],
    )
    await client.query(`
      insert into vend (id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, float_kind, quote,
          state, created_at, ask_at, settled_at)
        select id, 'bench-' || id, user_id, 'bench-' || id, false, product, subject, phone, tendered, fee, commission, 'electricity', '{}',
          'confirmed', at - interval '2 seconds', at, at from sale order by id`)
    await client.query(`
      insert into transfer (entry_id, leg, source, destination, amount)
        select id, leg, source, destination, amount from sale s, lateral (values
          (1, 'float/electricity/' || user_id, 'held', tendered), (2, 'held', 'utility', vended),
          (3, 'held', 'fees', fee), (4, 'fees', 'float/electricity/' || user_id, commission)) legs (leg, source, destination, amount)
        where amount > 0 order by id, leg`)
    await client.query(`
      insert into credit (user_id, kind, amount, slip_reference, slip_key, balance_after, loaded_by, created_at)
        select id, 'electricity', 10000000000000, 'slip ' || id, 'slip ' || id, 10000000000000, 1, now() - interval '2 years' from users`)
    await client.query(`
      insert into transfer (entry_id, leg, source, destination, amount)
        select id, 0, 'bank', 'float/electricity/' || user_id, amount from credit`)
    await addSessions(client)
    await client.query('vacuum analyze')
  }
  await client.end()
  const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
  await closeDays({ db, clock: systemClock })
  await close()
}

/** The same number of sessions with the same number of sales at every size. */
async function addSessions(client: Client): Promise<void> {
  await client.query(
    `insert into till_session (user_id, opened_at, opening, floats_before, counted_at, counted_by, pieces, counted, expected, figures,
          closed_at, closed_by, epoch, number)
        select u.id, now() - interval '1 day' * n, 50000, '{}', at, u.id, '[]', 50000, 50000 + 1000 * (n % 3), '{}', at, u.id, 0,
            row_number() over (order by n desc, u.id)
          from users u, generate_series(1, $1::int) n, lateral (select now() - interval '1 day' * n + interval '8 hours' as at) closed`,
    [CLOSED_SESSIONS],
  )
  await client.query(
    `with opened as (
        insert into till_session (user_id, opened_at, opening, floats_before)
          select id, now() - interval '2 hours', 50000, '{}' from users returning id, user_id)
      update vend set till_session_id = opened.id
        from opened, lateral (select id from sale where user_id = opened.user_id order by at desc limit $1) sold
        where vend.id = sold.id`,
    [SESSION_SALES],
  )
}
