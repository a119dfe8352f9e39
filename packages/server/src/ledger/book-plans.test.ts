import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, statement } from '../db/db.ts'
import { createWorld } from '../testing/world.ts'
import { confirmSql, openSql, voidSql } from './book-sql.ts'

const world = await createWorld()

const plans: [name: string, text: string, parameters: number, keys: string[]][] = [
  [
    'book_open',
    openSql,
    17,
    [
      'vend_user_id_key_key',
      'verification_pkey',
      'float_balance_pkey',
      'till_session_open',
      'selling_pause_pkey',
    ],
  ],
  ['book_confirm', confirmSql, 16, ['vend_pkey', 'float_balance_pkey', 'users_pkey']],
  ['book_void', voidSql, 6, ['vend_pkey', 'float_balance_pkey', 'users_pkey']],
]

async function explainPlan(on: Db, name: string, text: string, parameters: number): Promise<string> {
  const explain = statement<Record<'QUERY PLAN', string>>(`explain_${name}`, `explain ${text}`)
  const values = Array.from({ length: parameters }, (_, index) =>
    name === 'book_open' && index === 11 ? null : Array(10).fill(null),
  )
  return (await explain(on, values)).map((line) => line['QUERY PLAN']).join('\n')
}

test.each(plans)(
  'the plan of %s, made on small tables and kept while they grow, reads each row by its key',
  async (name, text, parameters, keys) => {
    // So that PostgreSQL knows how small they are.
    await sql`analyze`.execute(world.db)
    const plan = await explainPlan(world.db, name, text, parameters)
    const scans = [...plan.matchAll(/(\w+)(?: Only)? Scan (?:using (\w+) )?on (\w+)/g)]
    const ofTables = scans.filter(([, way]) => way !== 'CTE' && way !== 'Function' && way !== 'Values')
    expect(ofTables.map(([, way, index]) => `${way} ${index}`).toSorted()).toEqual(
      keys.map((key) => `Index ${key}`).toSorted(),
    )
  },
)

test('the plans made in a new installation read no index as a whole', async () => {
  const { db: untouched } = await createWorld()
  for (const [name, text, parameters, keys] of plans) {
    const plan = await explainPlan(untouched, name, text, parameters)
    expect(plan.match(/Index Cond/g), plan).toHaveLength(keys.length)
  }
})
