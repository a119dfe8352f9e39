// F13: the books are restored to an earlier moment of the day, repeatedly. Before the backup, between it and the
// restore, and afterwards every product is sold and answers are lost. Nothing that was ever issued may be issued again,
// and what the restored books lack is booked from the other sides.
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { openSnapshot } from '../packages/server/src/backups/snapshot.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { electricityOrder, type Order, type OrderAnswer, send } from './counter.ts'
import { ask, type Ground, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const SALES_OF_EACH = 4
const BILL_ACCOUNTS = ['300139051', '300140872']
const CATCH_UP_WITHIN_S = 120
const OPEN_AT_MOST_S = 120
const ADMIN_TOKEN = 'drill-admin'

const restoreProgram = join(import.meta.dirname, '..', 'launch', 'restore.ts')
const clientToken = parseConfig({}).clientAccessToken

interface Seen {
  references: string[]
  tokens: string[]
}

export async function restores(size: Size) {
  const rounds = size(50)
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-drill-backups-'))
  const ground = await layGround({ servers: 1 })
  try {
    await addAdmin(ground)
    await ground.servers[0]?.start()
    const seen: Seen = { references: [], tokens: [] }
    let [booked, uncaught] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const count = await restoreOnce(ground, join(folder, `${round}.backup`), round, seen)
      if (count === null) uncaught += 1
      else booked += count
    }
    const final = await ground.untilNothingIsOpen(OPEN_AT_MOST_S)
    const verdict = await ground.verdict()
    const repeated =
      countRepeated(seen.references) + countRepeated(seen.tokens) + (await countRepeatedReceipts(ground))
    return {
      passed: isClean(verdict) && repeated === 0 && uncaught === 0 && final !== null && booked > 0,
      figures: `${rounds} restores, ${seen.references.length} sales answered: ${say(verdict)}; ${repeated} references, receipt numbers or tokens issued twice; ${booked} sales booked from the other sides, ${uncaught} restores not caught up with after ${CATCH_UP_WITHIN_S} s`,
    }
  } finally {
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** How many sales were booked; null if the books did not catch up. */
async function restoreOnce(ground: Ground, file: string, round: number, seen: Seen): Promise<number | null> {
  const key = randomBytes(32)
  const [server] = ground.servers
  if (!server) throw new Error('a server')
  await sellEverything(ground, round * 3, seen)
  const snapshot = await openSnapshot(ground.directUrl(), new Date(), new AbortController().signal)
  await snapshot.write(file, key, () => {})
  await snapshot.close()
  await sellEverything(ground, round * 3 + 1, seen)
  await server.kill()
  await restoreInto(ground, file, key)
  await server.start()
  await sellEverything(ground, round * 3 + 2, seen)
  return catchUp(server.address)
}

/** Some of each product; for each, the answer to one order is lost, and recovery may or may not look it up in time. */
async function sellEverything(ground: Ground, step: number, seen: Seen): Promise<void> {
  const address = ground.servers[0]?.address ?? ''
  const orders = Array.from({ length: SALES_OF_EACH }, (_, index) => {
    const cashier = 1 + ((step * SALES_OF_EACH + index) % 100)
    const serial = step * SALES_OF_EACH + index
    return [
      electricityOrder(cashier, fleetMeter(13_000_000 + serial)),
      placeOrder(cashier, 'transactions/airtime', {
        mobile_number: String(3_000_000 + serial),
        vendor_type: 'QCell',
      }),
    ]
  }).flat()
  const bills = BILL_ACCOUNTS.map((account, index) =>
    placeOrder(101 + index, 'transactions-post-paid', { account_reference: account, telephone: '7712345' }),
  )
  ground.utility.control.failNext('sell', 'reset', 'afterwards')
  ground.airtime.control.failNext('topUp', 'reset', 'afterwards')
  for (const order of [...orders, ...bills]) {
    const answer: OrderAnswer = await send(address, order)
    if (answer.reference !== '') seen.references.push(answer.reference)
    if (answer.token !== '') seen.tokens.push(answer.token)
  }
}

const placeOrder = (cashier: number, path: string, body: Record<string, unknown>): Order => ({
  cashier,
  path,
  body: { ...body, amount: 100 },
  key: randomUUID(),
})

/** By the documented command, into an emptied database of the same name. */
async function restoreInto(ground: Ground, file: string, key: Buffer): Promise<void> {
  const living = new URL(ground.directUrl())
  const name = living.pathname.slice(1)
  const server = new URL(living)
  server.pathname = '/postgres'
  await ask(server.href, `drop database "${name}" with (force)`)
  await ask(server.href, `create database "${name}"`)
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: living.href,
    FLEXPOWER_BACKUP_KEY: key.toString('hex'),
  }
  await promisify(execFile)(process.execPath, [restoreProgram, file], { env })
  // A restore signs everybody out; the users of the drill sign in again.
  await ask(living.href, `update session set ended_at = null`)
}

async function addAdmin(ground: Ground): Promise<void> {
  const hash = createHash('sha256').update(ADMIN_TOKEN).digest('hex')
  await ask(
    ground.directUrl(),
    `with admin as (
       insert into users (name, email, password_hash, type, commission_percent, created_at)
         values ('Admin', 'admin@bench.gm', 'x', 'Admin', 0, now()) returning id)
     insert into session (token_hash, user_id, remembered, address, agent, created_at, seen_at, expires_at)
       select decode('${hash}', 'hex'), id, true, '', '', now(), now(), now() + interval '30 days' from admin`,
  )
}

interface Difference {
  id: number
  kind: string
  settled_at: string | null
}

/** Like an Admin: waits for the comparison and books what is missing, until the server says that the books are complete. */
async function catchUp(address: string): Promise<number | null> {
  const giveUpAt = performance.now() + CATCH_UP_WITHIN_S * 1_000
  let booked = 0
  while (performance.now() < giveUpAt) {
    const gap = await call<{ data: unknown }>(address, 'GET', 'reconciliation/catch-up')
    if (gap.data === null) return booked
    const { data } = await call<{ data: { differences: Difference[] } }>(address, 'GET', 'reconciliation')
    for (const { id } of data.differences.filter(isMissingHere)) if (await book(address, id)) booked += 1
    await sleep(250)
  }
  return null
}

const isMissingHere = ({ kind, settled_at: settledAt }: Difference) =>
  kind === 'not in our books' && settledAt === null

async function book(address: string, id: number): Promise<boolean> {
  const offer = await call<{ data: { amount: number; suggested_cashier: number | null } }>(
    address,
    'GET',
    `reconciliation/${id}?cashier=1`,
  )
  const { status } = await call<{ status?: string }>(address, 'POST', `reconciliation/${id}/book`, {
    cashier: offer.data.suggested_cashier ?? 1,
    amount: offer.data.amount,
    reason: 'drill',
  })
  return status !== 'error'
}

async function call<Answer>(address: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(new URL(API_BASE + path, address), {
    method,
    headers: {
      [CLIENT_TOKEN_HEADER]: clientToken,
      [SESSION_TOKEN_HEADER]: ADMIN_TOKEN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as Answer & { message?: string }
  if (!answer.ok) console.log(`${method} ${path}: ${answer.status} ${said.message ?? ''}`)
  return said
}

const countRepeated = (given: string[]): number => given.length - new Set(given).size

async function countRepeatedReceipts(ground: Ground): Promise<number> {
  const [row] = await ask<{ repeated: number }>(
    ground.directUrl(),
    `select (count(*) - count(distinct coalesce('R-' || receipt_number, transaction_id)))::int as repeated from any_sale`,
  )
  return row?.repeated ?? 0
}
