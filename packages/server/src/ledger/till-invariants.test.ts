import { api } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { changeFor, openTillDesk } from '../features/till/testing/till-desk.ts'
import { HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { alter } from '../testing/tamper.ts'
import { auditBooks } from './audit.ts'

const { world, hire, open, close, move, sell, sellLost, readVend } = await openTillDesk()
const { db, clock } = world

// A sale in the middle of a long shift that is still open.
const busy = await hire()
const long = await open(busy)
clock.pass(HOUR_MS)
const inside = await readVend((await sell(busy)).reference)
clock.pass(HOUR_MS)

// A closed shift with a sale that was voided later and is paid back in the next one; and an open sale in a third.
const cashier = await hire()
const other = await hire()
const first = await open(cashier, 5_000)
await sell(cashier)
const lost = await readVend((await sellLost(cashier, 50)).reference)
await move(cashier, 'drop', 2_000)
clock.pass(MINUTE_MS)
await close(cashier, first.id, changeFor(18_000))
await world.recover()
const second = await open(cashier)
await cashier.call(api.till.refund, { sale: lost.id })
await close(cashier, second.id, [], 'The refund')
const third = await open(other)
const doubtful = await readVend((await sellLost(other, 50)).reference)
await close(other, third.id, changeFor(5_000))

const now = clock.now()
const findBroken = async () => (await auditBooks(db, now)).map(({ invariant }) => invariant.slice(0, 2))

/** A change that gets past every guard, how it is undone, and which invariants it breaks. */
const breaches: [what: string, breach: string, undo: string, found: string[]][] = [
  [
    'a sale is in the shift of somebody else',
    `update vend set till_session_id = ${third.id} where id = ${lost.id}`,
    `update vend set till_session_id = ${first.id} where id = ${lost.id}`,
    ['T1', 'T3', 'T4'],
  ],
  [
    'a sale is in a shift that was not open',
    `update vend set created_at = created_at - interval '1 day' where id = ${lost.id}`,
    `update vend set created_at = created_at + interval '1 day' where id = ${lost.id}`,
    ['T1'],
  ],
  [
    'a sale is in a shift that does not exist',
    `update vend set till_session_id = 999 where id = ${lost.id}`,
    `update vend set till_session_id = ${first.id} where id = ${lost.id}`,
    ['T1', 'T3', 'T4'],
  ],
  [
    'two shifts of a cashier overlap',
    `update till_session set opened_at = opened_at - interval '7 minutes 30 seconds' where id = ${second.id}`,
    `update till_session set opened_at = opened_at + interval '7 minutes 30 seconds' where id = ${second.id}`,
    ['T2'],
  ],
  [
    'a movement was added after the count',
    `insert into till_movement (session_id, kind, amount, reason, user_id, at, key)
       values (${first.id}, 'out', 1, 'x', ${cashier.user.id}, now(), 'x')`,
    `delete from till_movement where key = 'x'`,
    ['T3'],
  ],
  [
    'a slip expects another amount',
    `update till_session set expected = expected + 1 where id = ${first.id}`,
    `update till_session set expected = expected - 1 where id = ${first.id}`,
    ['T3'],
  ],
  [
    'a sale in doubt is hidden',
    `delete from till_doubt where vend_id = ${doubtful.id}`,
    `insert into till_doubt (vend_id, session_id, tendered) values (${doubtful.id}, ${third.id}, 5000)`,
    ['T4'],
  ],
  [
    'a sale in doubt is remembered with another amount',
    `update till_doubt set tendered = tendered + 1 where vend_id = ${doubtful.id}`,
    `update till_doubt set tendered = tendered - 1 where vend_id = ${doubtful.id}`,
    ['T4'],
  ],
  [
    'a refund is more than the sale',
    `update till_movement set amount = amount + 1 where kind = 'refund';
     update till_session set expected = expected - 1 where id = ${second.id}`,
    `update till_movement set amount = amount - 1 where kind = 'refund';
     update till_session set expected = expected + 1 where id = ${second.id}`,
    ['T5'],
  ],
  [
    'a refund came out of the drawer of somebody else',
    `update till_movement set user_id = ${other.user.id} where kind = 'refund'`,
    `update till_movement set user_id = ${cashier.user.id} where kind = 'refund'`,
    ['T5'],
  ],
  [
    'a sale was paid back that was not voided',
    `update till_movement set vend_id = ${doubtful.id} where kind = 'refund'`,
    `update till_movement set vend_id = ${lost.id} where kind = 'refund'`,
    ['T5'],
  ],
  [
    'a count is not the sum of its notes',
    `update till_session set counted = counted + 1 where id = ${first.id}`,
    `update till_session set counted = counted - 1 where id = ${first.id}`,
    ['T6'],
  ],
  [
    'a slip is missing',
    `update till_session set number = 9 where id = ${second.id}`,
    `update till_session set number = 2 where id = ${second.id}`,
    ['T7'],
  ],
  [
    'a sale in the middle of a shift is in none',
    `update vend set till_session_id = null where id = ${inside.id}`,
    `update vend set till_session_id = ${long.id} where id = ${inside.id}`,
    ['T8'],
  ],
]

test.each(breaches)(
  'the audit of clean drawers finds nothing, and sees when %s',
  async (_, breach, undo, found) => {
    expect(await findBroken()).toEqual([])
    await alter(db, breach)
    const seen = await findBroken()
    await alter(db, undo)
    expect(seen).toEqual(found)
  },
)
