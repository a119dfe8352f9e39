import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase, databaseUrl } from '../testing/setup.ts'
import { migrate, type Patience, usualPatience } from './migrate.ts'

const FIRST_RELEASE = 12
const BEFORE_LOCATIONS = 31

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgresUrl'), name)
  return databaseUrl(inject('postgresUrl'), name)
}

const quick: Patience = { lockMs: 10, pauseMs: 1, tryForMs: 600_000, tell: () => {} }

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Then PostgreSQL looks for a deadlock, and ends its own vacuum for whoever waits. */
const setDeadlockTimeout = (url: string, value: string) =>
  query(
    url,
    `do $$ begin execute 'alter database ' || current_database() || ' set deadlock_timeout = ''${value}'''; end $$`,
  )

test('every migration is applied once, however many processes start together', async () => {
  const url = await emptyDatabase()
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url)))
  const [row] = (await query(url, 'select count(*)::int as count from migration')) as { count: number }[]
  expect(applied.toSorted((a, b) => b - a)).toEqual([row!.count, 0, 0, 0, 0, 0, 0, 0])
  expect(await migrate(url)).toBe(0)
})

test('a migration that was changed after it was applied stops the start', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await query(url, `update migration set checksum = 'other' where number = 1`)
  await expect(migrate(url)).rejects.toThrow(/0001_people_and_sessions.sql was changed after it was applied/)
})

test('a database of a newer program is left alone', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await query(
    url,
    `insert into migration (number, name, checksum) values (9999, 'future', 'x');
     create or replace function oldest_program() returns integer language sql as 'select 9999'`,
  )
  await expect(migrate(url)).rejects.toThrow(
    /^The database is at version 9999 and needs a program that knows 9999, this one knows \d+: start the newer program\.$/,
  )
})

test('a database of a newer program on which this one works is used as it is', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await query(url, `insert into migration (number, name, checksum) values (9999, 'future', 'x')`)
  expect(await migrate(url)).toBe(0)
})

