import { type Bututs, bututs } from '@flexpower/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { after } from '../runtime/clock.ts'
import { loadFloat, makeUser } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { auditBooks } from './audit.ts'
import { type Book, createBook, type Opening, type HeldSale } from './book.ts'

const world = await createWorld()
const { db, clock } = world

const clean = async () => expect(await auditBooks(db, clock.now())).toEqual([])

async function verified(
  userId: number,
  subject: string,
  tendered: number,
  fee = 500,
  commission = 150,
): Promise<void> {
  const quote = {
    fee,
    commission,
    chargeId: null,
    vended: tendered - fee,
    quote: { customerName: 'Mariama Bah' },
  }
  const kept = { quote: JSON.stringify(quote), verified_at: clock.now() }
  await db
    .insertInto('verification')
    .values({ user_id: userId, product: 'electricity', subject, tendered: bututs(tendered), ...kept })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product', 'subject', 'tendered']).doUpdateSet(kept),
    )
    .execute()
}

let serial = 0
const opening = (
  userId: number,
  subject: string,
  tendered: number,
  traits: Partial<Opening> = {},
): Opening => ({
  reference: `reference-${(serial += 1)}`,
  receiptCode: `code-${serial}`,
  userId,
  key: `key-${(serial += 1)}`,
  keyIsOurs: false,
  product: 'electricity',
  subject,
  phone: '7712345',
  tendered: bututs(tendered),
  floatKind: 'electricity',
  at: clock.now(),
  terms: null,
  verifiedSince: after(clock.now(), -900_000),
  askAt: after(clock.now(), 22_000),
  till: 'joined',
  ...traits,
})

async function openSale(book: Book, order: Opening): Promise<HeldSale> {
  const opened = await book.open(order)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  return opened.sale
}

const confirmation = (sale: HeldSale) => ({
  id: sale.id,
  userId: sale.userId,
  at: clock.now(),
  day: '2026-11-14' as never,
  customerName: 'Mariama Bah',
  tokens: [String(sale.id).padStart(20, '0')],
  cashierName: 'Fatou',
  location: 'Banjul',
  details: {},
  payee: 'utility',
  settledBy: null,
  note: null,
})

const voiding = (sale: HeldSale) => ({
  id: sale.id,
  userId: sale.userId,
  at: clock.now(),
  reason: 'refused',
  settledBy: null,
})

const readFloat = async (userId: number) =>
  (
    await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', userId)
      .where('kind', '=', 'electricity')
      .executeTakeFirst()
  )?.balance

const findRow = (table: 'sale' | 'vend', id: number) =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const readEvents = (id: number) =>
  db.selectFrom('vend_event').selectAll().where('vend_id', '=', id).orderBy(sql`ctid`).execute()

