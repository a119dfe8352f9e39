// Each invariant of floats is proven to fail when it is broken.
import { api, bututs } from '@flexpower/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld } from '../testing/world.ts'
import { auditBooks } from './audit.ts'
import { closeDays } from './float-lines.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const [one, other] = [await world.signIn({ remember: true }), await world.signIn()]
await loadFloat(db, clock, one.user.id, 100_000)
await sellOnce(one, 1)
const reason = 'typed wrongly'
const { id: creditId } = await db.selectFrom('credit').select('id').executeTakeFirstOrThrow()
await admin.call(api.floats.correct, { creditId, amount: bututs(90_000), reason })
await admin.call(api.floats.transfer, {
  userId: one.user.id,
  target: other.user.id,
  kind: 'electricity',
  amount: bututs(5_000),
  reason,
  isSure: true,
})
await one.call(api.floats.ask, { kind: 'electricity', amount: bututs(700), slipReference: 'TRF-1' })
await admin.call(api.floats.load, { id: 1 })
clock.pass(2 * DAY_MS)
await closeDays({ db, clock })

const broken = async () => (await auditBooks(db, clock.now())).map(({ invariant }) => invariant)

describe('the audit of clean books finds nothing, and sees when', () => {
  const breaches: [what: string, breach: string, undo: string, found: string[]][] = [
    [
      'a move of float is not what was moved',
      `update float_move set amount = amount + 1 where target_user_id is not null`,
      `update float_move set amount = amount - 1 where target_user_id is not null`,
      ['I1 every transfer belongs', 'the closing of a day'],
    ],
    [
      'a move of float went to somebody else',
      `update float_move set target_user_id = ${admin.user.id} where target_user_id is not null`,
      `update float_move set target_user_id = ${other.user.id} where target_user_id is not null`,
      ['I1 every transfer belongs', 'the closing of a day'],
    ],
    [
      'a declined move of float has moved',
      `update float_move set state = 'declined' where target_user_id is not null`,
      `update float_move set state = 'done' where target_user_id is not null`,
      ['I1 every transfer belongs', 'a move of float that was decided', 'the closing of a day'],
    ],
    [
      'a load was corrected to less than nothing',
      `alter table float_balance drop constraint float_not_below_zero;
       update credit set amount = 9000 where id = ${creditId}; update transfer set amount = 9000 where entry_id = ${creditId};
       update float_balance set balance = balance - 91000 where user_id = ${one.user.id};
       update float_closing set balance = balance - 91000 where user_id = ${one.user.id}`,
      `update credit set amount = 100000 where id = ${creditId}; update transfer set amount = 100000 where entry_id = ${creditId};
       update float_balance set balance = balance + 91000 where user_id = ${one.user.id};
       update float_closing set balance = balance + 91000 where user_id = ${one.user.id};
       alter table float_balance add constraint float_not_below_zero check (balance >= 0)`,
      ['I2 a float', 'a load is never corrected', 'the closing of a day'],
    ],
    [
      'a correction is on another float than its load',
      `update float_move set credit_id = (select max(id) from credit) where credit_id is not null;
       update credit set kind = 'airtime' where id = (select max(id) from credit)`,
      `update float_move set credit_id = ${creditId} where credit_id is not null;
       update credit set kind = 'electricity'`,
      [
        'I1 every transfer belongs',
        'a load is never corrected',
        'a correction goes',
        'a request for float',
        'the closing of a day',
      ],
    ],
    [
      'a request was accepted and never loaded',
      `update float_request set slip_reference = 'another'`,
      `update float_request set slip_reference = 'TRF-1'`,
      ['a request for float'],
    ],
    [
      'a closing balance is wrong',
      `update float_closing set balance = balance + 1 where user_id = ${one.user.id}`,
      `update float_closing set balance = balance - 1 where user_id = ${one.user.id}`,
      ['the closing of a day'],
    ],
    [
      'a closing says that something else moved',
      `update float_closing set moved = jsonb_set(moved, '{sale,lines}', '2') where user_id = ${one.user.id}`,
      `update float_closing set moved = jsonb_set(moved, '{sale,lines}', '1') where user_id = ${one.user.id}`,
      ['the closing of a day'],
    ],
    [
      'a closing balance is of a day without lines',
      `insert into float_closing values (${one.user.id}, 'electricity', '2020-01-01', 0, '{}')`,
      `delete from float_closing where day = '2020-01-01'`,
      ['the closing of a day'],
    ],
  ]
  test.each(breaches)('%s', async (_, breach, undo, found) => {
    expect(await broken()).toEqual([])
    await alter(db, breach)
    const seen = await broken()
    await alter(db, undo)
    expect(seen.map((invariant) => found.find((beginning) => invariant.startsWith(beginning)))).toEqual(found)
    expect(await broken()).toEqual([])
  })
})

test('the database refuses what no Admin may do', async () => {
  const refused = (change: string) =>
    expect(alterPlainly(change)).rejects.toThrow(/append-only|check constraint/)
  await refused(`update float_move set amount = amount + 1`)
  await refused(`update float_move set state = 'declined'`)
  await refused(`delete from float_move`)
  const move = (columns: string, values: string) =>
    `insert into float_move (kind, amount, reason, asked_by, created_at, needs_two, state, decided_by, decided_at, ${columns})
       values ('electricity', 1, 'x', ${admin.user.id}, now(), true, 'done', ${admin.user.id}, now(), ${values})`
  // Confirmed by the one who asked.
  await refused(move('source_user_id', String(one.user.id)))
  // Out of the bank without a load.
  await refused(move('target_user_id', String(one.user.id)).replace('true', 'false'))
})

const alterPlainly = (change: string) => sql.raw(change).execute(db)