test('a migration that waits for a long reader lets all others go on, and is tried again', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select from till_movement')
  // It changes the table that is read.
  const migrating = migrate(url, 39, { ...quick, lockMs: 50, pauseMs: 50 })
  const countTries = async () => {
    const [row] = (await query(
      url,
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'till_movement'::regclass`,
    )) as { waiting: number }[]
    return row?.waiting
  }
  // Several times: it gives up, and comes back.
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(countTries, { interval: 1 }).toBe(1)
    expect(await query(url, 'select count(*)::int as rows from till_movement')).toEqual([{ rows: 0 }])
  }
  await reader.end()
  expect(await migrating).toBe(1)
})

test('a migration that never gets its lock fails, and nothing of it is kept', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select from till_movement')
  await expect(migrate(url, 39, { ...quick, tryForMs: 0 })).rejects.toThrow(
    'Migration 0039_keys_of_cash_and_float.sql failed, nothing of it was kept: a table that it changes was in use',
  )
  await reader.end()
  expect(await migrate(url, 39)).toBe(1)
})

test('while a migration waits, a program that has nothing to change starts', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = await open(url)
  await reader.query('begin; select from till_movement')
  const told: string[] = []
  const tell = (sentence: string) => void told.push(sentence)
  const migrating = migrate(url, 39, { ...quick, tell })
  await expect.poll(() => told, { interval: 1 }).toHaveLength(1)
  expect(await migrate(url, 38)).toBe(0)
  const second = migrate(url, 39, { ...quick, tell })
  await expect.poll(() => told, { interval: 1 }).toHaveLength(2)
  await reader.end()
  expect([await migrating, await second]).toEqual([1, 0])
  expect(told).toEqual([
    'Migration 0039_keys_of_cash_and_float.sql waits for a table that is in use: it tries again for 10 minutes, and selling goes on …',
    'Another process migrates the database: waiting for it …',
  ])
})

test('a migration that waits for a vacuum waits longer than for a deadlock, in nobody’s way', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  // The lock of a vacuum. PostgreSQL interrupts its own for whoever waits that long.
  const vacuum = await open(url)
  await vacuum.query('begin; lock table till_movement in share update exclusive mode')
  await vacuum.query(`set local deadlock_timeout = '1h'`)
  await setDeadlockTimeout(url, '10min')
  const migrating = migrate(url, 39, quick)
  const waits = `select count(*)::int as waiting from pg_locks where not granted
    and relation = 'till_movement'::regclass and mode = 'ShareUpdateExclusiveLock'`
  await expect.poll(() => query(url, waits), { interval: 1 }).toEqual([{ waiting: 1 }])
  await query(url, 'do $$ begin lock table till_movement in row exclusive mode; end $$')
  expect(await query(url, waits)).toEqual([{ waiting: 1 }])
  await vacuum.end()
  expect(await migrating).toBe(1)
})

/** Its first try fails, because the table that it changes is read. */
async function migrateAtTheSecondTry(url: string, readerUrl = url): Promise<number> {
  const reader = await open(readerUrl)
  await reader.query('begin; select from till_movement')
  const told: string[] = []
  const migrating = migrate(url, 39, { ...quick, tell: (sentence) => void told.push(sentence) })
  await expect.poll(() => told, { interval: 1 }).toHaveLength(1)
  await reader.end()
  return migrating
}

test('a migration is tried although somebody vacuums another table and does not stop', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const vacuum = await open(url)
  await vacuum.query('begin; lock table session in share update exclusive mode')
  await setDeadlockTimeout(url, '1ms')
  expect(await migrateAtTheSecondTry(url)).toBe(1)
  await vacuum.end()
})

test('a migration is tried although a table is vacuumed that it may not lock', async () => {
  const url = await emptyDatabase()
  const owner = new URL(url)
  owner.username = `owner_${randomBytes(6).toString('hex')}`
  await query(
    url,
    `create role ${owner.username} login password '${owner.password}';
     do $$ begin execute 'alter database ' || current_database() || ' owner to ${owner.username}'; end $$`,
  )
  await migrate(owner.href, 38)
  const vacuum = await open(url)
  await vacuum.query('create table of_another_owner ()')
  await vacuum.query('begin; lock table of_another_owner in share update exclusive mode')
  expect(await migrateAtTheSecondTry(owner.href, url)).toBe(1)
  await vacuum.end()
})

test('a migration whose connection is lost says so, and is applied at the next start', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = await open(url)
  await reader.query('begin; select from till_movement')
  const told: string[] = []
  const lost = migrate(url, 39, { ...quick, tell: (sentence) => void told.push(sentence) })
  const refused = expect(lost).rejects.toThrow(
    /^The database went away during migration 0039_keys_of_cash_and_float.sql \(.+\): start again when it is back/,
  )
  await expect.poll(() => told, { interval: 1 }).toHaveLength(1)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'flexpower migrate'`
  await expect.poll(() => query(url, end), { interval: 1 }).toHaveLength(1)
  await refused
  await reader.end()
  expect(await migrate(url, 39)).toBe(1)
})

test('what a migration holds is released when its machine is gone or its process frozen, in a try or between two', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const client = await open(url)
  await client.query(
    `create table seen (name text, setting text);
     create function see() returns event_trigger language plpgsql as $$ begin
       insert into seen select name, current_setting(name) from unnest(array['idle_in_transaction_session_timeout',
         'idle_session_timeout', 'tcp_keepalives_idle']) name;
     end $$;
     create event trigger see on ddl_command_start execute function see()`,
  )
  await migrate(url, 39)
  expect((await client.query('select distinct name, setting from seen order by name')).rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '1min' },
    { name: 'idle_session_timeout', setting: '1min' },
    { name: 'tcp_keepalives_idle', setting: '10' },
  ])
  // Else it would end a migration that only waits for its next try.
  expect(usualPatience.pauseMs * 10).toBeLessThan(60_000)
  await client.end()
})

/** A reader has one of the migration's two tables and waits for the other; then the migration gets that one. */
async function deadlock(url: string, reader: pg.Client, patience: Patience): Promise<number> {
  const [holder, observer] = [await open(url), await open(url)]
  await holder.query('begin; select from till_movement')
  await reader.query('begin; select from float_move')
  const migrating = migrate(url, 39, patience)
  const countWaiting = async () => {
    const waiting = `select count(*)::int as waiting from pg_locks where not granted and relation = 'till_movement'::regclass`
    return (await observer.query<{ waiting: number }>(waiting)).rows[0]?.waiting
  }
  await expect.poll(countWaiting, { interval: 1 }).toBe(1)
  const reading = reader.query('select from till_movement')
  await expect.poll(countWaiting, { interval: 1 }).toBe(2)
  await Promise.all([holder.end(), observer.end()])
  await reading
  await reader.end()
  return migrating
}

test('a migration in a deadlock gives up before PostgreSQL ends somebody else’s statement', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = await open(url)
  const usual = `select boot_val::int as ms from pg_settings where name = 'deadlock_timeout'`
  const [looksAfter] = (await query(url, usual)) as { ms: number }[]
  expect(usualPatience.lockMs * 4).toBeLessThan(looksAfter!.ms)
  // So that a busy machine does not end it meanwhile.
  await reader.query(`set deadlock_timeout = '1min'`)
  expect(await deadlock(url, reader, { ...quick, lockMs: usualPatience.lockMs })).toBe(1)
})

