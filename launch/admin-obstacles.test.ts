import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, databaseUrl, TEMPLATE } from '../packages/server/src/testing/setup.ts'
import { alter } from '../packages/server/src/testing/tamper.ts'
import { createWorld } from '../packages/server/src/testing/world.ts'
import { runAdmin } from './run-admin.ts'

const run = (url: string, ...given: string[]) => runAdmin({ DATABASE_URL: url }, ...given)

async function makeDatabase(template?: string): Promise<string> {
  const name = `admin_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgresUrl'), name, template)
  return databaseUrl(inject('postgresUrl'), name)
}

test('an obstacle is reported in a sentence, and exits with 1', async () => {
  const url = await makeDatabase(TEMPLATE)
  for (const [given, sentence] of [
    [
      await run(url, 'sessions', 'end', 'x@example.gm'),
      'There is no user x@example.gm. Nothing was changed.',
    ],
    [
      await run(url, 'sessions', 'list', 'x@example.gm'),
      'There is no user x@example.gm. Nothing was changed.',
    ],
    [
      await run(url, 'recover'),
      'No server is running, and the servers do it: start one. At its start it looks open sales up by itself.',
    ],
    [
      await run(url, 'rotate', 'backup-key'),
      'Set FLEXPOWER_BACKUP_KEY to the new key, here and at every server, and restart the servers first. Nothing was changed.',
    ],
  ] as const)
    expect(given).toEqual({ code: 1, said: sentence })
})

test('an address of the database that does not fit is reported in a sentence, without its password', async () => {
  const at = new URL(await makeDatabase(TEMPLATE))
  const change = (part: Partial<Pick<URL, 'username' | 'password' | 'host' | 'pathname'>>) =>
    Object.assign(new URL(at), { password: 'canary', ...part }).href
  for (const [url, sentence] of [
    ['postgresql://nobody@127.0.0.1:1/nothing', 'The database in DATABASE_URL does not answer.'],
    [
      change({ host: 'nothing.invalid' }),
      /^(There is no machine with the name|The name of the machine) in DATABASE_URL/,
    ],
    [
      change({ pathname: '/nothing', password: at.password }),
      /^There is no such database on the server in DATABASE_URL/,
    ],
    [change({}), /^The database refuses the password in DATABASE_URL: correct it there\.$/],
  ] as const)
    for (const command of ['audit', 'version'])
      expect(await run(url, command), `${command} ${String(sentence)}`).toEqual({
        code: 1,
        said:
          typeof sentence === 'string' && command === 'audit'
            ? sentence
            : expect.stringMatching(
                new RegExp(
                  `^(FlexPower .*\\n)?${typeof sentence === 'string' ? sentence : sentence.source.slice(1)}`,
                ),
              ),
      })
})

test('a database that is newer than the program is reported in a sentence', async () => {
  const world = await createWorld()
  await alter(world.db, `insert into migration (number, name, checksum) values (9000, '9000_later.sql', '')`)
  await alter(
    world.db,
    `create or replace function oldest_program() returns integer language sql as 'select 9000'`,
  )
  expect(await run(world.databaseUrl, 'let-in', 'awa@example.gm')).toEqual({
    code: 1,
    said: expect.stringMatching(/^The database is at version 9000 .* start the newer program\.$/),
  })
})

test('settings of no installation are refused, and nothing is created', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flexpower-admin-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  for (const given of [['audit'], ['let-in', 'awa@example.gm'], ['erase-phone', '7712345']])
    expect(await runAdmin({ FLEXPOWER_DATA_DIR: dataDir }, ...given), given.join(' ')).toEqual({
      code: 2,
      said: `There is no installation in ${dataDir}, and DATABASE_URL is not set. Use the settings of the installation: export FLEXPOWER_ENV_FILE=/etc/flexpower/flexpower.env. Nothing was changed.`,
    })
  expect(await readdir(dataDir)).toEqual([])
  expect(await run(await makeDatabase(), 'audit')).toEqual({
    code: 2,
    said: expect.stringMatching(
      /^The database is empty: no server was ever started on it\. Use the settings/,
    ),
  })
})

test('an empty database gets its first Admin before a server is started on it', async () => {
  const url = await makeDatabase()
  expect(await run(url, 'let-in', 'awa@example.gm')).toMatchObject({ code: 0 })
  expect((await run(url, 'version')).said).toMatch(/schema (\d+)\nThe database is at schema \1\.$/)
})

test('the settings are read from the file in FLEXPOWER_ENV_FILE', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-admin-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'flexpower.env')
  await writeFile(
    file,
    `DATABASE_URL=${await makeDatabase(TEMPLATE)}\nFLEXPOWER_COMPANY_NAME=Sun & Sons $1\n`,
  )
  const shown = await runAdmin({ FLEXPOWER_ENV_FILE: file }, 'config', 'show')
  expect(shown.said.split('\n')).toContain('FLEXPOWER_COMPANY_NAME=Sun & Sons $1')
  expect(await runAdmin({ FLEXPOWER_ENV_FILE: file }, 'sessions', 'list')).toEqual({
    code: 0,
    said: '0 open sessions',
  })
})

test('an option that npm took for itself is refused, and nothing is done', async () => {
  const url = await makeDatabase(TEMPLATE)
  for (const given of [
    ['erase-phone', '7712345'],
    ['resume', 'all'],
  ])
    expect(await runAdmin({ DATABASE_URL: url, npm_config_dry_run: 'true' }, ...given)).toEqual({
      code: 2,
      said: `npm has taken --dry-run for itself, so it was not seen here. Nothing was done. Type -- before the subcommand: npm run admin -- ${given.join(' ')} --dry-run`,
    })
})

test('settings for production without a database are not right', async () => {
  const said = (await runAdmin({ FLEXPOWER_MODE: 'production' }, 'config', 'check')).said.split('\n')
  expect(said).toContainEqual(expect.stringContaining('DATABASE_URL must be set'))
  expect(said).toContainEqual(expect.stringContaining('FLEXPOWER_SECRET_KEY must be set'))
})
