import { expect, test } from 'vitest'
import { makeSales } from '../testing/make.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld } from '../testing/world.ts'
import { checkSums, flushSearch } from './upkeep.ts'

const world = await createWorld()
const { db, clock } = world
const cashier = await world.signIn()

test('T-04 the pending list of the search index is merged into it', async () => {
  await makeSales(db, clock, { userId: cashier.user.id, count: 500 })
  const [waited] = (await flushSearch(db)).rows
  expect(waited?.texts).toBeGreaterThan(0)
  expect(waited?.tokens).toBeGreaterThan(0)
  expect((await flushSearch(db)).rows).toEqual([{ texts: 0, tokens: 0 }])
})

test('the nightly check says which sums differ from their rows', async () => {
  const said: object[] = []
  const log = { error: (detail: object) => void said.push(detail), warn: () => {} }
  await checkSums({ db, clock, log })
  expect(said).toEqual([])
  await alter(db, 'update sale_day set sales = sales + 1')
  await checkSums({ db, clock, log })
  expect(said).toMatchObject([{ violation: { invariant: expect.stringMatching(/^the sums of a day/) } }])
})
