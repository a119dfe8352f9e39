import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '@flexpower/contract'
import { listTokens } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { openBookingDesk } from './testing/booking-desk.ts'

/** The utility sells for a different amount than was ordered, and our reference is on its record. */
const OTHER_AMOUNT = '99900000250'
const ACCOUNT = '300118462'

const desk = await openBookingDesk()
const { world, admin, send, wish, compare, expectClean } = desk
/** What the utility received instead of 95, and the fee. */
const PAID = { amount: '105' }
const { db } = world

async function sell(path: string, body: object): Promise<string> {
  const answer = await desk.cashier.send('POST', `${API_BASE}${path}`, {
    body: { amount: 100, telephone: '7712345', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.body).toMatchObject({ status: 'pending' })
  return (answer.body as { reference: string }).reference
}
const sellForOtherAmount = () => sell('transactions', { meter_number: OTHER_AMOUNT })

function soldAs(reference: string) {
  const sale = world.utility.control.sales().find(({ requestId }) => requestId === reference)
  if (!sale) throw new Error(`nothing was sold as ${reference}`)
  return sale
}

const readVend = (reference: string) =>
  db.selectFrom('vend').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

async function decide(reference: string, tokens?: string[]) {
  const { id } = await readVend(reference)
  return admin.send('POST', `${API_BASE}transactions/${id}/decide`, {
    body: { outcome: 'confirmed', reason: 'The utility named it', tokens },
  })
}

const openDifferences = () =>
  db.selectFrom('difference').selectAll().where('settled_at', 'is', null).execute()

const countWith = async (token: string) =>
  (await db.selectFrom('sale').select(['id', 'tokens']).execute()).filter(({ tokens }) =>
    tokens.includes(token),
  ).length

describe('a sale that an Admin has to decide', () => {
  test('is no difference: the record in its evidence is this sale', async () => {
    const reference = await sellForOtherAmount()
    await world.recover(1)
    expect(await readVend(reference)).toMatchObject({ state: 'manual' })
    await compare()
    expect(await openDifferences()).toEqual([])
    expect((await decide(reference, listTokens(soldAs(reference)))).status).toBe(200)
    await compare()
    const differences = await openDifferences()
    expect(differences).toMatchObject([{ kind: 'amount differs', reference }])
    await settleAll()
    await expectClean()
  })

  test('that was found before it was looked up cannot be booked before it is decided, and never after', async () => {
    const reference = await sellForOtherAmount()
    await compare()
    const [found] = await openDifferences()
    expect(found).toMatchObject({ kind: 'not in our books' })
    const id = found?.id ?? 0
    await world.recover(1)
    const early = await send(id, wish(PAID))
    expect(early).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining('waits for an Admin to decide it. Nothing was booked') as string,
      },
    })
    expect((await decide(reference, listTokens(soldAs(reference)))).status).toBe(200)
    expect(await send(id, wish(PAID))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`sold here already, as sale ${reference}`) as string },
    })
    await settleAll()
    await expectClean()
  })

  test('of a bill, confirmed by hand, has the record in its evidence: it cannot be booked', async () => {
    const { control } = world.utility
    control.failNext('sell', 'reset', 'afterwards')
    const reference = await sell('transactions-post-paid', { account_reference: ACCOUNT })
    const { transactionId, receipt, at } = soldAs(reference)
    const row = { transactionId, receipt, account: ACCOUNT, totalAmount: 105, dateTransaction: at }
    control.failNext('customerEnquiry', { status: 200, body: JSON.stringify([row]) })
    await world.recover(1)
    expect(await readVend(reference)).toMatchObject({ state: 'manual' })
    expect((await decide(reference)).status).toBe(200)
    await db
      .insertInto('difference')
      .values({
        other_side: 'utility',
        day: (await db.selectFrom('sale').select('day').orderBy('id', 'desc').executeTakeFirstOrThrow()).day,
        kind: 'not in our books',
        reference: receipt,
        subject: ACCOUNT,
        theirs: soldAs(reference).payment as never,
        found_at: world.clock.now(),
      })
      .execute()
    const [difference] = await openDifferences()
    expect(await send(difference?.id ?? 0, wish())).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`sold here already, as sale ${reference}`) as string },
    })
    await settleAll()
    await expectClean()
  })

  test('and is booked at the same moment, is in the books once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const reference = await sellForOtherAmount()
      await compare()
      const [found] = await openDifferences()
      await world.recover(1)
      const [token = ''] = listTokens(soldAs(reference))
      const [decided, booked] = await Promise.all([
        sleep(round).then(() => decide(reference, [token])),
        send(found?.id ?? 0, wish(PAID)),
      ])
      expect([decided.status, booked.status].filter((status) => status >= 500)).toEqual([])
      expect(await countWith(token), `round ${round}`).toBe(1)
      await settleAll()
    }
    await expectClean()
  })
})

test('of two sales that are given one token at the same moment, one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [
      await sellForOtherAmount(),
      await sell('transactions', { meter_number: '99900000284' }),
    ]
    await world.recover(1)
    await db.updateTable('vend').set({ state: 'manual' }).where('reference', '=', two).execute()
    const [token = ''] = listTokens(soldAs(one))
    const decided = await Promise.all([decide(one, [token]), decide(two, [token])])
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await countWith(token)).toBe(1)
    for (const left of [one, two])
      if ((await readVend(left)).state === 'manual') await decide(left, listTokens(soldAs(two)))
    await settleAll()
  }
})

/** So that each test sees its own. */
const settleAll = () =>
  db
    .updateTable('difference')
    .set({ settled_at: world.clock.now(), settled_by: admin.user.id, note: 'Seen' })
    .execute()
