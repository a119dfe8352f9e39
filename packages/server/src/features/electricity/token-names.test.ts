import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { createWorld, expectSameSales } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const cashier = await world.signIn()
await loadFloat(db, clock, cashier.user.id, 10_000_000)

async function sell(meter: string) {
  const { body } = await cashier.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount: 500, telephone: '7712345' },
    headers: { 'idempotency-key': randomUUID() },
  })
  return (body as { data: { list_token: string; token_names: string[]; token: string } }).data
}

test.each([
  ['37119026450', 2, 'Key change 1 of 2|Key change 2 of 2|Electricity'],
  ['37119027003', 3, 'Key change 1 of 3|Key change 2 of 3|Key change 3 of 3|Electricity'],
  ['14277051380', 4, 'Key change 1 of 4|Key change 2 of 4|Key change 3 of 4|Key change 4 of 4|Electricity'],
  ['07201155343', 2, 'Key change 1 of 2|Key change 2 of 2|Electricity'],
  ['14092266130', 0, 'Electricity|Free units, 10.00 kWh'],
  ['07553209185', 0, 'Electricity|Key change or meter setting|Key change or meter setting'],
  ['37201148261', 0, ''],
])(
  'CP-11 each token of a sale to %s says what it is, and the meter takes them in this order',
  async (meter, paid, names) => {
    const sale = await sell(meter)
    expect(sale.token_names.join('|')).toBe(names)
    const tokens = sale.list_token.split(',')
    expect(sale.token).toBe(tokens[paid])
    for (const token of tokens)
      expect(await world.utility.control.keyIn(meter, token)).toMatchObject({ kind: 'accepted' })
  },
)

test('the names are in the record, and so are the free units', async () => {
  const { token } = await sell('14092266130')
  const { details } = await db
    .selectFrom('any_sale')
    .select('details')
    .where(sql<boolean>`${token} = any (tokens)`)
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({
    tokenNames: ['Electricity', 'Free units, 10.00 kWh'],
    free: { units: 10, amount: 0 },
  })
  await expectSameSales(db, world.utility)
})