test('a migration that PostgreSQL ends because of a deadlock is tried again', async () => {
  const url = await emptyDatabase()
  await migrate(url, 38)
  const reader = await open(url)
  await reader.query(`set deadlock_timeout = '1h'`)
  await setDeadlockTimeout(url, '1ms')
  expect(await deadlock(url, reader, { ...quick, lockMs: 0 })).toBe(1)
})

test('data of the first release is taken over: sales on the house’s account with a commission, and repeated ones', async () => {
  const url = await emptyDatabase()
  await migrate(url, FIRST_RELEASE)
  await query(
    url,
    `insert into vend (user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, float_kind, quote, state,
         created_at, ask_at, settled_at)
       select 1, n::text, true, 'electricity', 'meter ' || n / 2, '7712345', 10000, 500, 150,
           case when n < 2 then 'electricity' end, '{}', case when n < 2 then 'confirmed' else 'sent' end,
           now(), now(), case when n < 2 then now() end
         from generate_series(0, 2) n`,
  )
  await migrate(url)
  expect(await query(url, 'select float_kind, commission::int, state from vend order by id')).toEqual([
    { float_kind: 'electricity', commission: 150, state: 'confirmed' },
    { float_kind: 'electricity', commission: 150, state: 'confirmed' },
    { float_kind: null, commission: 0, state: 'sent' },
  ])
})

test('a waiting message with a link learns which one, and one that only quotes it does not', async () => {
  const url = await emptyDatabase()
  await migrate(url, 28)
  await query(
    url,
    `with person as (
       insert into users (name, email, password_hash, type, created_at) values ('Awa', 'awa@example.gm', '', 'Cashier', now())
         returning id
     ), link as (
       insert into password_link (token_hash, user_id, created_at, expires_at)
         select sha256('a-token'), id, now(), '2030-01-01Z' from person returning id
     )
     insert into outbox (channel, recipient, subject, body, created_at, send_at)
       select 'mail', recipient, '', 'Hello: https://vend.example.gm/password/reset/a-token', now(), now()
         from link, unnest(array['awa@example.gm', 'support@example.gm']) recipient`,
  )
  await migrate(url)
  expect(
    await query(
      url,
      `select recipient, password_link_id is not null as knows, expires_at from outbox order by recipient`,
    ),
  ).toEqual([
    { recipient: 'awa@example.gm', knows: true, expires_at: new Date('2030-01-01Z') },
    { recipient: 'support@example.gm', knows: false, expires_at: null },
  ])
})

test('the sums of the days are made again by location', async () => {
  const url = await emptyDatabase()
  await migrate(url, BEFORE_LOCATIONS)
  await query(
    url,
    `insert into users (name, email, password_hash, address, location, type, commission_percent, may_take_postpaid, created_at)
       values ('Fatou', 'fatou@example.gm', '', '', 'Bakau', 'Cashier', 0, false, now());
     insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
         cashier_name, location, transaction_id, details)
       select n, 'electricity', 1, at, at::date, 'meter', '', '', 10000, 9500, 500, 150, '{}', 'Fatou',
           case when n % 2 = 0 then 'Bakau' else 'Banjul' end, n::text, '{}'
         from generate_series(1, 8) n, lateral (select timestamptz '2026-11-14 07:30:00Z' + n * interval '1 hour' as at) t;
     insert into sale_day (product, day, user_id, sales, tendered, fees, commissions, hours)
       select 'electricity', '2026-11-14', 1, 8, 80000, 4000, 1200,
           array_fill(0::bigint, array[8]) || array_fill(10000::bigint, array[8]) || array_fill(0::bigint, array[8])`,
  )
  await migrate(url)
  expect(
    await query(
      url,
      `select location, sales, tendered::int, fees::int, commissions::int, hours::int[] from sale_day order by location`,
    ),
  ).toEqual(
    [8, 9]
      .map((first) => ({
        // Banjul has the odd ones, from half past eight on.
        location: first === 9 ? 'Bakau' : 'Banjul',
        sales: 4,
        tendered: 40_000,
        fees: 2_000,
        commissions: 600,
        hours: Array.from({ length: 24 }, (_, hour) =>
          hour >= first && hour <= first + 6 && (hour - first) % 2 === 0 ? 10_000 : 0,
        ),
      }))
      .toReversed(),
  )
})
