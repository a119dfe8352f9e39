import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createIncms, type Incms } from '../gateways/incms.ts'
import { createWorld, type World } from '../testing/world.ts'
import { keptPasswords } from '../secrets/vendor-password.ts'

/** Passwords that no log, no audit entry and no table may show. */
const NEW = 'canary-new-1'
const OTHER = 'canary-other-2'
const CONFIGURED = 'demo-vendor-password'

let world: World
let admin: Awaited<ReturnType<World['signIn']>>
let opened: Incms[] = []

beforeEach(async () => {
  world = await createWorld()
  admin = await world.signIn({ type: 'Admin', name: 'Binta Saidy' })
  return async () => {
    await expectNoCanary()
    await Promise.all(opened.map((each) => each.close()))
    opened = []
  }
})

const update = (password: string) =>
  admin.send('POST', '/flexpower/api/updatepassword', { body: { updatepassword: password, codUserShift: 1 } })
const forgot = (idVendor = '100200', codUser = 'flexpower') =>
  admin.send('POST', '/flexpower/api/forgotpassowrd', { body: { idVendor, codUser } })
const acts = () =>
  world.db.selectFrom('act').selectAll().where('record', '=', 'vendor/password').orderBy('id').execute()
const kept = () => keptPasswords(world.context)

/** What another process would have, or this one after a restart: it knows the configured password and the database. */
function startGateway(secretKey = world.config.secretKey): Incms {
  const { context, utility } = world
  const parts = { ...context, config: { ...context.config, secretKey } }
  const made = createIncms(utility.access, {
    passwords: async () => [...(await keptPasswords(parts)), CONFIGURED],
  })
  opened.push(made)
  return made
}

async function worksAfterLogin(gateway: Incms | World['context']['utility'] = world.context.utility) {
  world.utility.control.expireTokens()
  return (await gateway.vendorInfo()).kind === 'accepted'
}

/** By a gateway that knows only this password. */
async function isTaken(password: string): Promise<boolean> {
  const made = createIncms({ ...world.utility.access, password })
  opened.push(made)
  return (await made.vendorInfo()).kind === 'accepted'
}

async function expectNoCanary(): Promise<void> {
  const tables = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(world.db)
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql.raw<{ row: string }>(`select t::text as row from ${name} t`).execute(world.db),
    ),
  )
  const stored = rows.flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
  for (const canary of [NEW, OTHER, Buffer.from(NEW).toString('hex'), Buffer.from(OTHER).toString('hex')]) {
    expect(stored).not.toContain(canary)
    expect(world.logLines.join('')).not.toContain(canary)
  }
}

test('A-40 PW-02 a new password is changed at the utility, then used and stored sealed', async () => {
  const answer = await update(NEW)
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'success', data: 'NAWEC took the new password; it is used from now on.' },
  })
  expect(await isTaken(NEW)).toBe(true)
  expect(await isTaken(CONFIGURED)).toBe(false)
  expect(await worksAfterLogin()).toBe(true)
  expect(await kept()).toEqual([NEW])
  expect(await acts()).toMatchObject([
    { user_name: 'Binta Saidy', deed: 'changed the vendor password', before: null },
  ])
})

test('A-40 it is used after a restart, and by a process that was running before', async () => {
  const running = startGateway()
  expect(await worksAfterLogin(running)).toBe(true)
  await update(NEW)
  expect(await worksAfterLogin(running)).toBe(true)
  expect(await worksAfterLogin(startGateway())).toBe(true)
  // And that process can change it too, although it was not the one that changed it last.
  expect(await running.changePassword(OTHER)).toMatchObject({ kind: 'accepted' })
})

test('A-40 PW-02 a password that the utility refuses leaves the old one in use', async () => {
  const refuse = () =>
    world.utility.control.failNext('changePassword', {
      status: 400,
      body: JSON.stringify({ code: 'OLD', msgUser: `${NEW} was used before.`, msgDeveloper: '' }),
    })
  refuse()
  expect(await update(NEW)).toMatchObject({
    status: 200,
    body: {
      status: 'error',
      data: 'NAWEC refused to take the new password, and the old one stays in use: [hidden] was used before.',
    },
  })
  expect(await kept()).toEqual([])
  expect(await worksAfterLogin()).toBe(true)
  await update(OTHER)
  refuse()
  await update(NEW)
  expect(await kept()).toEqual([OTHER])
  expect(await worksAfterLogin(startGateway())).toBe(true)
  expect(await acts()).toHaveLength(1)
})

