// How a command of the launcher reports an obstacle: one sentence, and exit 1, or 2 if its settings are of no
// installation. An unknown error is a fault of ours and keeps its stack.
import { ConfigError } from '../packages/server/src/config/config.ts'
import { describeAway, isDatabaseAway } from '../packages/server/src/db/away.ts'
import { MigrationError } from '../packages/server/src/db/migrate.ts'
import { Refusal } from '../packages/server/src/refusal.ts'
import { NoInstallation } from './database.ts'
import { readCode } from './postgres-cluster.ts'
import { PostgresError } from './postgres.ts'

/** Of the database, by the codes of PostgreSQL and of the network. */
const obstacles: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password in DATABASE_URL: correct it there.',
  '28000':
    'The database does not let this user in: correct the user in DATABASE_URL, or let it in (pg_hba.conf).',
  '3D000': 'There is no such database on the server in DATABASE_URL: correct the name there, or create it.',
  ECONNREFUSED: 'The database in DATABASE_URL does not answer.',
  ENOTFOUND: 'There is no machine with the name in DATABASE_URL: correct it there.',
  EAI_AGAIN:
    'The name of the machine in DATABASE_URL cannot be looked up at the moment: try again, or name its address.',
}

export function sentenceFor(error: unknown): string | null {
  if (
    [ConfigError, NoInstallation, PostgresError, Refusal, MigrationError].some(
      (kind) => error instanceof kind,
    )
  )
    return (error as Error).message
  const obstacle = obstacles[readCode(error) ?? '']
  if (obstacle !== undefined) return obstacle
  return isDatabaseAway(error)
    ? `The database in DATABASE_URL cannot be used at the moment (${describeAway(error)}): try again when it is back.`
    : null
}

export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? error)
    process.exitCode = error instanceof NoInstallation ? 2 : 1
  }
}
