// What a subcommand of `npm run admin` is, and what it works on: the installation's database, beside any number of
// running servers, in the name of the operator.
import { hostname } from 'node:os'
import { type Config } from '../../packages/server/src/config/config.ts'
import { type Db, openDb } from '../../packages/server/src/db/db.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { Refusal } from '../../packages/server/src/refusal.ts'
import { systemClock } from '../../packages/server/src/runtime/clock.ts'
import { openCommandLog } from '../../packages/server/src/runtime/log.ts'
import { readDatabaseSchema, readSchemaNumber } from '../../packages/server/src/version.ts'
import { readConfig } from '../configuration.ts'
import { NoInstallation, withDatabase } from '../database.ts'

/** Everything is in order; a problem was found, or it was refused; it was typed wrongly. */
export type ExitCode = 0 | 1 | 2

export interface Command {
  /** As it is typed: `sessions list`. */
  name: string
  /** What follows it, as the help shows it: `EMAIL [NAME]`. */
  parameters: string
  /** The least and the most of them, without options. */
  takes: readonly [least: number, most: number]
  /** Options that it knows, such as `--dry-run`; any other is refused before anything is done. */
  options?: readonly string[]
  /** One line in the list of all. */
  does: string
  /** What else its help says. */
  details?: string
  run(given: readonly string[], options: readonly string[]): Promise<ExitCode>
}

/** Typed wrongly; the help of the subcommand is shown too. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}

/** What a handler of the server knows about a call, for a subcommand. */
export interface OperatorCall {
  context: {
    db: Db
    config: Config & { databaseUrl: string }
    clock: typeof systemClock
    log: ReturnType<typeof openCommandLog>
  }
  /** For the audit: nobody is signed in here. */
  caller: { userId: null; name: string }
  origin: { address: string }
}

/** Works on the installation in the operator's name. `fillsEmpty`: also on a database that no server was started on. */
export async function asOperator(
  work: (call: OperatorCall) => Promise<ExitCode>,
  { fillsEmpty = false } = {},
): Promise<ExitCode> {
  const config = readConfig()
  return withDatabase(config, async (databaseUrl) => {
    const { db, close } = openDb({ url: databaseUrl, statementMs: 0, onConnectionLost: () => {} })
    try {
      await requireSchema(db, fillsEmpty)
      // Of one that is not empty, nothing is missing any more; it only says if it needs a newer program.
      if (fillsEmpty) await migrate(databaseUrl)
      return await work({
        context: { db, config: { ...config, databaseUrl }, clock: systemClock, log: openCommandLog() },
        caller: { userId: null, name: nameOperator() },
        origin: { address: hostname() },
      })
    } finally {
      await close()
    }
  })
}

/** By the name of their account on the machine, also behind sudo. */
function nameOperator(): string {
  const account = process.env['SUDO_USER'] ?? process.env['USER'] ?? ''
  return account === '' ? 'Operator' : `Operator ${account}`
}

/** A command does not migrate a database under running servers. */
async function requireSchema(db: Db, mayBeEmpty: boolean): Promise<void> {
  const [found, known] = [await readDatabaseSchema(db), await readSchemaNumber()]
  if (found === 0 && mayBeEmpty) return
  if (found === 0) throw new NoInstallation('The database is empty: no server was ever started on it.')
  if (found < known)
    throw new Refusal(
      'conflict',
      `The database is at schema ${found}, and this program needs ${known}: start the server first, it migrates. Nothing was changed.`,
    )
}