describe('the book of sales', () => {
  let book: Book
  let cashier: number
  beforeEach(async () => {
    book = createBook(db, null)
    cashier = (await makeUser(db, clock)).id
    await loadFloat(db, clock, cashier, 100_000)
  })

  test('holds the money before anything is sent, and posts utility, fee and commission when it is sold', async () => {
    await verified(cashier, `${cashier}01`, 10_000)
    const sale = await openSale(book, opening(cashier, `${cashier}01`, 10_000))
    expect(await readFloat(cashier)).toBe(90_000)
    await clean()
    expect(await book.confirm(confirmation(sale))).toBe(true)
    expect(await readFloat(cashier)).toBe(90_150)
    const legs = await db
      .selectFrom('transfer')
      .select(['source', 'destination', 'amount'])
      .where('entry_id', '=', sale.id)
      .orderBy('leg')
      .execute()
    expect(legs).toEqual([
      { source: `float/electricity/${cashier}`, destination: 'held', amount: 10_000 },
      { source: 'held', destination: 'utility', amount: 9_500 },
      { source: 'held', destination: 'fees', amount: 500 },
      { source: 'fees', destination: `float/electricity/${cashier}`, amount: 150 },
    ])
    await clean()
  })

  test('gives the money back when nothing was sold', async () => {
    await verified(cashier, `${cashier}02`, 10_000)
    const sale = await openSale(book, opening(cashier, `${cashier}02`, 10_000))
    expect(await book.void(voiding(sale))).toBe(true)
    expect(await readFloat(cashier)).toBe(100_000)
    await clean()
  })

  test('sells on the house’s account without touching a float', async () => {
    await verified(cashier, `${cashier}03`, 10_000, 500, 0)
    const sale = await openSale(book, opening(cashier, `${cashier}03`, 10_000, { floatKind: null }))
    await book.confirm(confirmation(sale))
    expect(await readFloat(cashier)).toBe(100_000)
    await clean()
  })

  test('writes nothing without a verification of the last 15 minutes, for this user, meter and amount', async () => {
    await verified(cashier, `${cashier}04`, 10_000)
    const late = opening(cashier, `${cashier}04`, 10_000, { verifiedSince: after(clock.now(), 1) })
    expect(await book.open(late)).toEqual({ kind: 'unverified' })
    expect(await book.open(opening(cashier, `${cashier}04`, 10_001))).toEqual({ kind: 'unverified' })
    const other = (await makeUser(db, clock)).id
    expect(await book.open(opening(other, `${cashier}04`, 10_000))).toEqual({ kind: 'unverified' })
    expect(await readFloat(cashier)).toBe(100_000)
    await clean()
  })

  test('sells on terms that came with the order, from the float of that product', async () => {
    await loadFloat(db, clock, cashier, 5_000, 'airtime')
    const terms = { fee: 200, commission: 0, chargeId: null, vended: 4_800, quote: { operator: 'QCell' } }
    const order = opening(cashier, `${cashier}09`, 5_000, { product: 'airtime', floatKind: 'airtime', terms })
    const sale = await openSale(book, order)
    expect(sale).toMatchObject({ fee: 200, quote: terms })
    await book.confirm({ ...confirmation(sale), payee: 'operators', tokens: [] })
    expect(await book.open({ ...order, key: `${order.key}-again` })).toEqual({ kind: 'float too small' })
    expect(await readFloat(cashier)).toBe(100_000)
    await clean()
  })

  test('writes nothing beyond the float', async () => {
    await verified(cashier, `${cashier}05`, 100_001)
    expect(await book.open(opening(cashier, `${cashier}05`, 100_001))).toEqual({ kind: 'float too small' })
    await clean()
  })

  test('has float for exactly k of 200 parallel sales', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => verified(cashier, `${cashier}06${n}`, 15_000)))
    const ends = await Promise.all(
      Array.from({ length: 200 }, (_, n) => book.open(opening(cashier, `${cashier}06${n}`, 15_000))),
    )
    expect(ends.filter(({ kind }) => kind === 'open')).toHaveLength(6)
    expect(await readFloat(cashier)).toBe(10_000)
    await clean()
  })

  test('opens one sale for each key and one for each meter, and takes the money once', async () => {
    await verified(cashier, `${cashier}07`, 10_000)
    const same = opening(cashier, `${cashier}07`, 10_000)
    const ends = await Promise.all(Array.from({ length: 60 }, () => book.open(same)))
    expect(ends.map(({ kind }) => kind)).toEqual(['open', ...Array(59).fill('known')])
    await expect(book.open(opening(cashier, `${cashier}07`, 10_000))).rejects.toMatchObject({
      constraint: 'vend_one_open',
    })
    expect(await readFloat(cashier)).toBe(90_000)
    await clean()
  })

  test('ends a sale once, whichever end comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const subject = `${cashier}08${round}`
      await verified(cashier, subject, 1_000, 10, 3)
      const sale = await openSale(book, opening(cashier, subject, 1_000))
      const rivals = Array.from({ length: 20 }, () => createBook(db, null))
      const ends = await Promise.all(
        rivals.map(async (rival, n) =>
          n % 2 === round % 2 ? await rival.confirm(confirmation(sale)) : rival.void(voiding(sale)),
        ),
      )
      expect(ends.filter(Boolean)).toHaveLength(1)
      await clean()
    }
  })

  test('stores what an end came with: every token, the text for the phone, who decided it, from where and why', async () => {
    const admin = await makeUser(db, clock, { type: 'Admin', name: 'Awa Sanneh' })
    const settledBy = { userId: admin.id, address: '10.0.0.7', subjectName: 'meter' }
    for (const meter of [`${cashier}21`, `${cashier}22`]) await verified(cashier, meter, 10_000)
    const sold = await openSale(book, opening(cashier, `${cashier}21`, 10_000))
    const tokens = ['11112222333344445555', '66667777888899990000']
    const sms = 'Your token'
    await book.confirm({ ...confirmation(sold), tokens, sms, settledBy, note: 'seen at the utility' })
    const released = await openSale(book, opening(cashier, `${cashier}22`, 10_000))
    await book.void({ ...voiding(released), settledBy, reason: 'the utility denies it' })
    expect(await findRow('sale', sold.id)).toMatchObject({ tokens })
    expect(await readEvents(sold.id)).toMatchObject([
      { state: 'sent', user_id: cashier },
      { state: 'confirmed', user_id: admin.id, note: 'seen at the utility' },
    ])
    expect(await readEvents(released.id)).toMatchObject([
      { state: 'sent', user_id: cashier },
      { state: 'voided', user_id: admin.id, note: 'the utility denies it' },
    ])
    expect(await findRow('vend', released.id)).toMatchObject({ reason: 'the utility denies it' })
    const letters = await db.selectFrom('outbox').select(['recipient', 'body']).execute()
    expect(letters).toEqual([{ recipient: '7712345', body: sms }])
    const entries = await db
      .selectFrom('act')
      .select(['user_name', 'deed', 'record', 'address'])
      .where('user_id', '=', admin.id)
      .orderBy('id')
      .execute()
    const ofAdmin = { user_name: 'Awa Sanneh', address: '10.0.0.7' }
    expect(entries).toEqual([
      { ...ofAdmin, deed: 'confirmed a sale by hand', record: `sale/${sold.id}` },
      { ...ofAdmin, deed: 'released a sale by hand', record: `sale/${released.id}` },
    ])
    await clean()
  })

  test('keeps a sale with an unknown outcome open, with the reason and when to look it up', async () => {
    await verified(cashier, `${cashier}23`, 10_000)
    const sale = await openSale(book, opening(cashier, `${cashier}23`, 10_000))
    const askAt = after(clock.now(), 5_000)
    await book.doubt({ id: sale.id, at: clock.now(), askAt, reason: 'no answer in time' })
    expect(await findRow('vend', sale.id)).toMatchObject({
      state: 'unknown',
      ask_at: askAt,
      reason: 'no answer in time',
    })
    expect(await readFloat(cashier)).toBe(90_000)
    expect(await book.void(voiding(sale))).toBe(true)
  })

  test('refuses to lose anything: transfers, sales and their history cannot be changed or deleted', async () => {
    const attempt = (change: string) => sql.raw(change).execute(db)
    for (const table of ['transfer', 'vend_event'])
      await expect(attempt(`delete from ${table}`)).rejects.toThrow(/append-only/)
    await expect(attempt('delete from sale')).rejects.toThrow(/a sale is never deleted/)
    for (const table of ['transfer', 'sale', 'vend_event'])
      await expect(attempt(`truncate ${table}`)).rejects.toThrow(/append-only/)
    await expect(attempt('update transfer set amount = amount + 1')).rejects.toThrow(/append-only/)
    await expect(attempt('update sale set fee = fee + 1')).rejects.toThrow(/append-only/)
  })

  test('refuses a float below zero, whatever a program tries', async () => {
    await expect(
      db
        .updateTable('float_balance')
        .set({ balance: -1 as Bututs })
        .where('user_id', '=', cashier)
        .execute(),
    ).rejects.toThrow(/float_not_below_zero/)
  })
})

