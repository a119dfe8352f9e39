import { api, bututs, dayOf } from '@flexpower/contract'
import { demoMeters } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { auditBooks } from '../ledger/audit.ts'
import { createWorld } from '../testing/world.ts'
import { customers } from './invent.ts'
import { demoAccounts, seedDemo } from './seed.ts'

const world = await createWorld()

test('D-02 the demo seeds its accounts, floats and sales once, however many processes start together, with clean books', async () => {
  await Promise.all([
    seedDemo(world.db, world.clock),
    seedDemo(world.db, world.clock),
    seedDemo(world.db, world.clock),
  ])
  await seedDemo(world.db, world.clock)
  for (const { email, password, name } of demoAccounts)
    expect((await world.visitor.call(api.session.login, { email, password })).user.name).toBe(name)
  const floats = await world.db.selectFrom('float_balance').select('balance').orderBy('balance').execute()
  expect(floats.map(({ balance }) => balance)).toEqual([bututs(50_000), bututs(500_000), bututs(2_500_000)])
  const { count } = await world.db
    .selectFrom('sale')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', dayOf(world.clock.now()))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(5)
  expect(await auditBooks(world.db, world.clock.now())).toEqual([])
})

test('the customers of the past are customers of the simulated utility, so that one can sell to them again', () => {
  const known = demoMeters.map(({ meter, name, address }) => [meter, name, address])
  for (const customer of customers) expect(known).toContainEqual([...customer])
})