test('V-PW-02 an incomplete form is refused with the reason', async () => {
  expect(await update('')).toMatchObject({
    status: 422,
    body: { errors: { updatepassword: ['Password is required'] } },
  })
  expect(await forgot('', '')).toMatchObject({
    status: 422,
    body: { errors: { idVendor: ['Vendor Id is required'], codUser: ['codUser is required'] } },
  })
})

test('A-39 PW-02 a reset is requested from the utility, and the password from its answer is used as it is', async () => {
  expect(await forgot('100200', 'stranger')).toMatchObject({
    status: 200,
    body: { status: 'error', data: 'NAWEC refused to reset the password: There is no such vendor.' },
  })
  expect(await forgot()).toMatchObject({
    status: 200,
    body: { status: 'success', data: expect.stringContaining('NAWEC has reset the password') },
  })
  expect(await worksAfterLogin()).toBe(false)
  expect(await update('mistyped')).toMatchObject({ status: 200, body: { status: 'error' } })
  const page = await (await fetch(world.utility.access.url)).text()
  const [, mailed = ''] = /new password is <code>([^<]+)/.exec(page) ?? []
  expect(await update(mailed)).toMatchObject({ status: 200, body: { status: 'success' } })
  expect(world.utility.control.seen('changePassword')).toBe(0)
  expect(await worksAfterLogin()).toBe(true)
  expect(await worksAfterLogin(startGateway())).toBe(true)
  expect((await acts()).map(({ deed, after }) => [deed, after?.['answer']])).toEqual([
    ['asked the utility to reset the vendor password', 'done'],
    ['entered the vendor password', 'NAWEC had it already'],
  ])
})

test('A-39 A-40 a utility that does not answer changes nothing', async () => {
  world.utility.control.failNext('token', 'reset')
  world.utility.control.expireTokens()
  expect(await forgot()).toMatchObject({
    status: 503,
    body: { data: 'NAWEC does not answer at the moment. No sale is affected.' },
  })
  world.utility.control.failNext('token', 'reset')
  expect(await update(NEW)).toMatchObject({ status: 503, body: { status: 'error' } })
  expect(await kept()).toEqual([])
  expect(await worksAfterLogin()).toBe(true)
  expect(await acts()).toEqual([])
})

test('A-40 a crash after the utility’s change and before our commit leaves a password that works', async () => {
  await sql`create function crash() returns trigger language plpgsql as 'begin raise exception ''crash''; end'`.execute(
    world.db,
  )
  await sql`create trigger crash before insert on act for each row execute function crash()`.execute(world.db)
  expect(await update(NEW)).toMatchObject({ status: 500 })
  expect(await isTaken(NEW)).toBe(true)
  expect(await worksAfterLogin(startGateway())).toBe(true)
  await sql`drop trigger crash on act`.execute(world.db)
  expect(await update(NEW)).toMatchObject({ status: 200, body: { status: 'success' } })
  expect(await kept()).toEqual([NEW])
})

test('A-40 when it is unknown whether the utility took it, both are kept and the right one is used', async () => {
  await update(OTHER)
  world.utility.control.failNext('changePassword', 'server error')
  expect(await update(NEW)).toMatchObject({
    status: 503,
    body: { data: expect.stringContaining('Both are kept') },
  })
  expect(await kept()).toEqual([NEW, OTHER])
  expect(await worksAfterLogin()).toBe(true)
  expect(await worksAfterLogin(startGateway())).toBe(true)
  expect(await update(NEW)).toMatchObject({ status: 200 })
  expect(await kept()).toEqual([NEW])
  // It was taken, and only the answer was lost: the login shows which.
  world.utility.control.failNext('changePassword', 'server error', 'afterwards')
  expect(await update(OTHER)).toMatchObject({ status: 200, body: { status: 'success' } })
  expect(await worksAfterLogin(startGateway())).toBe(true)
})

test('A-40 two Admins at once: one changes it, the other is refused', async () => {
  world.utility.control.setDelay(100)
  const both = await Promise.all([update(NEW), update(OTHER)])
  world.utility.control.setDelay(0)
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await worksAfterLogin(startGateway())).toBe(true)
})

test('a stored password that another key sealed is not used, and the log says why', async () => {
  await update(NEW)
  expect(await worksAfterLogin(startGateway(Buffer.alloc(32, 7)))).toBe(false)
  expect(world.logLines.join('')).toContain('cannot be opened with FLEXPOWER_SECRET_KEY')
})
