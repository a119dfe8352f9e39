import { api, bututs } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world

/** Each by another cashier, because a session does not last for days. */
async function sellAndPrint(meter: string, dalasi: number) {
  const cashier = await world.signIn()
  await loadFloat(db, clock, cashier.user.id, 10_000_000)
  const { sale } = await cashier.call(api.electricity.sell, {
    meter,
    amount: bututs(dalasi * 100),
    phone: '7712345',
  })
  return { sale: sale!, cashier, print: await cashier.call(api.sales.countPrint, { id: sale!.id }) }
}

test('the units of a sale last as long as the meter’s earlier sales did on average', async () => {
  const meter = fleetMeter(1)
  expect((await sellAndPrint(meter, 100)).print).toEqual({ copy: 0, lastsDays: null })
  clock.pass(10 * DAY_MS)
  // One earlier sale is no habit.
  expect((await sellAndPrint(meter, 100)).print.lastsDays).toBeNull()
  clock.pass(10 * DAY_MS)
  // Twice as much as was used in ten days each.
  const { sale, cashier, print } = await sellAndPrint(meter, 200)
  expect(print.lastsDays).toBe(20)
  clock.pass(DAY_MS / 100)
  expect(await cashier.call(api.sales.countPrint, { id: sale.id })).toEqual({ copy: 1, lastsDays: 20 })
})

test('sales within a few days, other meters and sales without units say nothing', async () => {
  const meter = fleetMeter(2)
  for (let sold = 0; sold < 3; sold += 1) {
    expect((await sellAndPrint(meter, 100)).print.lastsDays).toBeNull()
    clock.pass(DAY_MS)
  }
  const debtOnly = '14550177308'
  for (let sold = 0; sold < 3; sold += 1) {
    const { sale, print } = await sellAndPrint(debtOnly, 50)
    expect([sale.units, print.lastsDays]).toEqual([0, null])
    clock.pass(10 * DAY_MS)
  }
})

test('a sale long ago does not count', async () => {
  const meter = fleetMeter(3)
  await sellAndPrint(meter, 100)
  await sellAndPrint(meter, 150)
  clock.pass(200 * DAY_MS)
  expect((await sellAndPrint(meter, 100)).print.lastsDays).toBeNull()
})
