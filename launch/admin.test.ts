import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, API_BASE, ERASED, toDay } from '@flexpower/contract'
import { expect, onTestFinished, test } from 'vitest'
import { loadFloat } from '../packages/server/src/testing/make.ts'
import { sellOnce } from '../packages/server/src/testing/selling.ts'
import { startServerProcess } from '../packages/server/src/testing/server-process.ts'
import { alter } from '../packages/server/src/testing/tamper.ts'
import { writeUtilitySettings } from '../packages/server/src/testing/utility-settings.ts'
import { createWorld, type World } from '../packages/server/src/testing/world.ts'
import { freePort } from './free-port.ts'
import { runAdmin } from './run-admin.ts'

const run = (url: string, ...given: string[]) => runAdmin({ DATABASE_URL: url }, ...given)

const readActs = (world: World) =>
  world.db.selectFrom('act').select(['user_name', 'deed', 'title', 'after']).orderBy('id').execute()

test('an installation without users gets its first Admin, by a link that works once', async () => {
  const world = await createWorld()
  const { code, said } = await run(world.databaseUrl, 'let-in', 'awa@example.gm', 'Awa Sanneh')
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/\/password\/reset\/[\w-]{43}$/) })
  const token = said.split('/').at(-1)!
  const { visitor } = world
  await visitor.call(api.session.resetPassword, {
    token,
    password: 'green-donkey-17',
  })
  const answer = await visitor.call(api.session.login, {
    email: 'awa@example.gm',
    password: 'green-donkey-17',
    remember: false,
  })
  expect(answer.user).toMatchObject({ type: 'Admin', name: 'Awa Sanneh' })
  expect(await readActs(world)).toMatchObject([
    { user_name: 'Operator awa', deed: 'let an Admin in from the machine', title: 'Awa Sanneh' },
    {},
  ])
})

test('an e-mail address alone lets in too, as before there were subcommands', async () => {
  const { databaseUrl: url } = await createWorld()
  const guessed = await run(url, 'awa@example.gm')
  expect(guessed.said).toContain(
    '(FLEXPOWER_PUBLIC_URL is not set, so the address is made of HOST and PORT as they are here. If the server has others, change them in the link.)',
  )
  const told = await runAdmin(
    { DATABASE_URL: url, FLEXPOWER_PUBLIC_URL: 'http://vend.example.gm:8080' },
    'awa@example.gm',
  )
  expect(told.said).toContain('http://vend.example.gm:8080/password/reset/')
  expect(told.said).not.toContain('is not set')
})

test('an Admin who lost every way in gets another, without two-step sign-in, and gets a message', async () => {
  const world = await createWorld()
  const { user } = await world.signIn({ type: 'Admin' })
  expect(await run(world.databaseUrl, 'let-in', user.email)).toMatchObject({ code: 0 })
  const letters = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', user.email)
    .execute()
  expect(letters).toMatchObject([{ body: expect.stringContaining('Two-step sign-in is off.') }])
})

test('a database that is older than the program is left to the server', async () => {
  const world = await createWorld()
  await alter(world.db, 'delete from migration where number = (select max(number) from migration)')
  for (const given of [['audit'], ['let-in', 'awa@example.gm']])
    expect(await run(world.databaseUrl, ...given), given.join(' ')).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The database is at schema \d+, and this program needs \d+: start the server/,
      ),
    })
  expect(await readActs(world)).toEqual([])
})

test('without arguments, with --help, and typed wrongly it says how it is used', async () => {
  const list = await run('')
  expect(list.code).toBe(0)
  for (const name of ['let-in', 'sessions list', 'pause', 'rotate secret-key', 'config check', 'version'])
    expect(list.said).toContain(`  ${name} `)
  expect(await run('', 'rotate', 'secret-key', '--help')).toEqual({
    code: 0,
    said: expect.stringContaining('FLEXPOWER_SECRET_KEY_BEFORE'),
  })
  expect(await run('', 'dance')).toEqual({
    code: 2,
    said: expect.stringContaining('There is no subcommand dance.'),
  })
  for (const [given, reason] of [
    [['pause', 'water', 'No rain.'], 'There is no product water'],
    [['pause', 'airtime'], 'That is not how it is used.'],
    [['sessions', 'end'], 'That is not how it is used.'],
    [['let-in', 'awa'], 'Name the e-mail address.'],
    [['audit', 'now'], 'That is not how it is used.'],
    [['audit', '--fix'], 'There is no option --fix.'],
    [['let-in', 'awa@example.gm', 'Awa', 'Sanneh'], 'That is not how it is used.'],
    [['reconcile', 'yesterday'], 'yesterday is not a day: write it as 2026-11-17.'],
  ] as const)
    expect(await run('', ...given), given.join(' ')).toEqual({
      code: 2,
      said: expect.stringMatching(new RegExp(`^${reason}.*Type: npm run admin -- `)),
    })
})