test('any sequence of sales, ends and loads by any users in any order leaves clean books', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(db, clock)))
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('open' as const),
      user: fc.nat(3),
      amount: fc.integer({ min: 600, max: 40_000 }),
      house: fc.boolean(),
      isAirtime: fc.boolean(),
    }),
    fc.record({
      kind: fc.constantFrom('confirm' as const, 'void' as const, 'doubt' as const),
      pick: fc.nat(9),
    }),
    fc.record({
      kind: fc.constant('load' as const),
      user: fc.nat(3),
      amount: fc.integer({ min: 0, max: 50_000 }),
      float: fc.constantFrom('electricity' as const, 'airtime' as const),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 8 }), async (moments) => {
      const book = createBook(db, null)
      const open: HeldSale[] = []
      for (const moment of moments)
        await Promise.all(
          moment.map(async (move) => {
            if (move.kind === 'load')
              return loadFloat(db, clock, users[move.user]!.id, move.amount, move.float)
            if (move.kind === 'open') {
              const subject = `random${(serial += 1)}`
              const product = move.isAirtime ? ('airtime' as const) : ('electricity' as const)
              const terms = { fee: 24, commission: 0, chargeId: null, quote: { operator: 'QCell' } }
              if (!move.isAirtime)
                await verified(users[move.user]!.id, subject, move.amount, 500, move.house ? 0 : 77)
              const opened = await book.open(
                opening(users[move.user]!.id, subject, move.amount, {
                  product,
                  terms: move.isAirtime ? terms : null,
                  floatKind: move.house ? null : product,
                }),
              )
              if (opened.kind === 'open') open.push(opened.sale)
              return
            }
            const sale = open[move.pick % Math.max(1, open.length)]
            if (!sale) return
            if (move.kind === 'confirm') await book.confirm(confirmation(sale))
            if (move.kind === 'void') await book.void(voiding(sale))
            if (move.kind === 'doubt')
              await book.doubt({ id: sale.id, at: clock.now(), askAt: clock.now(), reason: 'late' })
          }),
        )
      expect(await auditBooks(db, clock.now())).toEqual([])
    }),
    { numRuns: 40 },
  )
})
