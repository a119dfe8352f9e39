// How a command of the launcher reports an obstacle: one sentence, and exit 1, or 2 if its settings are of no
// installation. An unknown error is a fault of ours and keeps its stack.
import { ConfigError } from '../packages/server/src/config/config.ts'
import { Refusal } from '../packages/server/src/refusal.ts'
import { NoInstallation } from './database.ts'
import { readCode } from './postgres-cluster.ts'
import { PostgresError } from './postgres.ts'

export function sentenceFor(error: unknown): string | null {
  if ([ConfigError, NoInstallation, PostgresError, Refusal].some((kind) => error instanceof kind))
    return (error as Error).message
  return readCode(error) === 'ECONNREFUSED' ? 'The database in DATABASE_URL does not answer.' : null
}

export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? error)
    process.exitCode = error instanceof NoInstallation ? 2 : 1
  }
}
