// The books went back to an earlier state: this is noticed, shown in references, and no reference is issued twice.
import { formatEpoch } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { accepted } from '../gateways/outcome.ts'
import { delivery, openOtherSide, openSeller } from '../testing/scripted-product.ts'
import { createWorld } from '../testing/world.ts'
import { beginEpoch, createEpochs, readEpoch } from './epoch.ts'
import { createReference } from './reference.ts'
import { createVending } from './vending.ts'

const world = await createWorld()
const { db, clock, context } = world
const side = openOtherSide()
const { requestOf } = await openSeller(world, side)

test('an installation begins in epoch A, with nothing to catch up on', async () => {
  expect(await readEpoch(db)).toBeNull()
  await context.epochs.look()
  expect(await readEpoch(db)).toMatchObject({ number: 1, cause: 'installed', caught_up_at: clock.now() })
  const end = await context.vending.sell(requestOf())
  expect(end).toMatchObject({ kind: 'confirmed', sale: { receipt_number: null } })
  expect(side.sent.at(-1)).toMatch(/ A261114-/)
})

test('the same history changes nothing', async () => {
  const epochs = createEpochs(context)
  await epochs.look()
  expect(epochs.current()).toBe(1)
})

test('a new history of PostgreSQL begins one epoch, however many notice it, and references show it', async () => {
  await sql`update epoch set history = 'another cluster or timeline'`.execute(db)
  const watchers = Array.from({ length: 5 }, () => createEpochs(context))
  await Promise.all(watchers.map((epochs) => epochs.look()))
  const epoch = await readEpoch(db)
  expect(epoch).toMatchObject({ cause: 'went back', caught_up_at: null, started_at: clock.now() })
  const number = epoch?.number ?? 0
  expect(await db.selectFrom('epoch').select('number').orderBy('number').execute()).toEqual([
    { number: 1 },
    { number },
  ])
  expect(watchers.map((epochs) => epochs.current())).toEqual(watchers.map(() => number))
  expect(epoch?.books_until.getTime()).toBeLessThan(clock.now().getTime())
  await context.epochs.look()
  await context.vending.sell(requestOf())
  expect(side.sent.at(-1)).toContain(` ${formatEpoch(number)}261114-`)
})

test('histories restored from the same backup differ in their letters, and there is room for many', async () => {
  const last = await readEpoch(db)
  const beginAgain = () =>
    inTransaction(db, async (tx) => {
      await tx
        .deleteFrom('epoch')
        .where('number', '>', last?.number ?? 0)
        .execute()
      return beginEpoch(tx, { last, at: clock.now(), cause: 'restored', booksUntil: clock.now() })
    })
  const steps: number[] = []
  while (steps.length < 40) steps.push((await beginAgain()) - (last?.number ?? 0))
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...steps)).toBeLessThanOrEqual(64)
  expect(new Set(steps).size).toBeGreaterThan(5)
})

test('an epoch that another process has begun is noticed', async () => {
  const last = await readEpoch(db)
  await inTransaction(db, (tx) =>
    beginEpoch(tx, { last, at: clock.now(), cause: 'restored', booksUntil: clock.now() }),
  )
  await context.epochs.look()
  expect(context.epochs.current()).toBeGreaterThan(last?.number ?? 0)
  expect(context.epochs.current()).toBe((await readEpoch(db))?.number)
})

test('two sales that get the same reference by chance end up with different ones', async () => {
  const names = ['same', 'same', 'other'].map((name) => `${name}-${createReference(1, clock.now())}`)
  names[1] = names[0] ?? ''
  const given = [...names]
  const vending = createVending({ ...context, newReference: () => given.shift() ?? '' })
  side.onOrder = async () => accepted(delivery)
  const ends = [await vending.sell(requestOf()), await vending.sell(requestOf())]
  expect(ends.map((end) => end.kind === 'confirmed' && end.sale.transaction_id)).toEqual([names[0], names[2]])
})
