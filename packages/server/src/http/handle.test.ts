import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { API_BASE, api, endpoints, listPaths } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { backupFolder } from '../backups/make.ts'
import { requireOwnId } from '../identity/claimed-id.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
const login = `${API_BASE}login`
const addCharge = `${API_BASE}addCashPowerCharges`

describe('a request that cannot be understood', () => {
  test.each([
    ['no JSON', '{"start_amount":', 422],
    ['an empty body', '', 422],
    ['a list', '[]', 422],
    ['a number', '5', 422],
    ['null', 'null', 422],
    ['a string', '"x"', 422],
    ['a deep nest', '['.repeat(8000), 422],
    ['more than 16 KiB', JSON.stringify({ start_amount: 'x'.repeat(20_000) }), 413],
  ])('with %s is refused in the promised shape', async (_, text, status) => {
    const answer = await admin.send('POST', addCharge, { text })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/Nothing was changed/),
    })
  })

  test('that is compressed or plain text is refused', async () => {
    for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-type': 'text/plain' }])
      expect((await admin.send('POST', addCharge, { text: '{}', headers })).status).toBe(415)
  })

  test('in another format is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await admin.send('POST', addCharge, { text: 'a=b', headers })).toMatchObject({
      status: 415,
      body: { status: 'Error', message: 'The request must be JSON. Nothing was changed.' },
    })
  })

  test.each(['a\0b', 'a\uD800b'])('with text that no database can store is refused: %j', async (text) => {
    const answer = await world.visitor.send('POST', `${API_BASE}contact-us`, {
      text: JSON.stringify({ name: text, email: 'a@b.gm', message: 'x' }),
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('cannot be stored') },
    })
  })
})

