// `npm run audit`: asks the books whether they are right, on the running product or on a stopped one. Says which invariant
// is broken and by which rows; exits 1 when one is.
import { join } from 'node:path'
import { systemClock } from '../packages/server/src/clock.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { auditBooks, INVARIANTS } from '../packages/server/src/ledger/audit.ts'
import { readConfig } from './configuration.ts'
import { startPostgres } from './postgres.ts'

const config = readConfig()
const directory = join(config.dataDir, 'postgres')
const postgres = config.databaseUrl === null ? await startPostgres({ directory }) : null
const url = config.databaseUrl ?? postgres?.url ?? ''
const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
const violations = await auditBooks(db, systemClock.now())
for (const { invariant, examples } of violations) {
  console.log(`Broken: ${invariant}`)
  for (const example of examples) console.log(`  ${JSON.stringify(example)}`)
}
await close()
// One that was running belongs to whoever runs it.
if (postgres && !postgres.adopted) await postgres.stop()
console.log(`${violations.length} of ${INVARIANTS} invariants broken`)
process.exitCode = violations.length === 0 ? 0 : 1
