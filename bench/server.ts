// Our server as the benchmarks load it: everything of the real one but the utility, in a separate process so that its
// processor time can be read. Arguments: database, delay of the utility in milliseconds, kind, processes, pooler.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { assemble, createApp } from '../packages/server/src/app.ts'
import { BACKLOG } from '../packages/server/src/http/server.ts'
import { systemClock } from '../packages/server/src/runtime/clock.ts'
import type { Context } from '../packages/server/src/runtime/context.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { silent } from '../packages/server/src/metrics/metrics.ts'
import { noTraces } from '../packages/server/src/traces/traces.ts'
import { startFlushing } from '../packages/server/src/sales/upkeep.ts'
import { instantUtility } from './instant-utility.ts'
import { createFramework, createWithoutBooks, serveBarely } from './layers.ts'
import type { ServerKind } from './load.ts'
import { serveNaively } from './naive-server.ts'

const [, , url = '', delay = '0', kind = 'ours', processes = '1', pooler = ''] = process.argv
const webRoot = new URL('../packages/web/dist/', import.meta.url)
const isBuilt = existsSync(new URL('render.js', webRoot))
const utility = instantUtility(Number(delay))

async function serveOurs(create: (context: Context) => ReturnType<typeof createApp>): Promise<string> {
  const config = parseConfig({ DATABASE_URL: url })
  const { db } = openDb({ url, poolerUrl: pooler || null, onConnectionLost: () => {} })
  const log = pino({ level: 'silent' })
  startFlushing({ db, log })
  const context = assemble({
    config,
    db,
    replica: null,
    clock: systemClock,
    log,
    metrics: silent,
    traces: noTraces,
    utility,
    airtime: null,
  })
  const app = await create(context)
  return app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG })
}

/** The port is shared as in packages/server/src/processes.ts. */
async function serveInProcesses(count: number): Promise<string> {
  const listening = Array.from({ length: count }, () => once(cluster.fork(), 'listening'))
  const [first] = (await Promise.all(listening)) as [{ port: number }][]
  return `http://127.0.0.1:${first?.[0].port}`
}

const serve: Record<ServerKind, () => Promise<string>> = {
  ours: () => serveOurs((context) => createApp(context, isBuilt ? webRoot : null)),
  'without books': () => serveOurs(createWithoutBooks),
  framework: () => serveOurs(createFramework),
  bare: serveBarely,
  naive: () => serveNaively(url, utility),
}
const serveHere = () => serve[kind as ServerKind]()
const isFirstOfMany = cluster.isPrimary && processes !== '1'
const address = await (isFirstOfMany ? serveInProcesses(Number(processes)) : serveHere())
if (cluster.isPrimary) process.send?.({ address })
process.on('disconnect', () => process.exit())
