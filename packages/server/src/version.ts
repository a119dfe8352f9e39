// Which version of FlexPower this is: that of package.json, and the newest migration that it knows.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from './db/db.ts'
import { readMigrations } from './db/migrate.ts'

const project = new URL('../../../package.json', import.meta.url)

/** A semantic version, such as 1.4.0. */
export const VERSION = (JSON.parse(readFileSync(project, 'utf8')) as { version: string }).version

/** The number of the newest migration in this version. */
export async function readSchemaNumber(): Promise<number> {
  return (await readMigrations()).at(-1)?.number ?? 0
}

/** The number of the newest migration in that database; 0: it is empty. */
export async function readDatabaseSchema(db: Db): Promise<number> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('migration') is not null as found`.execute(db)
  if (tables[0]?.found !== true) return 0
  const { rows } = await sql<{ number: number | null }>`select max(number) as number from migration`.execute(
    db,
  )
  return rows[0]?.number ?? 0
}
