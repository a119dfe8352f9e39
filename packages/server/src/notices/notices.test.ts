// Every cause of a notice gives exactly one to each who should know, until it is over; then the next one gives another.
import { api, bututs, NOTICE_KINDS, type NoticeKind, toDay } from '@flexpower/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { after, DAY_MS, MINUTE_MS } from '../runtime/clock.ts'
import { lowerAlert, raiseAlert } from '../mail/alerts.ts'
import { sized } from '../testing/size.ts'
import { createWorld } from '../testing/world.ts'
import { noticeDue, tellOfCauses } from './notices.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
const { db, clock, context } = world
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh', remember: true })
const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara', remember: true })
const cashier = await world.signIn({ name: 'Fatou Ceesay', remember: true })
const NAMES = new Map([
  [admin.user.id, 'Awa'],
  [second.user.id, 'Ebrima'],
  [cashier.user.id, 'Fatou'],
])

const look = () => noticeDue(context)
const readOpen = async () => {
  const rows = await db.selectFrom('notice').selectAll().where('over_at', 'is', null).orderBy('id').execute()
  return rows.map(({ user_id, kind, record }) => `${NAMES.get(user_id)}: ${kind} ${record}`)
}
const readMessages = async () => {
  const rows = await db.deleteFrom('outbox').returning(['channel', 'recipient', 'subject', 'body']).execute()
  return rows.map(({ channel, recipient, subject, body }) => `${channel} ${recipient}: ${subject || body}`)
}

beforeEach(async () => {
  for (const table of ['notice', 'notice_preference', 'notice_phone', 'outbox'] as const)
    await db.deleteFrom(table).execute()
})

/** What makes each cause, by the name of a record, and what ends it. */
interface Maker {
  make(): Promise<{ expected: string[]; end(): Promise<unknown> }>
}

const bothAdmins = (what: string) => [`Awa: ${what}`, `Ebrima: ${what}`]
let serial = 100

async function insertVend(): Promise<{ id: number; reference: string }> {
  const reference = `261114-T${(serial += 1)}`
  const { rows } = await sql<{ id: number }>`
    insert into vend (id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission,
        quote, state, created_at, ask_at, reason)
      values (nextval('entry_id'), ${reference}, ${cashier.user.id}, ${reference}, false, 'electricity', ${reference},
        '7712345', 5000, 0, 0, '{}', 'manual', ${clock.now()}, ${clock.now()}, 'nobody knows') returning id`.execute(
    db,
  )
  return { id: rows[0]!.id, reference }
}

