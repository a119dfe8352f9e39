import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alone } from '../db/alone.ts'
import { openDb } from '../db/db.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld } from '../testing/world.ts'
import { auditBooks, auditSums, INVARIANTS, lookAtBooks, restAfterLook, startAuditing } from './audit.ts'

const world = await createWorld()
const { db, clock } = world
const cashier = await world.signIn()
const admin = await world.signIn({ type: 'Admin' })
await db.updateTable('users').set({ commission_percent: 3000 }).where('id', '=', cashier.user.id).execute()
await loadFloat(db, clock, cashier.user.id, 1_000_000)
for (const [start, kind] of [
  [100, 'fixed'],
  [200, 'percentage'],
] as const)
  await admin.send('POST', '/flexpower/api/addCashPowerCharges', {
    body: {
      start_amount: start,
      end_amount: start + 99,
      commision_amount: 5,
      amount_type: kind,
      status: 1,
    },
  })
for (const [meter, amount] of [
  [1, 100],
  [2, 250],
  [3, 1_000],
] as const)
  await sellOnce(cashier, meter, amount)
const now = clock.now()
const openNowhere = () =>
  openDb({ url: world.databaseUrl.replace(/\w+$/, 'nowhere'), onConnectionLost: () => {} })

const broken = async () => (await auditBooks(db, now)).map(({ invariant }) => invariant)

describe('I1 to I10: the audit of clean books finds nothing, and sees when', () => {
  /** A change that gets past every guard, how it is undone, and which invariants it breaks. */
  const breaches: [what: string, breach: string, undo: string, found: string[]][] = [
    [
      'money is held for nobody',
      `insert into transfer (entry_id, leg, source, destination, amount) values (1, 9, 'house', 'held', 5)`,
      `delete from transfer where leg = 9`,
      ['I1 what is held', 'I1 every transfer belongs'],
    ],
    [
      'a fee was not posted',
      `update transfer set leg = 7 where leg = 3`,
      `update transfer set leg = 3 where leg = 7`,
      ['I1 every sale has the transfers'],
    ],
    [
      'a load is not what its slip says',
      `update credit set amount = amount + 1`,
      `update credit set amount = amount - 1`,
      ['I1 every transfer belongs'],
    ],
    [
      'a float is not what moved',
      `update float_balance set balance = balance + 1`,
      `update float_balance set balance = balance - 1`,
      ['I2 a float'],
    ],
    [
      'a sale was booked and is not there',
      `insert into difference (other_side, day, kind, reference, subject, found_at, settled_at)
         values ('utility', '2026-11-14', 'not in our books', 'x', 'x', now(), now());
       insert into booking (difference_id, tendered, fee, fee_outside_bands, reason, asked_by, created_at, needs_two, state, decided_by, decided_at, sale_id)
         select id, 100, 5, false, 'x', 1, now(), false, 'booked', 1, now(), -1 from difference`,
      `delete from booking; delete from difference`,
      ['a booking that was made'],
    ],
    [
      'a token was sold twice',
      `update sale set tokens = (select tokens from sale order by id limit 1) where id = (select max(id) from sale);
       alter table sale add column kept text[]`,
      `alter table sale drop column kept`,
      ['I3 no credit'],
    ],
    [
      'an ended sale is not shown',
      `update vend set state = 'voided' where id = (select min(id) from vend)`,
      `update vend set state = 'confirmed' where state = 'voided'`,
      ['I1 every sale has the transfers', 'I4 a confirmed sale', 'I4 an ended sale'],
    ],
    [
      'a history has no end',
      `update vend_event set state = 'unknown' where state = 'confirmed'`,
      `update vend_event set state = 'confirmed' where state = 'unknown'`,
      ['I4 an ended sale'],
    ],
    [
      'a price does not add up',
      `update vend set commission = commission + 1 where commission > 0`,
      `update vend set commission = commission - 1 where commission > 0`,
      ['I10 what was tendered'],
    ],
    [
      'a day has a sale too many',
      `update sale_day set sales = sales + 1`,
      `update sale_day set sales = sales - 1`,
      ['the sums of a day'],
    ],
    [
      'a day was sold somewhere else',
      `update sale_day set location = 'Elsewhere, ' || location`,
      `update sale_day set location = substr(location, 12)`,
      ['the sums of a day'],
    ],
    [
      'an hour is not what was sold in it',
      `update sale_day set hours[1] = hours[1] + 1`,
      `update sale_day set hours[1] = hours[1] - 1`,
      ['the hours of a day'],
    ],
    [
      'a confirmed load was never loaded',
      `insert into credit_request (user_id, kind, amount, slip_reference, slip_key, asked_by, created_at, state, decided_by, decided_at)
         values (${cashier.user.id}, 'airtime', 7, 'never', 'never', ${cashier.user.id}, now(), 'confirmed', ${admin.user.id}, now())`,
      `delete from credit_request`,
      ['a large load'],
    ],
  ]
  // Tokens are put back by hand: they are stored nowhere else.
  let tokens: string[] = []
  beforeEach(async () => {
    tokens = (await db.selectFrom('sale').select('tokens').orderBy('id', 'desc').executeTakeFirstOrThrow())
      .tokens
  })
  afterEach(async () => {
    await alter(db, `update sale set tokens = '{${tokens.join()}}' where id = (select max(id) from sale)`)
  })

  test.each(breaches)('%s', async (_, breach, undo, found) => {
    expect(await broken()).toEqual([])
    await alter(db, breach)
    const seen = await broken()
    await alter(db, undo)
    expect(seen.map((invariant) => found.find((beginning) => invariant.startsWith(beginning)))).toEqual(found)
  })
})

