// `npm run bench -- floor`: what each layer of a sale costs, by turns in one run. Over HTTP from Node's bare server to
// the whole sale; in PostgreSQL from batches into tables that have only the keys which the statements read, to all
// indexes, and the same sale in pgbench.
import { bututs, toDay } from '@flexpower/contract'
import { Client } from 'pg'
import { openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import type { PricedQuote } from '../packages/server/src/features/electricity/product.ts'
import { type Book, createBook } from '../packages/server/src/ledger/book.ts'
import { after, MINUTE_MS, systemClock } from '../packages/server/src/runtime/clock.ts'
import { createReceiptCode, createReference } from '../packages/server/src/sales/reference.ts'
import { CASHIERS, type Installation, METERS_A_CASHIER, populate, TENDERED } from './installation.ts'
import { instantUtility } from './instant-utility.ts'
import { interleave, SECONDS } from './interleave.ts'
import {
  type BenchServer,
  loadPgbench,
  loadServer,
  type Round,
  type ServerKind,
  startServer,
} from './load.ts'
import { secondsOfFamily } from './processor-time.ts'

const CONNECTIONS = 128

/** The state of an order is in the definition of these, so its row cannot be changed in place. */
const ofState = new Set([
  'vend_apart',
  'vend_not_repeated',
  'vend_one_open',
  'vend_open_of_user',
  'vend_to_ask',
  'vend_voided',
])
/** By these the statements find rows, or notice that there are some. */
const read = new Set(['vend_user_id_key_key'])

export async function floor(installation: Installation): Promise<string> {
  const { url } = installation
  const inPlace = await copyWithout(installation, 'in_place', (name) => ofState.has(name))
  const keysOnly = await copyWithout(installation, 'keys_only', (name) => !read.has(name))
  const servers: BenchServer[] = []
  const overHttp = async (kind: ServerKind) => {
    const server = await startServer(installation, 0, kind)
    servers.push(server)
    return () => loadServer(installation, server, CONNECTIONS, SECONDS)
  }
  const layers = await interleave({
    'HTTP: Node alone': await overHttp('bare'),
    'HTTP: the framework': await overHttp('framework'),
    'HTTP: ours without the books': await overHttp('without books'),
    'HTTP: the whole sale': await overHttp('ours'),
    'PostgreSQL: pgbench, 8 clients': () => loadPgbench(installation, 8, SECONDS),
    'PostgreSQL: pgbench, 32 clients': () => loadPgbench(installation, 32, SECONDS),
    'PostgreSQL: batches, keys only': () => loadBook(installation, keysOnly),
    'PostgreSQL: batches, orders changed in place': () => loadBook(installation, inPlace),
    'PostgreSQL: batches, all indexes': () => loadBook(installation, url),
  })
  for (const server of servers) server.stop()
  const lines = Object.entries(layers).map(
    ([name, { serverCpuMsPerSale: server, cpuMsPerSale: all }]) =>
      `${name}: server ${server.toFixed(3)}, PostgreSQL ${(all - server).toFixed(3)}`,
  )
  return `floor, ms of processor time a sale\n${lines.join('\n')}`
}

/** The same tables in another database, without some of the indexes that only sales write. */
async function copyWithout(
  { url }: Installation,
  name: string,
  isLeftOut: (index: string) => boolean,
): Promise<string> {
  const own = new URL(url)
  own.pathname = `/${name}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  await migrate(own.href)
  await withClient(own.href, async (client) => {
    await populate(client)
    const { rows } = await client.query<{ name: string; table: string; is_constraint: boolean }>(
      `select c.relname as name, i.indrelid::regclass::text as table,
           exists (select from pg_constraint where conindid = i.indexrelid) as is_constraint
         from pg_index i join pg_class c on c.oid = i.indexrelid
         where not i.indisprimary and i.indrelid in ('vend'::regclass, 'sale'::regclass, 'vend_event'::regclass)`,
    )
    for (const index of rows.filter((row) => isLeftOut(row.name)))
      await client.query(
        index.is_constraint
          ? `alter table ${index.table} drop constraint ${index.name}`
          : `drop index ${index.name}`,
      )
  })
  return own.href
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const utility = instantUtility(0)
let serial = 0

async function sellOnce(book: Book, number: number): Promise<void> {
  const at = systemClock.now()
  const userId = (number % CASHIERS) + 1
  const meter = Math.floor(number / CASHIERS) % METERS_A_CASHIER
  const opened = await book.open({
    reference: createReference(1, at),
    receiptCode: createReceiptCode(),
    userId,
    key: `floor-${process.pid}-${number}`,
    keyIsOurs: false,
    product: 'electricity',
    subject: `9${String(userId).padStart(4, '0')}${String(meter).padStart(6, '0')}`,
    phone: '7712345',
    tendered: bututs(TENDERED),
    floatKind: 'electricity',
    at,
    terms: null,
    verifiedSince: at,
    askAt: after(at, MINUTE_MS),
    till: 'joined',
  })
  if (opened.kind !== 'open') throw new Error(`not opened: ${opened.kind}`)
  const { sale } = opened
  const { quote } = sale.quote as PricedQuote
  const outcome = await utility.sell({ ...sale, meter: sale.subject, amount: sale.tendered, quote })
  if (outcome.kind !== 'accepted') throw new Error('the utility of a benchmark sells')
  const { tokens, customerName, ...details } = outcome.value
  await book.confirm({
    id: sale.id,
    userId,
    at,
    day: toDay(at),
    customerName,
    tokens,
    cashierName: `Cashier ${userId}`,
    location: 'Serekunda',
    details,
    payee: 'utility',
    settledBy: null,
    note: null,
  })
}

/** Sales straight into the book, as many at once as over HTTP; only PostgreSQL's time counts. */
async function loadBook({ postmasterPid }: Installation, url: string): Promise<Round> {
  const { db, close } = openDb({ url, onConnectionLost: () => {} })
  const book = createBook(db, null)
  const before = secondsOfFamily(postmasterPid)
  const startedAt = performance.now()
  let sales = 0
  const sellOn = async () => {
    while (performance.now() - startedAt < SECONDS * 1000) {
      serial += 1
      await sellOnce(book, serial)
      sales += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sellOn))
  const seconds = (performance.now() - startedAt) / 1000
  await withClient(url, (client) =>
    client.query(
      `select gin_clean_pending_list(oid) from pg_class where relname in ('sale_search', 'sale_by_token')`,
    ),
  )
  // While its connections are open: a process that is just ending is counted nowhere.
  const cpu = secondsOfFamily(postmasterPid) - before
  await close()
  return {
    salesPerSecond: sales / seconds,
    cpuMsPerSale: (cpu * 1000) / sales,
    serverCpuMsPerSale: 0,
    p50Ms: 0,
  }
}