const makers: Record<Exclude<NoticeKind, 'server' | 'sign-in'>, Maker> = {
  'sale undecided': {
    make: async () => {
      const { id, reference } = await insertVend()
      return {
        expected: bothAdmins(`sale undecided sale/${reference}`),
        end: () => sql`delete from vend where id = ${id}`.execute(db),
      }
    },
  },
  'backup failed': {
    make: async () => {
      const insert = (state: 'failed' | 'verified') =>
        db
          .insertInto('backup')
          .values({
            file: `b${(serial += 1)}.backup`,
            created_at: clock.now(),
            created_by: null,
            state,
            finished_at: clock.now(),
            failure: state === 'failed' ? 'The disk is full.' : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      await insert('verified')
      const { id } = await insert('failed')
      // The next hour's retry is the same cause.
      await insert('failed')
      return { expected: bothAdmins(`backup failed backup/${id}`), end: () => insert('verified') }
    },
  },
  'difference found': {
    make: async () => {
      const day = toDay(after(clock.now(), -(serial += 1) * DAY_MS))
      const row = { other_side: 'utility' as const, day, subject: '37201148261', found_at: clock.now() }
      for (const reference of ['one', 'two'])
        await db
          .insertInto('difference')
          .values({ ...row, kind: 'not in our books', reference, ours: null, theirs: bututs(100) })
          .execute()
      return {
        expected: bothAdmins(`difference found difference/utility/${day}`),
        end: () =>
          db.updateTable('difference').set({ settled_at: clock.now() }).where('day', '=', day).execute(),
      }
    },
  },
  message: {
    make: async () => {
      const { id } = await db
        .insertInto('contact_message')
        .values({
          name: 'Isatou',
          email: 'i@example.gm',
          message: 'Hello',
          created_at: clock.now(),
          address: '',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        expected: bothAdmins(`message message/${id}`),
        end: () => admin.call(api.contact.mark, { id, state: 'read' }),
      }
    },
  },
  application: {
    make: async () => {
      const email = `a${(serial += 1)}@example.gm`
      const person = { name: 'Lamin', email, phone: '7712345', location: 'Brikama', created_at: clock.now() }
      const { id } = await db
        .insertInto('application')
        .values({ ...person, business_name: 'Shop' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        expected: bothAdmins(`application application/${id}`),
        end: () => admin.call(api.users.decline, { id, reason: 'No' }),
      }
    },
  },
  'credit waiting': {
    make: async () => {
      const asked = { agent: cashier.user.id, kind: 'electricity' as const, amount: bututs(500_000) }
      await admin.call(api.credits.load, { ...asked, slipReference: `S${(serial += 1)}` })
      const [waiting] = await second.call(api.credits.waiting, {})
      const id = waiting!.id
      return {
        // Whoever asked need not be told.
        expected: [`Ebrima: credit waiting credit/${id}`],
        end: () => second.call(api.credits.decline, { id, reason: 'No' }),
      }
    },
  },
  'balance low': {
    make: async () => {
      clock.pass(MINUTE_MS)
      const told = { title: 'NAWEC balance is low', text: 'Load it.', isSentBySms: false }
      await inTransaction(db, (tx) =>
        raiseAlert(tx, context, { subject: 'utility balance', level: 1, ...told }),
      )
      const record = `alert/utility balance/${clock.now().getTime() / 1000}.000000`
      return {
        expected: bothAdmins(`balance low ${record}`),
        end: () => inTransaction(db, (tx) => lowerAlert(tx, 'utility balance', 0)),
      }
    },
  },
  'sms stopped': {
    make: async () => {
      clock.pass(MINUTE_MS)
      const told = { title: 'SMS are not sent', text: 'They wait.', isSentBySms: false }
      await inTransaction(db, (tx) => raiseAlert(tx, context, { subject: 'sms account', level: 2, ...told }))
      const record = `alert/sms account/${clock.now().getTime() / 1000}.000000`
      return {
        expected: bothAdmins(`sms stopped ${record}`),
        end: () => inTransaction(db, (tx) => lowerAlert(tx, 'sms account', 0)),
      }
    },
  },
  'float low': {
    make: async () => {
      await sellAtPace(100_000)
      await setFloat(50_000)
      return { expected: ['Fatou: float low float/electricity'], end: () => setFloat(400_000) }
    },
  },
}

/** So much a day in the last week. */
async function sellAtPace(tendered: number): Promise<void> {
  await db.deleteFrom('sale_day').execute()
  for (let ago = 1; ago <= 7; ago += 1)
    await db
      .insertInto('sale_day')
      .values({
        product: 'electricity',
        day: toDay(after(clock.now(), -ago * DAY_MS)),
        user_id: cashier.user.id,
        location: 'Banjul',
        sales: 1,
        tendered: bututs(tendered),
        fees: bututs(0),
        commissions: bututs(0),
      })
      .execute()
}

async function setFloat(balance: number): Promise<void> {
  const kind = 'electricity' as const
  await db
    .insertInto('float_balance')
    .values({ user_id: cashier.user.id, kind, balance: bututs(balance) })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ balance: bututs(balance) }))
    .execute()
}

const found = NOTICE_KINDS.filter((kind) => kind in makers) as (keyof typeof makers)[]

describe.each(found)('“%s”', (kind) => {
  test('is told once, however often and by however many it is looked for, until it is over', async () => {
    const { expected, end } = await makers[kind].make()
    await Promise.all([look(), look(), look()])
    await look()
    expect(await readOpen()).toEqual(expected)
    const { rows } = await sql<{ n: number }>`select count(*) as n from notice`.execute(db)
    expect(rows[0]?.n).toBe(expected.length)
    await end()
    await look()
    expect(await readOpen()).toEqual([])
    const again = await makers[kind].make()
    await look()
    expect(await readOpen()).toEqual(again.expected)
    await again.end()
    await look()
    expect(await readOpen()).toEqual([])
  })
})

test('in any order of causes and ends, each open cause has exactly one notice for each, and nothing else has', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...found),
    doEnd: fc.boolean(),
    looks: fc.integer({ min: 0, max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await db.deleteFrom('notice').execute()
      const open = new Map<string, { expected: string[]; end(): Promise<unknown> }>()
      for (const { kind, doEnd, looks } of steps) {
        const cause = open.get(kind)
        if (!cause) open.set(kind, await makers[kind].make())
        else if (doEnd) {
          await cause.end()
          open.delete(kind)
        }
        for (let n = 0; n < looks; n += 1) await look()
      }
      await look()
      const expected = [...open.values()].flatMap((cause) => cause.expected)
      expect((await readOpen()).toSorted()).toEqual(expected.toSorted())
      for (const { end } of open.values()) await end()
      await look()
      expect(await readOpen()).toEqual([])
    }),
    { numRuns: sized(12, 300) },
  )
})

