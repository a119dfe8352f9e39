// The database of an installation for a command that is run beside it: its own PostgreSQL, started when nobody has, or the one
// in DATABASE_URL.
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
    // One that was running belongs to whoever runs it.
    if (!postgres.adopted) await postgres.stop()
  }
}
