// Two servers on one database: what one of them counts, begins or ends holds at the other.
import { randomUUID } from 'node:crypto'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterAll, expect, test } from 'vitest'
import { assemble, createApp } from '../app.ts'
import { openDb } from '../db/db.ts'
import { GUESSES } from '../identity/throttle.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const otherDb = openDb({ url: world.databaseUrl, poolerUrl: world.poolerUrl, onConnectionLost: () => {} })
const otherContext = assemble({ ...world.context, db: otherDb.db })
const otherApp = await createApp(otherContext, null)
const addresses = [world.address, await otherApp.listen({ host: '127.0.0.1', port: 0 })]
afterAll(async () => {
  await otherApp.close()
  await otherContext.live.close()
  await otherDb.close()
})

async function ask(
  server: number,
  method: string,
  path: string,
  options: { token?: string | null; body?: object; key?: string } = {},
) {
  const { token, body, key } = options
  const answer = await fetch(new URL(API_BASE + path, addresses[server % 2]), {
    method,
    headers: {
      [CLIENT_TOKEN_HEADER]: world.config.clientAccessToken,
      ...(token && { [SESSION_TOKEN_HEADER]: token }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('S6 guesses at a password count together: after the last one both refuse', async () => {
  const { user } = await world.signIn()
  const guess = (server: number) =>
    ask(server, 'POST', 'login', { body: { email: user.email, password: 'wrong-one' } })
  const isTooMany = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    JSON.stringify(body).includes('Too many attempts')
  for (let count = 0; count < GUESSES.most; count += 1) expect(isTooMany(await guess(count))).toBe(false)
  const right = { body: { email: user.email, password: user.password } }
  for (const server of [0, 1]) {
    expect(isTooMany(await guess(server))).toBe(true)
    expect(isTooMany(await ask(server, 'POST', 'login', right))).toBe(true)
  }
})

test('S7 a session that begins at one is known at the other, and one that ends is not', async () => {
  const { token } = await world.signIn()
  for (const server of [0, 1]) expect((await ask(server, 'GET', 'notices/count', { token })).status).toBe(200)
  expect((await ask(1, 'POST', 'logout', { token })).status).toBe(200)
  for (const server of [0, 1]) expect((await ask(server, 'GET', 'notices/count', { token })).status).toBe(401)
})

test('F6 one key is one sale, whichever server it is sent to', async () => {
  const cashier = await world.signIn()
  await loadFloat(world.db, world.clock, cashier.user.id, 10_000_000)
  const [key, meter] = [randomUUID(), fleetMeter(730_001)]
  const order = {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
    token: cashier.token,
    key,
  }
  const answers = await Promise.all([0, 1, 0, 1].map((server) => ask(server, 'POST', 'transactions', order)))
  const last = await ask(1, 'POST', 'transactions', order)
  expect(last.body).toMatchObject({ status: 'success' })
  const sold = world.utility.control.sales().filter((sale) => sale.meter === meter)
  expect(sold).toHaveLength(1)
  for (const { body } of answers) if (body['status'] === 'success') expect(body).toEqual(last.body)
  await world.expectCleanBooks()
})
