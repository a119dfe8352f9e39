// The whole content of the database, as text: for tests that check what must not be anywhere in it.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** One line for each row, beginning with the table's name. */
export async function everythingStored(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db)
    for (const { text } of rows) lines.push(`${name} ${text}`)
  }
  return lines.join('\n')
}
