// Our server as the benchmarks load it: everything of the real one but the utility, in a process of its own so that its
// processor time can be read. Arguments: database, delay of the utility in milliseconds, `ours` or `naive`.
import { pino } from 'pino'
import { assemble, createApp } from '../packages/server/src/app.ts'
import { systemClock } from '../packages/server/src/clock.ts'
import { parseConfig } from '../packages/server/src/config.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { instantUtility } from './instant-utility.ts'
import { serveNaively } from './naive-server.ts'

const [, , url = '', delay = '0', kind = 'ours'] = process.argv
const utility = instantUtility(Number(delay))

async function serveOurs(): Promise<string> {
  const config = parseConfig({ DATABASE_URL: url })
  const { db } = openDb({ url, onConnectionLost: () => {} })
  const log = pino({ level: 'silent' })
  const app = await createApp(assemble({ config, db, clock: systemClock, log, utility, airtime: null }), null)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const address = kind === 'naive' ? await serveNaively(url, utility) : await serveOurs()
process.send?.({ address })
process.on('disconnect', () => process.exit())
