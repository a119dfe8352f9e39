// The figures behind docs/scaling.md: what a sale adds to each table and to the log of PostgreSQL, whether the history
// grows in proportion, and whether a page of a list takes longer among very many sales. At the last size only the columns
// exist that such a page is found by: whole sales would not fit on a disk.
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import type { Installation } from './installation.ts'
import { LARGE, SMALL, withSales } from './lists.ts'
import { loadServer, median, startServer } from './load.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const TURNS = Number(process.env['BENCH_TURNS'] ?? 2_000)
/** The last one takes 40 GB of disk, and 15 GB more while its index is made. */
const COLUMNS_ONLY = [50_000, 5_000_000, Number(process.env['BENCH_COLUMNS'] ?? 500_000_000)]
const SELLERS = 20_000

export async function scaling(installation: Installation): Promise<string> {
  const growth = await measureGrowth(installation)
  const history = [await measureHistory(installation, SMALL), await measureHistory(installation, LARGE)]
  const pages = await measurePages(installation)
  return [
    `scaling: a sale adds ${growth.total} bytes and ${growth.log} bytes of log`,
    `a sale of the history takes ${history.join(' and ')} bytes at ${SMALL} and ${LARGE}`,
    `a page of a cashier's list at ${pages.join(', ')}`,
  ].join('; ')
}

/** By what real sales add, over HTTP. */
async function measureGrowth(installation: Installation): Promise<{ total: number; log: number }> {
  const client = await connect(installation)
  const server = await startServer(installation, 0, 'ours')
  // Pages that are begun and indexes that are empty would count for the first sales.
  await loadServer(installation, server, 128, SECONDS)
  const before = await readSizes(client)
  await loadServer(installation, server, 128, SECONDS)
  const after = await readSizes(client)
  server.stop()
  await client.end()
  const sales = after.sales - before.sales
  const perSale = (bytes: number) => Math.round(bytes / sales)
  let total = 0
  for (const [name, bytes] of after.tables) {
    const added = perSale(bytes - (before.tables.get(name) ?? 0))
    total += added
    if (added > 0) console.log(`${name}: ${added} bytes a sale`)
  }
  return { total, log: perSale(after.log - before.log) }
}

async function readSizes(
  client: Client,
): Promise<{ sales: number; log: number; tables: Map<string, number> }> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const { rows: counted } = await client.query<{ sales: number; log: number }>(
    `select (select count(*)::int from sale) as sales, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log`,
  )
  return {
    sales: counted[0]?.sales ?? 0,
    log: counted[0]?.log ?? 0,
    tables: new Map(rows.map(({ name, bytes }) => [name, bytes])),
  }
}

async function measureHistory(installation: Installation, sales: number): Promise<number> {
  const client = await connect(await withSales(installation, sales))
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size('sale')::float8 as bytes`,
  )
  await client.end()
  return Math.round((rows[0]?.bytes ?? 0) / sales)
}

/** The 50 newest sales of a cashier below a number, which is how every list of sales is read. */
async function measurePages(installation: Installation): Promise<string[]> {
  const client = await connect(installation)
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const size of COLUMNS_ONLY) {
    await client.query(
      `create unlogged table columns_${size} as
         select n as id, (abs(hashint8extended(n, 1)) % ${SELLERS})::int as user_id, n % 100000 as tendered
           from generate_series(1, ${size}::bigint) n`,
    )
    await client.query(`create index on columns_${size} (user_id, id)`)
    await client.query(`vacuum analyze columns_${size}`)
  }
  const times = COLUMNS_ONLY.map((): number[] => [])
  // By turns: the machine may be twice as fast a minute later.
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [side, size] of COLUMNS_ONLY.entries()) {
      const startedAt = performance.now()
      await client.query({
        name: `page_${size}`,
        text: `select id, tendered from columns_${size} where user_id = $1 and id < $2 order by id desc limit 50`,
        values: [Math.floor(Math.random() * SELLERS), Math.ceil(Math.random() * size)],
      })
      times[side]?.push(performance.now() - startedAt)
    }
  await client.end()
  return COLUMNS_ONLY.map((size, side) => `${size} sales ${median(times[side] ?? []).toFixed(2)} ms`)
}

async function connect({ url }: Installation): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
