// `npm run audit`: checks whether the books are right, on a running or a stopped installation. Says which invariant is
// broken and by which rows; exits 1 if one is.
import { systemClock } from '../packages/server/src/runtime/clock.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { auditBooks, INVARIANTS } from '../packages/server/src/ledger/audit.ts'
import { withDatabase } from './database.ts'
import { readConfig } from './configuration.ts'
import { telling } from './tell.ts'

await telling(() =>
  withDatabase(readConfig(), async (url) => {
    const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
    const violations = await auditBooks(db, systemClock.now()).finally(close)
    for (const { invariant, examples } of violations) {
      console.log(`Broken: ${invariant}`)
      for (const example of examples) console.log(`  ${JSON.stringify(example)}`)
    }
    console.log(`${violations.length} of ${INVARIANTS} invariants broken`)
    process.exitCode = violations.length === 0 ? 0 : 1
  }),
)
