// How a command of the launcher reports an obstacle: one sentence, and exit 1. An unknown error is a fault of ours and
// keeps its stack.
import { ConfigError } from '../packages/server/src/config.ts'
import { Refusal } from '../packages/server/src/refusal.ts'
import { readCode } from './postgres-cluster.ts'
import { PostgresError } from './postgres.ts'

export function sentenceFor(error: unknown): string | null {
  if ([ConfigError, PostgresError, Refusal].some((kind) => error instanceof kind))
    return (error as Error).message
  return readCode(error) === 'ECONNREFUSED' ? 'The database in DATABASE_URL does not answer.' : null
}

export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? error)
    process.exitCode = 1
  }
}
