import { api, dayOf } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { demoAccounts, seedDemo } from './demo.ts'
import { createWorld } from './testing/world.ts'

const world = await createWorld()

test('D-02 the demo seeds its accounts and sales once, however many processes start together', async () => {
  await Promise.all([
    seedDemo(world.db, world.clock),
    seedDemo(world.db, world.clock),
    seedDemo(world.db, world.clock),
  ])
  await seedDemo(world.db, world.clock)
  for (const { email, password, name } of demoAccounts)
    expect((await world.visitor.call(api.session.login, { email, password })).user.name).toBe(name)
  const rows = await world.db.selectFrom('sale_day').select(['day', 'tendered']).execute()
  expect(rows).toHaveLength(150)
  expect(rows.filter(({ day }) => day === dayOf(world.clock.now()))).toHaveLength(2)
})
