// Changes what the product never changes: like an attacker with the database's password, or like a fault.
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/db.ts'

/** Past every trigger. */
export async function alter(db: Db, statement: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}
