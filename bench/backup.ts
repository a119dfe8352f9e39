// `npm run bench -- backup`: a million sales with all their data, backed up, restored, audited, archived and brought
// back, on a PostgreSQL with fsync on. Prints how long each step took.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Day } from '@flexpower/contract'
import { Client } from 'pg'
import { auditRestored, restoreBackup } from '../packages/server/src/backups/restore.ts'
import { openSnapshot } from '../packages/server/src/backups/snapshot.ts'
import { type Db, inTransaction, openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { archive, bringBack } from '../packages/server/src/ledger/archive.ts'
import type { Installation } from './installation.ts'

const SALES = Number(process.env['BENCH_SALES'] ?? 1_000_000)
const CASHIERS = 200
const DAYS = 365

export async function backup(installation: Installation): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-bench-'))
  const file = join(folder, 'bench.backup')
  const key = randomBytes(32)
  const living = await newDatabase(installation, 'living')
  const restored = await newDatabase(installation, 'restored')
  await timed('filling', () => fill(living))

  const snapshot = await openSnapshot(living, new Date(), new AbortController().signal)
  const wrote = await timed('writing the backup', () => snapshot.write(file, key, () => {}))
  await snapshot.close()
  console.log(`the file has ${((await stat(file)).size / 1e6).toFixed(0)} MB`)
  const restoring = await timed('restoring it', () => restoreBackup({ url: restored, file, key }))
  const auditing = await timed('auditing it', () => auditRestored(restored, restoring.result))
  if (auditing.result.length > 0) throw new Error(JSON.stringify(auditing.result))
  await archiveAndUndo(restored)
  await rm(folder, { recursive: true })
  return `backup of ${SALES} sales: written in ${wrote.seconds.toFixed(0)} s, restored in ${restoring.seconds.toFixed(0)} s, audited in ${auditing.seconds.toFixed(0)} s, memory at most ${peakMb()} MB`
}

const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1024)

async function archiveAndUndo(url: string): Promise<void> {
  const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
  const until = await middleDay(db)
  const { id } = await db
    .insertInto('cleanup')
    .values({
      created_at: new Date(),
      created_by: 1,
      days: 1,
      until,
      state: 'done',
      finished_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const moved = await timed('archiving half', () => inTransaction(db, (tx) => archive(tx, id, until)))
  console.log(`${moved.result.sales} sales went`)
  await timed('bringing them back', () => inTransaction(db, (tx) => bringBack(tx, id)))
  await close()
}

async function middleDay(db: Db): Promise<Day> {
  const { day } = await db
    .selectFrom('sale')
    .select('day')
    .orderBy('id')
    .offset(SALES / 2)
    .limit(1)
    .executeTakeFirstOrThrow()
  return day
}

async function timed<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${what}: ${seconds.toFixed(1)} s, memory at most ${peakMb()} MB so far`)
  return { result, seconds }
}

async function newDatabase(installation: Installation, name: string): Promise<string> {
  const server = new Client({ connectionString: installation.url })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const url = new URL(installation.url)
  url.pathname = `/${name}`
  await migrate(url.href)
  return url.href
}

/** What the book would have written for each sale, in bulk. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into users (name, email, password_hash, type, commission_percent, created_at)
       select 'Cashier ' || n, n || '@bench.gm', 'x', 'Cashier', 3000, now() from generate_series(1, $1::int) n`,
    [CASHIERS],
  )
  await client.query(
    `create temporary table sold as
       select nextval('entry_id') as id, 1 + n % $2::int as user_id, t.at, t.at::date as day, 10000 + n % 90000 as tendered, n,
           '9' || lpad((n % 100000)::text, 10, '0') as subject
         from generate_series(1, $1::bigint) n, lateral (select now() - ($1 - n) * interval '1 day' * $3 / $1 as at) t`,
    [SALES, CASHIERS, DAYS],
  )
  await client.query(`
    insert into vend (id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, float_kind, quote, state,
        created_at, ask_at, settled_at)
      select id, to_char(at, 'YYMMDD') || '-' || lpad(n::text, 5, '0'), user_id, gen_random_uuid(), false, 'electricity', subject, '7712345', tendered, 500, 150, 'electricity',
        '{"fee":500,"commission":150,"chargeId":null,"quote":{"customerName":"Mariama Bah","serviceAddress":"12 Sayerr Jobe Avenue, Serekunda","account":"2048261","tariff":"Domestic prepaid"}}',
        'confirmed', at, at, at from sold order by id;
    insert into vend_event (vend_id, at, state, user_id)
      select id, at, state, user_id from sold, (values ('sent'), ('confirmed')) as s (state);
    insert into transfer (entry_id, leg, source, destination, amount)
      select id, leg, source, destination, amount from sold, lateral (values (1, 'float/electricity/' || user_id, 'held', tendered),
        (2, 'held', 'utility', tendered - 500), (3, 'held', 'fees', 500::bigint),
        (4, 'fees', 'float/electricity/' || user_id, 150::bigint)) as legs (leg, source, destination, amount);
    insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
        cashier_name, location, transaction_id, details)
      select id, 'electricity', user_id, at, day, subject, '7712345', 'Mariama Bah', tendered, tendered - 500, 500, 150,
        array[lpad((n * 7919)::text, 20, '0')], 'Cashier', 'Serekunda', to_char(at, 'YYMMDD') || '-' || lpad(n::text, 5, '0'),
        '{"account":"2048261","address":"12 Sayerr Jobe Avenue, Serekunda","tariff":"Domestic prepaid","units":"12.4","utilityTransaction":"x"}'
        from sold order by id;
    insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
      select product, day, user_id, location, count(*), sum(tendered), sum(fee), sum(commission),
        sum(tendered)::bigint || array_fill(0::bigint, array[23]) from sale group by 1, 2, 3, 4;
    insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
      select user_id, 'electricity', sum(tendered), 'bench ' || user_id, sum(tendered), user_id, now() from sold group by user_id;
    insert into transfer (entry_id, leg, source, destination, amount)
      select id, 0, 'bank', 'float/electricity/' || user_id, amount from credit;
    insert into float_balance (user_id, kind, balance)
      select user_id, 'electricity', count(*) * 150 from sold group by user_id;
    analyze`)
  await client.end()
}
