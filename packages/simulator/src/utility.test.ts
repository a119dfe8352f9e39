import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billSentinels, sentinels, startUtility, type Utility, type UtilityOptions } from './utility.ts'

let dataDir: string
let running: Utility[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-utility-'))
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((utility) => utility.close()))
  await rm(dataDir, { recursive: true })
})

async function start(options: Partial<UtilityOptions> = {}): Promise<Utility> {
  const utility = await startUtility({ dataDir, face: 'ours', ...options })
  running.push(utility)
  return utility
}

async function stop(utility: Utility): Promise<void> {
  running = running.filter((other) => other !== utility)
  await utility.close()
}

interface Login {
  client?: string
  username?: string
  password?: string
}

function logIn({ access }: Utility, given: Login = {}): Promise<Response> {
  const client = given.client ?? access.client
  return fetch(`${access.url}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'password',
      username: given.username ?? `${access.vendorId}#${access.vendorUser}`,
      password: given.password ?? access.password,
      scope: 'any',
    }).toString(),
  })
}

async function tokenFrom(utility: Utility): Promise<string> {
  const granted = (await (await logIn(utility)).json()) as { access_token: string }
  return granted.access_token
}

function vendorInfo(
  { access }: Utility,
  token: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${access.url}/t/${access.tenant}/venInfoVendor/1.0.1/`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-incms-origin-d': `${access.vendorId}#${access.vendorUser}`,
      'x-incms-tenant': access.tenant,
      ...headers,
    },
  })
}

test('the vendor logs in and reads an opening balance of GMD 612,480.00', async () => {
  const utility = await start()
  const login = await logIn(utility)
  expect(login.status).toBe(200)
  const granted = (await login.json()) as { access_token: string }
  expect(granted).toMatchObject({ token_type: 'Bearer', expires_in: '7189' })
  const answer = await vendorInfo(utility, granted.access_token)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    data: {
      idVendor: utility.access.vendorId,
      descVendor: 'FlexPower Gambia Ltd   ',
      balance: 612_480,
      modifiedIdVendor: false,
    },
  })
})

test('a wrong client is an invalid_client with status 401', async () => {
  const answer = await logIn(await start(), { client: 'demo-client:wrong' })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
})

test.each<Login>([{ password: 'wrong' }, { username: '100200' }, { username: '999#flexpower' }])(
  'a wrong vendor login %o is an invalid_grant with status 400',
  async (given) => {
    const answer = await logIn(await start(), given)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  },
)

test('a token is refused from the moment it expires', async () => {
  let now = 1_000_000
  const utility = await start({ clock: { now: () => new Date(now) }, tokenLifetimeS: 60 })
  const token = await tokenFrom(utility)
  now += 59_999
  expect((await vendorInfo(utility, token)).status).toBe(200)
  now += 1
  const refused = await vendorInfo(utility, token)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: '900901', message: 'Invalid Credentials' })
})

test('a call without the tenant or the origin of the vendor is refused in the documented shape', async () => {
  const utility = await start()
  const token = await tokenFrom(utility)
  for (const header of ['x-incms-tenant', 'x-incms-origin-d']) {
    const answer = await vendorInfo(utility, token, { [header]: 'another' })
    expect(answer.status).toBe(400)
    expect(Object.keys((await answer.json()) as object)).toEqual(['code', 'msgUser', 'msgDeveloper'])
  }
})

test('an unknown address and an oversized request are refused, and the program continues', async () => {
  const utility = await start()
  expect((await fetch(`${utility.access.url}/t/other/venInfoVendor/1.0.1/`)).status).toBe(404)
  expect((await logIn(utility, { username: 'x'.repeat(20_000) })).status).toBe(413)
  expect((await logIn(utility)).status).toBe(200)
})

test('a faulty answer is given as often as it was requested', async () => {
  const utility = await start()
  const token = await tokenFrom(utility)
  utility.control.failNext('vendorInfo', 'server error')
  utility.control.failNext('vendorInfo', { status: 418, body: '{}' })
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) statuses.push((await vendorInfo(utility, token)).status)
  expect(statuses).toEqual([500, 418, 200])
  expect(utility.control.seen('vendorInfo')).toBe(3)
})

test('the balance and the port survive a restart', async () => {
  const first = await start()
  await first.control.setBalance(-1_234_567)
  await stop(first)
  const second = await start()
  expect(second.access.url).toBe(first.access.url)
  expect(second.control.balance()).toBe(-1_234_567)
  const answer = await vendorInfo(second, await tokenFrom(second))
  expect(await answer.json()).toMatchObject({ data: { balance: -12_345.67 } })
})

test('many balances set at once leave whole lines with the last one at the end', async () => {
  const utility = await start()
  await Promise.all(Array.from({ length: 50 }, (_, index) => utility.control.setBalance(index)))
  const lines = (await readFile(join(dataDir, 'utility.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) as string)).toEqual({ kind: 'balance', bututs: 49 })
})

test('a foreign record is refused, not overwritten', async () => {
  await writeFile(join(dataDir, 'utility.jsonl'), '{"half":\n')
  await expect(startUtility({ dataDir })).rejects.toThrow('is not a record of the simulator')
  expect(await readFile(join(dataDir, 'utility.jsonl'), 'utf8')).toBe('{"half":\n')
})

test('a line that a kill has cut off is dropped, and the lines before it are kept', async () => {
  const first = await start()
  await first.control.setBalance(777)
  await stop(first)
  await appendFile(join(dataDir, 'utility.jsonl'), '{"kind":"balance","bututs":1')
  const second = await start()
  expect(second.control.balance()).toBe(777)
  await second.control.setBalance(778)
  await stop(second)
  expect((await start()).control.balance()).toBe(778)
})

test('a remembered port that another program has taken is replaced by another', async () => {
  const first = await start()
  const port = Number(new URL(first.access.url).port)
  await stop(first)
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  const second = await start()
  expect(second.access.url).not.toBe(first.access.url)
  await expect(startUtility({ dataDir, port })).rejects.toThrow('EADDRINUSE')
  await new Promise((resolve) => squatter.close(resolve))
})

test('its first page says that it is a simulator, and lists every sentinel', async () => {
  const answer = await fetch((await start()).access.url)
  expect(answer.headers.get('content-type')).toContain('text/html')
  const html = await answer.text()
  expect(html).toContain('Demo utility simulator')
  for (const { meter } of sentinels) expect(html).toContain(`<code>${meter}</code>`)
  for (const { account } of billSentinels) expect(html).toContain(`<code>${account}</code>`)
})
