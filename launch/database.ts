// The database of an installation, for a command that runs beside it: its own PostgreSQL, started if it is not running,
// or the one in DATABASE_URL.
import { join } from 'node:path'
import type { Config } from '../packages/server/src/config.ts'
import { startPostgres } from './postgres.ts'

export async function withDatabase<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const postgres = await startPostgres({ directory: join(config.dataDir, 'postgres') })
  try {
    return await work(postgres.url)
  } finally {
    // One that was running already is not ours to stop.
    if (!postgres.adopted) await postgres.stop()
  }
}