test('sessions are listed and ended, and whose they were is on the audit record', async () => {
  const world = await createWorld()
  // Sessions of a stopped clock end soon by the real one.
  const [one, other] = [await world.signIn({ remember: true }), await world.signIn({ remember: true })]
  const all = await run(world.databaseUrl, 'sessions', 'list')
  expect(all).toEqual({ code: 0, said: expect.stringMatching(/2 open sessions$/) })
  const own = await run(world.databaseUrl, 'sessions', 'list', one.user.email)
  expect(own.said).toMatch(
    new RegExp(`^${one.user.email} \\(Cashier\\), from 127.0.0.1, .*\\n1 open session$`),
  )
  expect(await run(world.databaseUrl, 'sessions', 'end', one.user.email)).toEqual({
    code: 0,
    said: '1 session was ended.',
  })
  expect((await one.send('GET', `${API_BASE}transactions/open`)).status).toBe(401)
  expect((await other.send('GET', `${API_BASE}transactions/open`)).status).toBe(200)
  expect((await readActs(world)).at(-1)).toEqual({
    user_name: 'Operator awa',
    deed: 'ended sessions of a user',
    title: one.user.name,
    after: { sessions: 1 },
  })
})

test('a browser says nothing that changes the terminal of whoever lists sessions', async () => {
  const world = await createWorld()
  await world.signIn({ remember: true })
  await alter(world.db, "update session set agent = U&'Fire\\009B2J\\001B[31m \\202Efox'")
  const { said } = await run(world.databaseUrl, 'sessions', 'list')
  expect(said).toMatch(/, Fire 2J \[31m fox\n1 open session$/)
})

test('selling is paused and resumed for running servers', async () => {
  const world = await createWorld()
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  const paused = await run(world.databaseUrl, 'pause', 'all', 'We count until 15:00')
  expect(paused.said.split('\n')).toEqual(
    ['airtime', 'electricity', 'postpaid'].map(
      (product) => `Paused: ${product}. Counters show: We count until 15:00.`,
    ),
  )
  expect((await sellOnce(cashier, 1)).body).toMatchObject({
    status: 'error',
    message: expect.stringContaining('Selling is paused: We count until 15:00. Nothing was sold'),
  })
  expect(await run(world.databaseUrl, 'resume', 'electricity')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sold again: electricity.'),
  })
  expect((await sellOnce(cashier, 1)).body).toMatchObject({ status: 'success' })
  expect((await run(world.databaseUrl, 'resume', 'all')).said).toMatch(/Nothing is paused\.$/)
  await world.expectCleanBooks()
})

test('a sentence for counters and a name have nothing that changes a terminal or the order of a text', async () => {
  const world = await createWorld()
  const { said } = await run(world.databaseUrl, 'pause', 'airtime', '\u001b[2JClosed\nuntil \u202e15:00')
  expect(said).toBe('Paused: airtime. Counters show: [2JClosed until 15:00.')
  await run(world.databaseUrl, 'let-in', 'awa@example.gm', 'Awa\u001b[31m \u202eSanneh')
  expect(await readActs(world)).toMatchObject([
    { title: 'airtime', after: { sentence: '[2JClosed until 15:00.' } },
    { title: 'Awa [31m Sanneh' },
  ])
})

test('a number of a sale that is still open is not erased, and --dry-run says so too', async () => {
  const world = await createWorld()
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  await sellOnce(cashier, 1)
  for (const options of [[], ['--dry-run']])
    expect(await run(world.databaseUrl, 'erase-phone', '7712345', ...options), options.join('')).toEqual({
      code: 1,
      said: expect.stringMatching(/^A sale with this number is still open \(.*\)\. Nothing was changed/),
    })
})

test('open sales are looked up now by the running servers', async () => {
  const world = await createWorld()
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  expect((await sellOnce(cashier, 1)).body).toMatchObject({ status: 'pending' })
  // Not due for a long time.
  await alter(world.db, "update vend set ask_at = now() + interval '30 minutes', asked = 4")
  const server = startServerProcess(world, await freePort())
  onTestFinished(() => void server.kill('SIGKILL'))
  const ask = () => run(world.databaseUrl, 'recover')
  await expect.poll(async () => (await ask()).said).not.toContain('No server is running')
  await expect.poll(ask).toEqual({ code: 0, said: '0 of 0 open sales have ended.' })
  await world.expectCleanBooks()
})

test('a day is compared with the other side, and a difference exits with 1', async () => {
  const world = await createWorld()
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  await sellOnce(cashier, 1)
  const day = toDay(world.clock.now())
  const settings = { DATABASE_URL: world.databaseUrl, ...writeUtilitySettings(world.utility.access) }
  const compare = () => runAdmin(settings, 'reconcile', day)
  expect(await compare()).toEqual({ code: 0, said: `${day}, utility: 1 sales here, 1 there, 0 differences` })
  await alter(world.db, 'update sale set tendered = tendered + 100, vended = vended + 100')
  expect(await compare()).toMatchObject({ code: 1, said: expect.stringContaining('1 differences') })
  expect((await readActs(world)).map(({ deed }) => deed)).toContain('compared a day with the utility')
  const none = await run(world.databaseUrl, 'reconcile', day)
  expect(none).toEqual({ code: 1, said: expect.stringContaining('No utility is configured here') })
})