test('a float that is a little less low is not told of again, and an empty one that nobody sells from is no surprise', async () => {
  await sellAtPace(100_000)
  await setFloat(50_000)
  await look()
  await setFloat(250_000)
  await look()
  await setFloat(50_000)
  await look()
  const rows = await db.selectFrom('notice').select(['title', 'text', 'over_at']).execute()
  expect(rows).toEqual([
    {
      title: 'Your float is low',
      text: 'GMD 500.00 lasts less than a day at this pace. Without float no sale can be made.',
      over_at: null,
    },
  ])
  await db.deleteFrom('sale_day').execute()
  await setFloat(0)
  await look()
  expect(await readOpen()).toEqual([])
})

test('a new Admin learns what is still open; a deleted one has no open notices', async () => {
  const { end } = await makers.message.make()
  await look()
  const third = await world.signIn({ type: 'Admin' })
  await look()
  const countOf = async () =>
    (
      await db
        .selectFrom('notice')
        .select('id')
        .where('user_id', '=', third.user.id)
        .where('over_at', 'is', null)
        .execute()
    ).length
  expect(await countOf()).toBe(1)
  await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', third.user.id).execute()
  await look()
  expect(await countOf()).toBe(0)
  await end()
  await look()
})

describe('mail and SMS', () => {
  const mailsOf = (...who: { user: { email: string } }[]) =>
    who.map(({ user }) => `mail ${user.email}: FlexPower: `)

  test('go with the notice as its kind has it, and as the user prefers, through the outbox', async () => {
    const { end } = await makers['sale undecided'].make()
    await look()
    expect(await readMessages()).toEqual(
      mailsOf(admin, second).map((mail) => `${mail}A sale must be decided`),
    )
    await end()
    await admin.call(api.notices.setPhone, { phone: '7712399' })
    await admin.call(api.notices.prefer, { kind: 'sale undecided', mail: false, sms: true })
    await second.call(api.notices.prefer, { kind: 'message', mail: true, sms: false })
    const again = await makers['sale undecided'].make()
    const message = await makers.message.make()
    await look()
    await look()
    const told = await readMessages()
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^sms 7712399: FlexPower: A sale must be decided\. Nobody could say/),
        `${mailsOf(second)[0]}A sale must be decided`,
        `${mailsOf(second)[0]}A message from Isatou`,
      ]),
    )
    await Promise.all([again.end(), message.end()])
    await look()
  })

  test('are not sent if the transaction of the cause is not committed', async () => {
    await expect(
      inTransaction(db, async (tx) => {
        await tx
          .insertInto('contact_message')
          .values({
            name: 'Isatou',
            email: 'i@example.gm',
            message: 'x',
            created_at: clock.now(),
            address: '',
          })
          .execute()
        expect(await tellOfCauses(tx, context, ['message'])).toBe(2)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await readOpen()).toEqual([])
    expect(await readMessages()).toEqual([])
  })
})
