// A sale that is repeated with its key shares a statement with sales of others, which neither fail nor wait for it: after
// a failover many are repeated at once.
import { bututs } from '@flexpower/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { after } from '../runtime/clock.ts'
import { loadFloat, makeUser } from '../testing/make.ts'
import { sized } from '../testing/size.ts'
import { createWorld } from '../testing/world.ts'
import { bookSale, createBook, type HeldSale, type Opening } from './book.ts'

const world = await createWorld()
const { db, clock } = world
const batches: number[] = []
const book = createBook(db, null, { observeBatch: (_, sales) => void batches.push(sales) })
const OTHERS = 4
let cashiers: number[] = []
let serial = 0

beforeEach(async () => {
  const users = await Promise.all(Array.from({ length: OTHERS + 1 }, () => makeUser(db, clock)))
  cashiers = users.map(({ id }) => id)
  for (const id of cashiers) await loadFloat(db, clock, id, 15_000)
})
afterEach(world.expectCleanBooks)

const opening = (userId: number, key: string, traits: Partial<Opening> = {}): Opening => ({
  reference: `reference-${(serial += 1)}`,
  receiptCode: `code-${serial}`,
  userId,
  key,
  keyIsOurs: false,
  product: 'electricity',
  subject: `meter-${key}`,
  phone: '7712345',
  tendered: bututs(10_000),
  floatKind: 'electricity',
  at: clock.now(),
  terms: { fee: 500, commission: 0 },
  verifiedSince: clock.now(),
  askAt: after(clock.now(), 22_000),
  till: 'joined',
  ...traits,
})

const confirmation = ({ id, userId }: HeldSale) => ({
  id,
  userId,
  at: clock.now(),
  day: '2026-11-14' as never,
  customerName: 'Mariama Bah',
  tokens: [String(id).padStart(20, '0')],
  cashierName: 'Fatou',
  location: 'Banjul',
  details: {},
  payee: 'utility',
  settledBy: null,
  note: null,
})

/** A sale of each cashier, in one moment; the first has this key. */
async function openTogether(key: string) {
  batches.length = 0
  const orders = cashiers.map((id, index) => opening(id, index === 0 ? key : `key-${id}`))
  const ends = await Promise.all(orders.map(book.open))
  return ends.map(({ kind }) => kind)
}

const OTHERS_OPEN = ['known', ...Array<string>(OTHERS).fill('open')]

test('the key of a sale in the books does not fail the statement that opens the others', async () => {
  const [cashier = 0] = cashiers
  const first = await book.open(opening(cashier, 'key-in-the-books'))
  expect(await openTogether('key-in-the-books')).toEqual(OTHERS_OPEN)
  expect(batches).toEqual([OTHERS + 1])
  if (first.kind !== 'open') throw new Error(first.kind)
  await book.confirm(confirmation(first.sale))
  expect(await book.open(opening(cashier, 'key-in-the-books'))).toEqual({ kind: 'known' })
})

test('nor does a key that another server is writing at this moment', async () => {
  const [cashier = 0] = cashiers
  const written = Promise.withResolvers<void>()
  const awaited = Promise.withResolvers<void>()
  const elsewhere = inTransaction(db, async (tx) => {
    await bookSale(tx, opening(cashier, 'key-elsewhere', { till: 'none', floatKind: null }), confirmation)
    written.resolve()
    await awaited.promise
  })
  await written.promise
  const ends = openTogether('key-elsewhere')
  const waiting = sql<{ n: number }>`select count(*) as n from pg_locks where not granted`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBeGreaterThan(0)
  awaited.resolve()
  await elsewhere
  expect(await ends).toEqual(OTHERS_OPEN)
  expect(batches).toEqual([OTHERS + 1])
})

test('a known key comes before everything else that the sale would be refused for', async () => {
  const [cashier = 0] = cashiers
  await book.open(opening(cashier, 'key-first'))
  for (const traits of [
    { terms: null },
    { tendered: bututs(900_000) },
    { dayMost: bututs(1) },
    { till: 'required' as const },
  ])
    expect(await book.open(opening(cashier, 'key-first', traits))).toEqual({ kind: 'known' })
  expect(await book.open(opening(cashier, 'key-other', { terms: null }))).toEqual({ kind: 'unverified' })
})

test('whatever is repeated at whichever server, a key is one sale', async () => {
  const servers = [book, createBook(db, null)]
  for (const id of cashiers) await loadFloat(db, clock, id, 300_000)
  const step = fc.record({ cashier: fc.nat(OTHERS), key: fc.nat(4), server: fc.nat(1) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 5 }), async (moments) => {
      const run = (serial += 1)
      const ends = new Map<string, string[]>()
      for (const moment of moments)
        await Promise.all(
          moment.map(async ({ cashier, key, server }) => {
            const userId = cashiers[cashier] ?? 0
            const name = `${run}-${userId}-${key}`
            const end = await servers[server]?.open(opening(userId, name, { tendered: bututs(600) }))
            ends.set(name, [...(ends.get(name) ?? []), end?.kind ?? ''])
          }),
        )
      for (const [name, kinds] of ends) {
        const rows = await db.selectFrom('vend').select('id').where('key', '=', name).execute()
        expect([name, kinds.filter((kind) => kind === 'open').length]).toEqual([name, rows.length])
        if (kinds.includes('known')) expect([name, rows.length]).toEqual([name, 1])
        expect(kinds.filter((kind) => !['open', 'known', 'float too small'].includes(kind))).toEqual([])
      }
    }),
    { numRuns: sized(20, 500) },
  )
})
