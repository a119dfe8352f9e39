import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bututs } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTokenStore, shareAirtimeToken, shareUtilityToken } from './access-token-store.ts'
import { openSnapshot } from '../backups/snapshot.ts'
import { alone } from '../db/alone.ts'
import { openDb } from '../db/db.ts'
import { makeReference, readValue } from '../gateways/testing/counter.ts'
import { createIncms, type Incms } from '../gateways/incms.ts'
import { createReloadly } from '../gateways/reloadly.ts'
import { everythingStored } from '../testing/stored.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { utility, airtime, config } = world
const front = await startRevokingFront()
const access = { ...utility.access, url: front.url }
const opened: { close(): Promise<void> }[] = []

/** A process of the installation: its own connections to the one database, its own gateway. */
function startProcess({ secretKey = config.secretKey, url = world.databaseUrl, patienceMs = 30_000 } = {}) {
  const { db, close } = openDb({ url, connections: 4, onConnectionLost: () => {} })
  const tokens = createTokenStore(
    { db, config: { ...config, secretKey } },
    { name: 'utility', identity: ['here'], patienceMs },
  )
  const incms = createIncms(access, { tokens, breaker: { silencesMost: 1000 } })
  opened.push(incms, { close })
  return { incms, db, tokens }
}

const ask = (gateway: Incms, times: number) =>
  Promise.all(Array.from({ length: times }, () => gateway.vendorInfo()))

/** How many logins there were meanwhile. */
async function countLogins(work: () => Promise<unknown>): Promise<number> {
  const before = utility.control.seen('token')
  await work()
  return utility.control.seen('token') - before
}

beforeEach(async () => {
  await world.db.deleteFrom('access_token').execute()
})

afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await front.close()
})

test('two processes with many queries log in once, although the utility allows one token for each user', async () => {
  const [one, two] = [startProcess(), startProcess()]
  const logins = await countLogins(async () => {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = (await Promise.all([ask(one.incms, 20), ask(two.incms, 20)])).flat()
      expect(outcomes.filter(({ kind }) => kind !== 'accepted')).toEqual([])
    }
  })
  expect(logins).toBe(1)
})

test('a token that the utility has lost is replaced by one login of one process', async () => {
  const processes = [startProcess(), startProcess(), startProcess()]
  await Promise.all(processes.map(({ incms }) => incms.vendorInfo()))
  utility.control.expireTokens()
  const logins = await countLogins(async () => {
    const outcomes = (await Promise.all(processes.map(({ incms }) => ask(incms, 20)))).flat()
    expect(outcomes.filter(({ kind }) => kind !== 'accepted')).toEqual([])
  })
  expect(logins).toBe(1)
})

test('an order whose token another process has replaced is sent once more with that one, without a login', async () => {
  const [one, two] = [startProcess(), startProcess()]
  const meter = fleetMeter(41)
  const amount = bututs(49_000)
  const quote = readValue(await one.incms.quote(meter, amount))
  // As at a renewal: the other process logs in, which ends this one's token.
  await two.incms.adoptPassword(utility.access.password)
  const order = { reference: makeReference(77_001), meter, amount, phone: '3901234', quote }
  const sent = utility.control.seen('sell')
  const logins = await countLogins(async () => {
    expect(await one.incms.sell(order)).toMatchObject({ kind: 'accepted' })
  })
  expect(logins).toBe(0)
  expect(utility.control.seen('sell') - sent).toBe(2)
  expect(utility.control.sales().filter(({ requestId }) => requestId === order.reference)).toHaveLength(1)
})

test('a process with another key logs in by itself', async () => {
  await startProcess().incms.vendorInfo()
  const stranger = startProcess({ secretKey: Buffer.alloc(32, 7) })
  const logins = await countLogins(async () => {
    expect(await stranger.incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
  })
  expect(logins).toBe(1)
})

test('the token of another account is not used as ours', async () => {
  const { tokens, db } = startProcess()
  await tokens.write({ token: 'somebody else', lifetimeMs: 60_000 })
  const ours = createTokenStore({ db, config }, { name: 'utility', identity: ['elsewhere'] })
  expect(await ours.read()).toBeNull()
  expect(await tokens.read()).toMatchObject({ token: 'somebody else' })
})

test('an expired token is given to nobody', async () => {
  const { tokens } = startProcess()
  await tokens.write({ token: 'over', lifetimeMs: 0 })
  expect(await tokens.read()).toBeNull()
})

test('if the database cannot be asked, a process logs in by itself', async () => {
  const { incms } = startProcess({ url: 'postgres://nobody@127.0.0.1:1/nowhere' })
  expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
})

test('a process waits for another’s login for a limited time only', async () => {
  const { incms } = startProcess({ patienceMs: 200 })
  let end = () => {}
  const stuck = new Promise<void>((resolve) => {
    end = resolve
  })
  const other = alone(world.db, 'login utility', () => stuck)
  expect(await incms.vendorInfo()).toMatchObject({ kind: 'accepted' })
  end()
  await other
})

test('the aggregator’s token is shared by the same mechanism', async () => {
  const share = () => {
    const made = createReloadly(airtime.access, { tokens: shareAirtimeToken(world, airtime.access) })
    opened.push(made)
    return made
  }
  const before = airtime.control.seen('token')
  await Promise.all([share(), share()].map((each) => each.operatorOf('3901234')))
  expect(airtime.control.seen('token') - before).toBe(1)
})

test('a token of another scope, tenant or client is not used', async () => {
  const store = shareUtilityToken(world, access)
  await store.write({ token: 'of-the-old-scope', lifetimeMs: 60_000 })
  expect(await store.read()).toMatchObject({ token: 'of-the-old-scope' })
  for (const change of [{ scope: 'ststoken_public' }, { tenant: 'other' }, { client: 'another:secret' }])
    expect(await shareUtilityToken(world, { ...access, ...change }).read(), JSON.stringify(change)).toBeNull()
})

test('neither the database nor a backup shows the token', async () => {
  const store = shareUtilityToken(world, access)
  await store.write({ token: 'recognisable-token', lifetimeMs: 60_000 })
  const stored = await everythingStored(world.db)
  expect(stored).toContain('access_token')
  expect(stored).not.toContain('recognisable-token')
  expect(stored).not.toContain(Buffer.from('recognisable-token').toString('hex'))
  const snapshot = await openSnapshot(world.databaseUrl, world.clock.now(), AbortSignal.timeout(50_000))
  const file = `${config.dataDir}/with-a-token.backup`
  const { tables } = await snapshot.write(file, Buffer.alloc(32, 1), () => {})
  await snapshot.close()
  expect(tables.map(({ name }) => name)).toContain('vendor_secret')
  expect(tables.map(({ name }) => name)).not.toContain('access_token')
})

/** A proxy in front of the utility: like WSO2, a login ends the token of the login before. */
async function startRevokingFront() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      if (request.url?.endsWith('/token')) utility.control.expireTokens()
      const { host: _, ...headers } = request.headers
      const answer = await fetch(new URL(request.url ?? '', utility.access.url), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