test('deeply nested JSON is refused, never a fault of ours', async () => {
  const nests = [
    (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    (depth: number) => `${'{"__proto__":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ]
  for (const nest of nests)
    for (const depth of [12, 100, 1000, 1100, 2500, 5000, 8000]) {
      const text = `{"start_amount":${nest(depth)}}`
      if (text.length > 16_000) continue
      const answer = await admin.send('POST', addCharge, { text })
      expect([depth, answer.status]).toEqual([depth, 422])
    }
  expect(await admin.send('POST', addCharge, { text: `{"a":${nests[0]?.(5000)}}` })).toMatchObject({
    body: { message: 'The request is nested too deeply. Nothing was changed.' },
  })
})

describe('input of a wrong kind', () => {
  test('is answered field by field under the names that were sent', async () => {
    const body = {
      start_amount: 'Infinity',
      end_amount: [100],
      commision_amount: '0x64',
      amount_type: 'x',
      status: true,
    }
    expect(await admin.send('POST', addCharge, { body })).toMatchObject({
      status: 422,
      body: {
        status: 'Error',
        message: 'Start amount must be a number',
        errors: {
          start_amount: ['Start amount must be a number'],
          end_amount: ['End amount must be a number'],
          commision_amount: ['Commission amount must be a number'],
          amount_type: ['Type must be fixed or percentage'],
          status: ['Status must be 1 or 0'],
        },
      },
    })
  })

  test('of a sale is 422 with status error', async () => {
    const answer = await admin.send('POST', `${API_BASE}verify`, {
      body: { meter_number: 'x', amount: 49.99, telephone: '1' },
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { status: 'error', errors: { amount: ['Amount must be at least 50'] } },
    })
  })

  test('of a login is 200 with status Error, as its client reads it', async () => {
    expect(await world.visitor.send('POST', login, { body: { email: 'x', password: 5 } })).toMatchObject({
      status: 200,
      body: { status: 'Error', message: 'Invalid email address' },
    })
  })

  test('cannot add fields: prototypes and unknown names are dropped', async () => {
    const text =
      '{"email":"nobody@x.gm","password":"secret1","__proto__":{"type":"Admin"},"constructor":{"prototype":{}}}'
    expect(await world.visitor.send('POST', login, { text })).toMatchObject({
      status: 200,
      body: { status: 'Error' },
    })
  })
})

describe('an address that does not exist', () => {
  test.each([
    ['GET', `${API_BASE}nothing`],
    ['POST', '/'],
    ['PATCH', login],
    ['GET', login],
    ['GET', '/flexpower/api'],
  ])('%s %s is 404 with a clear message', async (method, path) => {
    expect(await admin.send(method, path)).toMatchObject({
      status: 404,
      body: { status: 'Error', message: 'There is nothing at this address.' },
    })
  })

  test.each(['/%', '/flexpower/api/users/getlist/%E0%A4%A'])('%s is refused, not a fault', async (path) => {
    const { status, headers } = await admin.send('GET', path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

test('HEAD is no call: nothing is read for nobody', async () => {
  const readable = endpoints.filter(([, { method }]) => method === 'GET')
  for (const path of readable.flatMap(([, call]) => listPaths(call)))
    expect(await admin.send('HEAD', API_BASE + path.replaceAll(/\{\w+\}/g, '1'))).toMatchObject({
      status: 404,
    })
  // Pages and what monitors and proxies ask have it.
  for (const path of ['/healthz', '/readyz', '/version', '/r', '/api-docs'])
    expect(await admin.send('HEAD', path)).toMatchObject({ status: 200 })
})

test('every answer has a request id and is not cached', async () => {
  const { headers } = await world.visitor.send('GET', '/healthz')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a caller cannot choose the request id', async () => {
  const { headers } = await world.visitor.send('GET', '/healthz', {
    headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
  })
  expect(headers.get('x-request-id')).not.toBe('mine')
})

test('tokens and passwords are never logged', async () => {
  const password = 'canary-password-1'
  await world.visitor.send('POST', login, { body: { email: 'canary@x.gm', password } })
  await admin.call(api.dashboard.dailySales, {})
  const reset = 'canary-reset-token'
  await world.visitor.send('GET', `/password/reset/${reset}?x-auth-token=${reset}`)
  const logged = world.logLines.join('')
  expect(logged).toContain('/flexpower/api/login')
  for (const secret of [password, reset, admin.token!, admin.user.password, world.utility.access.password])
    expect(logged).not.toContain(secret)
})

describe('the log', () => {
  const findLines = (requestId: string) =>
    world.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg, reqId }) => msg === 'request completed' && reqId === requestId)
  const readLine = async (answer: Promise<{ headers: Headers }>) => {
    const id = (await answer).headers.get('x-request-id') ?? ''
    // Written when the last byte has been sent, which may be after we have read it.
    await expect.poll(() => findLines(id), { timeout: 30_000 }).toHaveLength(1)
    return findLines(id)[0]
  }

  test('says who asked, and on a refusal who was refused and why', async () => {
    const someone = await world.signIn()
    const list = `${API_BASE}register`
    expect(await readLine(admin.send('GET', list))).toMatchObject({ user: admin.user.id })
    expect(await readLine(someone.send('GET', list))).toMatchObject({
      user: someone.user.id,
      refused: 'forbidden',
      suspect: true,
    })
    const unknown = await readLine(world.visitor.send('GET', list))
    expect(unknown).toMatchObject({ refused: 'unauthenticated' })
    expect(unknown).not.toHaveProperty('user')
  })

  test('separates requests that no page of ours sends from mistakes', async () => {
    const suspect = [
      { text: '{"start_amount":' },
      { body: { start_amount: 'a\0' } },
      { text: 'a=b', headers: { 'content-type': 'text/plain' } },
      { text: JSON.stringify({ start_amount: 'x'.repeat(20_000) }) },
    ]
    for (const request of suspect)
      expect(await readLine(admin.send('POST', addCharge, request))).toMatchObject({ suspect: true })
    const mistake = await readLine(admin.send('GET', `${API_BASE}users/getlist/999999`))
    expect(mistake).toMatchObject({ refused: 'not_found', user: admin.user.id })
    expect(mistake).not.toHaveProperty('suspect')
  })

  test('has one line for a text with line breaks, so that nobody can forge one', async () => {
    const email = `x@example.gm\n{"level":60,"msg":"forged"}`
    await readLine(world.visitor.send('POST', login, { body: { email, password: 'secret1' } }))
    await readLine(world.visitor.send('GET', `/${encodeURIComponent('\n{"level":60,"msg":"forged"}')}`))
    expect(world.logLines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
    expect(world.logLines.some((line) => (JSON.parse(line) as { msg: string }).msg === 'forged')).toBe(false)
  })
})

describe('an Idempotency-Key', () => {
  const withKey = (key: string) =>
    admin.send('GET', `${API_BASE}transactions/open`, { headers: { 'idempotency-key': key } })

  test.each(['', '12345678', 'x'.repeat(100), '!~_-.:/9'])('that is valid is accepted: %j', async (key) => {
    expect((await withKey(key)).status).toBe(200)
  })

  test.each(['1234567', 'x'.repeat(101), 'a 12345678', '12345678 a', '1234 5678', '12345678\u00e9'])(
    'that is invalid is refused, whatever the call: %j',
    async (key) => {
      expect(await withKey(key)).toMatchObject({
        status: 422,
        body: {
          message: 'The Idempotency-Key must be 8 to 100 visible characters. Nothing was changed.',
        },
      })
    },
  )
})

test('what a browser says about itself is stored, as far as anybody needs it', async () => {
  const { user } = await world.signIn()
  const agent = 'x'.repeat(400)
  await world.visitor.send('POST', login, {
    body: { email: user.email, password: user.password },
    headers: { 'user-agent': agent },
  })
  const sessions = await world.db
    .selectFrom('session')
    .select(['agent', 'address'])
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .execute()
  expect(sessions[0]).toEqual({ agent: agent.slice(0, 300), address: '127.0.0.1' })
})

test('a file is sent as it is on the disk, under its own name', async () => {
  const folder = backupFolder(world.config)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'one-2.backup'), 'its content')
  const { id } = await world.db
    .insertInto('backup')
    .values({
      file: 'one-2.backup',
      created_at: world.clock.now(),
      created_by: null,
      state: 'verified',
      finished_at: world.clock.now(),
      bytes: 11,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { status, headers, body } = await admin.send('GET', `${API_BASE}backups/${id}/download`)
  expect([status, body]).toEqual([200, 'its content'])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '11',
    'content-disposition': 'attachment; filename="one-2.backup"',
  })
})

describe('text that no database can store', () => {
  test.each([
    { name: 'Awa', nested: { deep: ['a\0'] } },
    { ['a\0']: 'x' },
    { name: { ['\uD800']: null } },
    { name: '\uDFFF' },
  ])('is refused wherever it is: %j', async (body) => {
    expect(await admin.send('POST', addCharge, { text: JSON.stringify(body) })).toMatchObject({
      status: 422,
      body: { message: 'The request has characters that cannot be stored. Nothing was changed.' },
    })
  })
})

describe('an id in a payload', () => {
  const claim = (claimed: unknown) => requireOwnId({ userId: 7 }, claimed, 'Not yours.')

  test.each([undefined, null, '', 7, '7', ' 7 '])(
    'that is the caller’s own, or empty, is accepted: %j',
    (claimed) => {
      expect(() => claim(claimed)).not.toThrow()
    },
  )

  test.each([8, '8', 'x', 0, false, true, [7], { id: 7 }, '7,8'])(
    'that is another user’s is refused: %j',
    (claimed) => {
      expect(() => claim(claimed)).toThrow(
        expect.objectContaining({ code: 'forbidden', message: 'Not yours.' }),
      )
    },
  )
})

test('S-09 an unknown client is told what to do', async () => {
  const answer = await admin.send('GET', `${API_BASE}transactions/open`, {
    headers: { 'client-access-token': 'another' },
  })
  expect(answer).toMatchObject({
    status: 401,
    body: { message: 'This client is not known here. Reload the page.' },
  })
})
