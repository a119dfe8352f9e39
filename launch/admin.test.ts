import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { api } from '@flexpower/contract'
import { expect, inject, test, vi } from 'vitest'
import { createDatabase, databaseUrl, TEMPLATE } from '../packages/server/src/testing/setup.ts'
import { createWorld } from '../packages/server/src/testing/world.ts'

// Each starts a process.
vi.setConfig({ testTimeout: 60_000 })

const run = (program: string, url: string, ...given: string[]) => runWith({}, program, url, ...given)

const runWith = (
  settings: Record<string, string>,
  program: string,
  url: string,
  ...given: string[]
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: '', DATABASE_URL: url, ...settings }
    execFile(
      process.execPath,
      [join(import.meta.dirname, program), ...given],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
    )
  })

test('an installation without users gets its first Admin, by a link that works once', async () => {
  const world = await createWorld()
  const url = world.databaseUrl
  const { code, said } = await run('admin.ts', url, 'awa@example.gm', 'Awa Sanneh')
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
})

test('the link says where its address comes from, unless FLEXPOWER_PUBLIC_URL sets it', async () => {
  const { databaseUrl: url } = await createWorld()
  const guessed = await run('admin.ts', url, 'awa@example.gm')
  expect(guessed.said).toContain(
    '(FLEXPOWER_PUBLIC_URL is not set, so the address is made of HOST and PORT as they are here. If the server has others, change them in the link.)',
  )
  const told = await runWith(
    { FLEXPOWER_PUBLIC_URL: 'http://vend.example.gm:8080' },
    'admin.ts',
    url,
    'awa@example.gm',
  )
  expect(told.said).toContain('http://vend.example.gm:8080/password/reset/')
  expect(told.said).not.toContain('is not set')
})

test('an Admin who lost every way in gets another, without two-step sign-in, and gets a message', async () => {
  const world = await createWorld()
  const { user } = await world.signIn({ type: 'Admin' })
  expect(await run('admin.ts', world.databaseUrl, user.email)).toMatchObject({ code: 0 })
  const letters = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', user.email)
    .execute()
  expect(letters).toMatchObject([{ body: expect.stringContaining('Two-step sign-in is off.') }])
})

test('an obstacle is reported in a sentence', async () => {
  const name = `admin_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgresUrl'), name, TEMPLATE)
  const url = databaseUrl(inject('postgresUrl'), name)
  const away = 'postgresql://nobody@127.0.0.1:1/nothing'
  for (const [given, sentence] of [
    [
      await run('admin.ts', url, 'awa'),
      'Name the e-mail address: npm run admin -- awa@example.gm "Awa Sanneh"',
    ],
    [await run('admin.ts', away, 'awa@example.gm'), 'The database in DATABASE_URL does not answer.'],
    [await run('audit.ts', away), 'The database in DATABASE_URL does not answer.'],
  ] as const)
    expect(given).toEqual({ code: 1, said: sentence })
})