test('I6 a sale that nobody looks up is noticed after a quarter of an hour', async () => {
  const { id } = await db.selectFrom('vend').select('id').orderBy('id').executeTakeFirstOrThrow()
  const forgotten = (minutes: number) =>
    alter(
      db,
      `update vend set state = 'sent', settled_at = null, ask_at = '${now.toISOString()}'::timestamptz - interval '${minutes} minutes' where id = ${id}`,
    )
  await forgotten(14)
  expect((await broken()).filter((invariant) => invariant.startsWith('I6'))).toEqual([])
  await forgotten(16)
  const found = (await auditBooks(db, now)).find(({ invariant }) => invariant.startsWith('I6'))
  expect(found?.examples).toMatchObject([{ id, state: 'sent' }])
  await alter(db, `update vend set state = 'confirmed', settled_at = created_at where id = ${id}`)
})

test('I6 a sale that is open for longer than recovery may take is noticed, however often it is looked up', async () => {
  const { id } = await db.selectFrom('vend').select('id').orderBy('id').executeTakeFirstOrThrow()
  const open = (state: string, hours: number) =>
    alter(
      db,
      `update vend set state = '${state}', settled_at = null, ask_at = '${now.toISOString()}',
         created_at = '${now.toISOString()}'::timestamptz - interval '${hours} hours' where id = ${id}`,
    )
  const found = async () => (await broken()).filter((invariant) => invariant.startsWith('I6'))
  for (const [state, hours] of [
    ['unknown', 24.9],
    ['manual', 100],
  ] as const) {
    await open(state, hours)
    expect(await found()).toEqual([])
  }
  for (const state of ['sent', 'unknown']) {
    await open(state, 25.1)
    expect(await found()).toEqual(['I6 no sale is open for more than a day without an Admin who decides it'])
  }
  await alter(
    db,
    `update vend set state = 'confirmed', created_at = '${now.toISOString()}', settled_at = '${now.toISOString()}' where id = ${id}`,
  )
})

test('every invariant is counted, and a breach is reported with its first five rows', async () => {
  expect(INVARIANTS).toBe(29)
  await alter(
    db,
    `insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
       select 'airtime', date '2026-01-01' + n, ${cashier.user.id}, 'Banjul', 1, 1, 0, 0, array_fill(1::bigint, array[24]) from generate_series(1, 7) n`,
  )
  const found = await auditBooks(db, now)
  // The audit of the sums alone finds the same.
  expect(await auditSums(db, now)).toEqual(found)
  await alter(db, `update float_balance set balance = balance + 1`)
  expect((await auditSums(db, now)).map(({ invariant }) => invariant)).toEqual([
    'the sums of a day are the sums of its sales',
    'the hours of a day are its sum',
  ])
  await alter(db, `update float_balance set balance = balance - 1`)
  await alter(db, `delete from sale_day where product = 'airtime'`)
  expect(found.map(({ invariant, examples }) => [invariant, examples.length])).toEqual([
    ['the sums of a day are the sums of its sales', 5],
    ['the hours of a day are its sum', 5],
  ])
})

describe('the server’s own audit', () => {
  const told: [level: string, detail: object, text: string][] = []
  const log = {
    error: (detail: object, text: string) => void told.push(['error', detail, text]),
    warn: (detail: object, text: string) => void told.push(['warn', detail, text]),
  }
  beforeEach(() => told.splice(0))

  test('says what is broken, for a person, and reports nothing about clean books', async () => {
    await lookAtBooks({ db, clock, log })
    expect(told).toEqual([])
    await alter(db, `update float_balance set balance = balance + 1`)
    await lookAtBooks({ db, clock, log })
    await alter(db, `update float_balance set balance = balance - 1`)
    expect(told).toEqual([
      [
        'error',
        { violation: { invariant: expect.stringMatching(/^I2 /), examples: [expect.anything()] } },
        'the books are broken: stop selling and look at this',
      ],
    ])
  })

  test('runs in one process at a time', async () => {
    await alter(db, `update float_balance set balance = balance + 1`)
    expect(await alone(db, 'audit', () => lookAtBooks({ db, clock, log }))).toBeNull()
    await alter(db, `update float_balance set balance = balance - 1`)
    expect(told).toEqual([])
  })

  test('begins after a minute, continues until it is stopped, and says when it cannot run', async () => {
    const away = openNowhere()
    await alter(db, `update float_balance set balance = balance + 1`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stops = [startAuditing({ db, clock, log }), startAuditing({ db: away.db, clock, log })]
    vi.advanceTimersByTime(59_999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await Promise.all(stops.map((stop) => stop()))
    await away.close()
    await alter(db, `update float_balance set balance = balance - 1`)
    expect(told.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['error', expect.anything(), 'the books are broken: stop selling and look at this'],
      ['warn', { err: expect.any(Error) }, 'the books could not be audited'],
    ])
  })

  test('rests nine times as long as it ran, and at least a minute', () => {
    expect([0, 1_000, 6_666].map(restAfterLook)).toEqual([60_000, 60_000, 60_000])
    expect([10_000, 60_000].map(restAfterLook)).toEqual([90_000, 540_000])
  })
})

test('an audit that cannot be made throws', async () => {
  const away = openNowhere()
  await expect(auditBooks(away.db, now)).rejects.toThrow(/does not exist/)
  await away.close()
  await expect(sql`select 1`.execute(db)).resolves.toBeDefined()
})