test('a phone number is counted, then erased', async () => {
  const world = await createWorld()
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  await sellOnce(cashier, 1)
  expect(await run(world.databaseUrl, 'erase-phone', '7712345', '--dry-run')).toEqual({
    code: 0,
    said: '1 sale, 0 orders that became no sale and 0 messages have it. Nothing was changed.',
  })
  // Nothing that is not understood is executed without it.
  for (const wrong of [['--dryrun'], ['--dry-run=yes'], ['-n'], ['7712346'], ['--', '--dry-run']])
    expect(await run(world.databaseUrl, 'erase-phone', '7712345', ...wrong), wrong.join(' ')).toEqual({
      code: 2,
      said: expect.stringMatching(
        /Nothing was done\. Type: npm run admin -- erase-phone NUMBER \[--dry-run\]$/,
      ),
    })
  expect(await world.db.selectFrom('sale').select('phone').execute()).toEqual([{ phone: '7712345' }])
  expect(await run(world.databaseUrl, 'erase-phone', '--dry-run', '+220 771 2345')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 sale,'),
  })
  expect(await run(world.databaseUrl, 'erase-phone', '+2207712345')).toMatchObject({ code: 0 })
  expect(await world.db.selectFrom('sale').select('phone').execute()).toEqual([{ phone: ERASED }])
  for (const options of [[], ['--dry-run']])
    expect(await run(world.databaseUrl, 'erase-phone', '7712345', ...options), options.join('')).toEqual({
      code: 1,
      said: 'No sale and no message has this number. Nothing was changed.',
    })
  expect(await run(world.databaseUrl, 'erase-phone', 'seven')).toMatchObject({ code: 2 })
})

test('the books are audited; a broken invariant exits with 1', async () => {
  const world = await createWorld()
  expect(await run(world.databaseUrl, 'audit')).toEqual({
    code: 0,
    said: expect.stringMatching(/^0 of \d+ invariants broken$/),
  })
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  await alter(world.db, 'update float_balance set balance = balance + 1')
  expect(await run(world.databaseUrl, 'audit')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Broken: '),
  })
})

test('the settings are shown without their secrets, and checked all at once', async () => {
  const settings = {
    FLEXPOWER_MODE: 'production',
    FLEXPOWER_PUBLIC_URL: 'https://vend.example.gm',
    DATABASE_URL: 'postgres://flexpower:canary-1@db.example.gm:5432/flexpower',
    FLEXPOWER_SMTP_URL: 'smtps://me:canary-2@mail.example.gm',
    FLEXPOWER_UTILITY_PASSWORD: 'canary-3',
    FLEXPOWER_SECRET_KEY: 'canary-4',
  }
  const shown = await runAdmin(settings, 'config', 'show')
  expect(shown.code).toBe(0)
  expect(shown.said).not.toContain('canary')
  for (const line of [
    'PORT=3000 (default)',
    'FLEXPOWER_MODE=production',
    'DATABASE_URL=postgres://hidden@db.example.gm:5432/flexpower',
    'FLEXPOWER_SMTP_URL=smtps://hidden@mail.example.gm',
    'FLEXPOWER_UTILITY_PASSWORD=hidden',
    'FLEXPOWER_SECRET_KEY=hidden',
  ])
    expect(shown.said.split('\n')).toContain(line)
  const checked = await runAdmin(settings, 'config', 'check')
  expect(checked.code).toBe(1)
  expect(checked.said.split('\n').length).toBeGreaterThan(4)
  expect(checked.said).not.toContain('canary')
  expect(await runAdmin({}, 'config', 'check')).toEqual({
    code: 0,
    said: 'The settings are right, for a demo.',
  })
  expect(await runAdmin({ FLEXPOWER_BACKUP_TARGET: 'file:///nonexistent' }, 'config', 'check')).toEqual({
    code: 1,
    said: expect.stringContaining('names /nonexistent, and this user cannot write there'),
  })
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-admin-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'copies')]
  await Promise.all([mkdir(dataDir), mkdir(target)])
  const beside = { FLEXPOWER_DATA_DIR: dataDir, FLEXPOWER_BACKUP_TARGET: `file://${target}` }
  expect(await runAdmin(beside, 'config', 'check')).toEqual({
    code: 0,
    said: `FLEXPOWER_BACKUP_TARGET names ${target}, which is on the disk of the data folder: if that disk is lost, so are the backups.\nThe settings are right, for a demo.`,
  })
})

test('the version is that of the program and of the database', async () => {
  const { databaseUrl: url } = await createWorld()
  expect(await run(url, 'version')).toEqual({
    code: 0,
    said: expect.stringMatching(/^FlexPower \d+\.\d+\.\d+, schema (\d+)\nThe database is at schema \1\.$/),
  })
})
