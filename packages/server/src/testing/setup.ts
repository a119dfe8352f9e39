// Runs once before all tests: a separate PostgreSQL without fsync, with a migrated template, from which each test file
// gets its database in a few milliseconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../launch/postgres.ts'
import { migrate } from '../db/migrate.ts'
import { isPoolerWanted, startPgbouncer } from './pgbouncer.ts'

export const TEMPLATE = 'flexpower_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Null, unless the tests run through a pooler. */
    poolerUrl: string | null
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-test-'))
  const postgres = await startPostgres({
    directory: join(folder, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      ...loggingStatements(process.env['RECORD_STATEMENTS']),
    },
  })
  await createDatabase(postgres.url, TEMPLATE)
  await migrate(databaseUrl(postgres.url, TEMPLATE))
  project.provide('postgresUrl', postgres.url)
  const pooler = isPoolerWanted() ? await startPgbouncer(postgres.url) : null
  project.provide('poolerUrl', pooler?.url ?? null)
  return async () => {
    await pooler?.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every statement into that folder, for checks/record-statements.ts. */
const loggingStatements = (folder: string | undefined): Record<string, string> =>
  folder === undefined
    ? {}
    : {
        logging_collector: 'on',
        log_destination: 'jsonlog',
        log_directory: folder,
        log_statement: 'all',
        log_parameter_max_length: '0',
        log_rotation_size: '0',
      }

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(server: string, name: string, template = 'template0'): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  await client.query(`create database "${name}" template "${template}"`)
  await client.end()
}
