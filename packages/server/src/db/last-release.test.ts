// The version before runs beside this one during an upgrade, and after a rollback: everything that it asks of the
// database has to be there still. Its statements were recorded with `npm run release:statements` (decision 38).
import { readFile } from 'node:fs/promises'
import { API_BASE } from '@flexpower/contract'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { createWorld } from '../testing/world.ts'

interface Release {
  version: string
  schema: number
  statements: string[]
}

const world = await createWorld()
const release = JSON.parse(await readFile(new URL('last-release.json', import.meta.url), 'utf8')) as Release

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Plans it, with conflict targets and functions, and runs nothing. */
const explain = (client: pg.Client, statement: string): Promise<string | null> =>
  client.query(`explain (generic_plan) ${statement}`).then(
    () => null,
    (error: Error) => `${error.message}: ${statement}`,
  )

test('every statement of the last release can be planned on today’s schema', async () => {
  expect(release.statements.length).toBeGreaterThan(200)
  const client = await openClient()
  const failures: string[] = []
  for (const statement of release.statements) {
    const failure = await explain(client, statement)
    if (failure !== null) failures.push(failure)
  }
  expect(failures).toEqual([])
})

test('a column, a conflict target or a function that is gone is noticed', async () => {
  const client = await openClient()
  const findFailures = async (change: string) => {
    await client.query(`begin; ${change}`)
    const failures: string[] = []
    for (const statement of release.statements) {
      await client.query('savepoint here')
      const failure = await explain(client, statement)
      if (failure !== null) failures.push(failure)
      await client.query('rollback to here')
    }
    await client.query('rollback')
    return failures
  }
  for (const change of [
    'alter table vend rename column receipt_code to code',
    'alter table verification drop constraint verification_pkey',
    'alter function tell_live(text[], bigint[], boolean) rename to tell',
    // It makes a name ambiguous that the statement wrote without its table.
    'alter table users add column tendered bigint',
  ])
    expect(await findFailures(change), change).not.toEqual([])
  expect(await findFailures('alter table vend add column added_later text')).toEqual([])
})

test('a running server goes on selling and recovering when a newer version adds a column to every table', async () => {
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  const sellTwice = async (meter: number) => {
    expect((await sellOnce(cashier, meter)).body).toMatchObject({ status: 'success' })
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    expect((await sellOnce(cashier, meter + 1)).body).toMatchObject({ status: 'pending' })
    await world.recover(1)
  }
  // Now its statements are prepared.
  await sellTwice(1)
  const client = await openClient()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(`alter table ${name} add column added_later text`)
  await sellTwice(3)
  expect((await cashier.send('GET', `${API_BASE}transactions/open`)).body).toEqual({ data: [] })
  await world.expectCleanBooks()
})

test('the database lets the last release start, unless a migration says that it is too old', async () => {
  const client = await openClient()
  const { rows } = await client.query<{ oldest: number }>('select oldest_program() as oldest')
  expect(release.schema).toBeGreaterThanOrEqual(rows[0]?.oldest ?? 0)
})
