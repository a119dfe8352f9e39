import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase, databaseUrl } from '../testing/setup.ts'
import { migrate, readMigrations } from './migrate.ts'

async function openDatabaseBefore(migrationName: string): Promise<{ url: string; client: pg.Client }> {
  const name = `slips_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgresUrl'), name)
  const url = databaseUrl(inject('postgresUrl'), name)
  const place = (await readMigrations()).findIndex((migration) => migration.name.includes(migrationName))
  await migrate(url, place)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into users (name, email, password_hash, type, created_at) values
    ('Awa Sanneh', 'awa@flexpower.gm', 'x', 'Admin', now()), ('Ebrima Camara', 'ebrima@flexpower.gm', 'x', 'Admin', now())`)
  return { url, client }
}

test('slips that were loaded twice before stay, and none of them can be loaded a third time', async () => {
  const { url, client } = await openDatabaseBefore('slip_keys')
  // The first three are one slip now; so are the next two, of which the later one had the new key before.
  const references = ['TB-5O', 'TB\u200b-50', 'TB-50', '\uff34\uff229', 'tb9', 'TB 7']
  for (const reference of references)
    await client.query(
      `insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
        values (1, 'electricity', 0, $1, 0, 1, now())`,
      [reference],
    )
  for (const [reference, state] of [
    ['TB-61', 'waiting'],
    ['TB-6l', 'waiting'],
    ['TB-6I', 'declined'],
    ['TB-6i\u200b', 'declined'],
  ])
    await client.query(
      `insert into credit_request (user_id, kind, amount, slip_reference, asked_by, created_at, state, decided_at, decided_by)
        values (1, 'electricity', 1, $1, 1, now(), $2, case $2 when 'waiting' then null else now() end,
          case $2 when 'waiting' then null else 2 end)`,
      [reference, state],
    )
  await migrate(url)
  const { rows } = await client.query<{ slip_key: string }>('select slip_key from credit order by id')
  expect(rows.map((row) => row.slip_key)).toEqual([
    'tb-5o',
    'tb\u200b-50',
    'tb-50',
    '\uff54\uff429',
    'tb9',
    'tb 7',
  ])
  const waiting = await client.query<{ slip_key: string }>('select slip_key from credit_request order by id')
  expect(waiting.rows.map((row) => row.slip_key)).toEqual(['tb-61', 'tb-6l', 'tb-61', 'tb-61'])
  for (const reference of references)
    await expect(
      client.query(
        `insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
          values (1, 'electricity', 0, $1, 0, 1, now())`,
        [reference],
      ),
    ).rejects.toMatchObject({ constraint: 'credit_kind_slip_key_key' })
  await expect(client.query(`update credit set amount = 1`)).rejects.toThrow('append-only')
  await client.end()
})

test('slips whose references differ only in blanks and punctuation stay, and cannot be loaded again', async () => {
  const { url, client } = await openDatabaseBefore('slip_keys_and_punctuation')
  const load = (reference: string) =>
    client.query(
      `insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
        values (1, 'electricity', 0, $1, 0, 1, now())`,
      [reference],
    )
  // One slip three times, of which the last has the new key already; one slip twice; two that have only signs.
  const references = ['TRF -0012', 'TRF-0012.', 'TRF-0012', '(A 7)', 'A 7;', '--', '...']
  for (const reference of references) await load(reference)
  await migrate(url)
  const { rows } = await client.query<{ slip_key: string }>('select slip_key from credit order by id')
  expect(rows.map((row) => row.slip_key)).toEqual([
    'trf -0012',
    'trf-0012.',
    'trf-0012',
    'a 7',
    'a 7;',
    '',
    '...',
  ])
  for (const reference of [...references, 'TRF- 0012', '"a 7"'])
    await expect(load(reference)).rejects.toMatchObject({ constraint: 'credit_kind_slip_key_key' })
  await load('TRF0012')
  await client.end()
})
