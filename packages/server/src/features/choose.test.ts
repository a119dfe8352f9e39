import { randomUUID } from 'node:crypto'
import { API_BASE, bututs, type ProductName } from '@flexpower/contract'
import { fleetMeter, listTokens } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { auditBooks } from '../ledger/audit.ts'
import { recoverDue } from '../sales/recover.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld, type TestCaller, type World } from '../testing/world.ts'

/** Its records do not say for which order they are. */
const [METER, ACCOUNT] = ['99900000284', '399900017']
const OTHER_AMOUNT = '99900000250'

interface Seen {
  transaction: string
  receipt: string
  choice_refusal: string | null
}
interface Open {
  id: number
  reference: string
  state: string
  seen?: Seen[]
}

async function openShop(world: World) {
  const { db, clock } = world
  const cashier = await world.signIn({ remember: true, mayTakePostpaid: true })
  const admin = await world.signIn({ type: 'Admin', remember: true })
  await loadFloat(db, clock, cashier.user.id, 10_000_000)
  const sell = async (meter = METER) => {
    const { body } = await cashier.send('POST', `${API_BASE}transactions`, {
      body: { meter_number: meter, amount: 100, telephone: '7712345' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(body).toMatchObject({ status: 'pending' })
    return (body as { reference: string }).reference
  }
  const findOpen = async (reference: string): Promise<Open> => {
    const { body } = await admin.send('GET', `${API_BASE}transactions/open`)
    const found = (body as { data: Open[] }).data.find((sale) => sale.reference === reference)
    if (!found) throw new Error(`${reference} is not open`)
    return found
  }
  const choose = async (id: number, body: unknown, caller: TestCaller = admin) => {
    const answer = await caller.send('POST', `${API_BASE}transactions/${id}/choose`, { body })
    return { ...answer, body: answer.body as { message: string; tokens?: string[] } }
  }
  const readFloat = async () =>
    (
      await db
        .selectFrom('float_balance')
        .select('balance')
        .where('user_id', '=', cashier.user.id)
        .where('kind', '=', 'electricity')
        .executeTakeFirstOrThrow()
    ).balance
  const soldAs = (reference: string) => {
    const sale = world.utility.control.sales().find(({ requestId }) => requestId === reference)
    if (!sale) throw new Error(`nothing was sold as ${reference}`)
    return sale
  }
  const askEnd = async (reference: string) =>
    (await cashier.send('GET', `${API_BASE}transactions/${reference}/status`)).body as {
      status: string
      data?: { list_token: string }
    }
  /** Sold, its answer lost, and looked up once. */
  const sellUnclear = async (meter = METER) => {
    const reference = await sell(meter)
    await world.recover(1)
    return findOpen(reference)
  }
  const readKept = (id: number) =>
    db.selectFrom('vend').select(['state', 'evidence']).where('id', '=', id).executeTakeFirstOrThrow()
  return { cashier, admin, sell, sellUnclear, findOpen, choose, readFloat, soldAs, askEnd, readKept }
}

const faces = ['published', 'edsa'] as const
const worlds = { published: await createWorld(), edsa: await createWorld({ face: 'edsa' }) }
const shops = { published: await openShop(worlds.published), edsa: await openShop(worlds.edsa) }

describe.each(faces)('on the face %s, an Admin chooses the record that is the sale:', (face) => {
  const [world, shop] = [worlds[face], shops[face]]

  test('at once, with the token on the record, and the held money is spent', async () => {
    const float = await shop.readFloat()
    const { id, reference, state, seen = [] } = await shop.sellUnclear()
    expect([state, seen.length]).toEqual(['unknown', 1])
    const sold = shop.soldAs(reference)
    expect(seen[0]).toMatchObject({
      transaction: sold.transactionId,
      receipt: sold.receipt,
      choice_refusal: null,
    })
    const chosen = await shop.choose(id, { transaction: sold.transactionId })
    expect(chosen).toMatchObject({
      status: 200,
      body: {
        message: `The sale of GMD 100.00 is confirmed with receipt ${sold.receipt}.`,
        reference,
        tokens: listTokens(sold),
      },
    })
    expect(await shop.askEnd(reference)).toMatchObject({
      status: 'success',
      data: { list_token: listTokens(sold).join() },
    })
    expect(await shop.readFloat()).toBe(float - 10_000)
    await world.expectCleanBooks()
  })

  test('who chose which record is in the audit and in the sale’s history', async () => {
    const { id, reference } = await shop.sellUnclear()
    const { transactionId, receipt } = shop.soldAs(reference)
    expect((await shop.choose(id, { transaction: receipt })).status).toBe(200)
    const note = `chosen at NAWEC: transaction ${transactionId}, receipt ${receipt}`
    const [act] = await world.db.selectFrom('act').selectAll().where('record', '=', `sale/${id}`).execute()
    expect(act).toMatchObject({
      deed: 'confirmed a sale by hand',
      user_id: shop.admin.user.id,
      title: `meter ${METER}`,
      after: { amount: 'GMD 100.00', reason: note },
    })
    const events = await world.db
      .selectFrom('vend_event')
      .select(['state', 'user_id', 'note'])
      .where('vend_id', '=', id)
      .where('state', '=', 'confirmed')
      .execute()
    expect(events).toEqual([{ state: 'confirmed', user_id: shop.admin.user.id, note }])
  })

  test('of two equal sales to one meter, the one that is another sale of ours is named and refused', async () => {
    const first = await shop.sellUnclear()
    const earlier = shop.soldAs(first.reference)
    await shop.choose(first.id, { transaction: earlier.receipt })
    const { id, reference, seen = [] } = await shop.sellUnclear()
    const sold = shop.soldAs(reference)
    const lines = new Map(seen.map((line) => [line.transaction, line.choice_refusal]))
    expect(lines.get(earlier.transactionId)).toBe(`It is sale ${first.reference}.`)
    expect(lines.get(sold.transactionId)).toBeNull()
    const refused = await shop.choose(id, { transaction: earlier.transactionId })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `It is sale ${first.reference}. Nothing was changed. Choose another record, or let the server go on asking.`,
    ])
    expect((await shop.readKept(id)).state).toBe('unknown')
    expect((await shop.choose(id, { transaction: sold.transactionId })).body.tokens).toEqual(listTokens(sold))
    await world.expectCleanBooks()
  })

  test('two Admins at once: one confirms; the other, and anyone later, sees how it ended', async () => {
    const { id, reference } = await shop.sellUnclear()
    const { transactionId: transaction } = shop.soldAs(reference)
    const second = await world.signIn({ type: 'Admin' })
    const recovery = recoverDue({ ...world.context, absenceMs: world.config.absenceMs })
    const answers = await Promise.all([
      shop.choose(id, { transaction }),
      shop.choose(id, { transaction }, second),
      recovery,
    ])
    const [winner, loser] = answers
      .slice(0, 2)
      .toSorted((a, b) => Number(Object(a).status) - Number(Object(b).status))
    expect(winner).toMatchObject({ status: 200 })
    const told = `Sale ${reference}: it was confirmed, and what was sold is on its receipt. Nothing was changed now.`
    expect(loser).toMatchObject({ status: 409, body: { message: told } })
    expect(await shop.choose(id, { transaction })).toMatchObject({ status: 409, body: { message: told } })
    await world.expectCleanBooks()
  })

  test('even after a day, when it waits for an Admin, and even if the last query got no answer', async () => {
    const reference = await shop.sell()
    await world.recover(1)
    world.clock.pass(DAY_MS)
    world.utility.control.failNext('customerEnquiry', 'server error')
    await world.recover(1)
    const { id, state } = await shop.findOpen(reference)
    expect(state).toBe('manual')
    const chosen = await shop.choose(id, { transaction: shop.soldAs(reference).receipt })
    expect(chosen.body.tokens).toEqual(listTokens(shop.soldAs(reference)))
    await world.expectCleanBooks()
  })

  test('a record with a different amount is shown with the reason, and cannot be chosen', async () => {
    const { id, state, seen = [] } = await shop.sellUnclear(OTHER_AMOUNT)
    const [line] = seen
    expect([state, line?.choice_refusal]).toEqual(['manual', 'Its amount is not the one that was ordered.'])
    const refused = await shop.choose(id, { transaction: line?.transaction })
    expect(refused.status).toBe(422)
    expect(refused.body.message).toMatch(
      /^Its amount is not the one that was ordered\. Nothing was changed\./,
    )
    expect((await shop.readKept(id)).state).toBe('manual')
  })

  test('a meter number in a different spelling does not prevent the choice', async () => {
    const meter = fleetMeter(910_000)
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    const reference = await shop.sell(meter)
    const sold = shop.soldAs(reference)
    const row = {
      transactionId: sold.transactionId,
      receipt: sold.receipt,
      meterSerial: `${meter.slice(0, 4)} ${meter.slice(4)}`,
      totalAmount: sold.payment / 100,
      dateTransaction: sold.at,
    }
    world.utility.control.failNext('customerEnquiry', { status: 200, body: JSON.stringify([row]) })
    await world.recover(1)
    const { id, state, seen } = await shop.findOpen(reference)
    expect([state, seen?.[0]?.choice_refusal]).toEqual(['manual', null])
    expect((await shop.choose(id, { transaction: sold.receipt })).body.tokens).toEqual(listTokens(sold))
    await world.expectCleanBooks()
  })

  test('a payment of a bill is chosen in the same way', async () => {
    const float = await shop.readFloat()
    const { body } = await shop.cashier.send('POST', `${API_BASE}transactions-post-paid`, {
      body: { account_reference: ACCOUNT, amount: 100, telephone: '7712345' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const { reference } = body as { reference: string }
    await world.recover(1)
    const { id, seen } = await shop.findOpen(reference)
    const { transactionId, receipt } = shop.soldAs(reference)
    expect(seen).toMatchObject([{ transaction: transactionId, choice_refusal: null }])
    expect(await shop.choose(id, { transaction: transactionId })).toMatchObject({
      status: 200,
      body: { tokens: [] },
    })
    const sale = await world.db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(sale).toMatchObject({ product: 'postpaid' satisfies ProductName, details: { receipt } })
    expect(await shop.readFloat()).toBe(float - 10_000)
    await world.expectCleanBooks()
  })

  test('nothing changes for other users, for an unknown number, or while the record cannot be read', async () => {
    const { id, reference } = await shop.sellUnclear()
    const { transactionId: transaction } = shop.soldAs(reference)
    expect((await shop.choose(id, { transaction }, shop.cashier)).status).toBe(403)
    expect((await shop.choose(987_654_321, { transaction })).status).toBe(404)
    for (const body of [{}, { transaction: '' }, { transaction: 7 }, { transaction: 'x'.repeat(101) }])
      expect((await shop.choose(id, body)).status).toBe(422)
    expect(await shop.choose(id, { transaction: '123' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('NAWEC was not seen to have 123.') as string },
    })
    world.utility.control.failNext('lookUp', 'server error')
    expect(await shop.choose(id, { transaction })).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('the money is still held') as string },
    })
    expect((await shop.readKept(id)).state).toBe('unknown')
    expect((await shop.choose(id, { transaction })).status).toBe(200)
    await world.expectCleanBooks()
  })

  test('evidence is removed when the utility then proves that it has no such sale', async () => {
    const reference = await shop.sell()
    await world.recover(1)
    const { id } = await shop.findOpen(reference)
    world.utility.control.failNext('customerEnquiry', { status: 200, body: '[]' })
    await world.recover(1)
    expect((await shop.readKept(id)).evidence).toBeNull()
    const refused = await shop.choose(id, { transaction: shop.soldAs(reference).receipt })
    expect(refused.status).toBe(422)
    world.clock.pass(10 * 60_000)
    await world.recover(1)
    expect((await shop.choose(id, { transaction: shop.soldAs(reference).receipt })).status).toBe(200)
    await world.expectCleanBooks()
  })

  // The last test: the other terminal's sale is in the utility's books and not in ours.
  test('beside an equal sale of another terminal, the chosen record gives its own token', async () => {
    const { utility } = world.context
    const quote = await utility.quote(METER, bututs(10_000))
    if (quote.kind !== 'accepted') throw new Error('no quote')
    const theirs = {
      reference: 'TILL-7',
      meter: METER,
      amount: bututs(10_000),
      phone: '',
      quote: quote.value,
    }
    await utility.sell(theirs)
    const { id, reference, seen } = await shop.sellUnclear()
    const choosable = seen?.filter(({ choice_refusal: refusal }) => refusal === null)
    expect(choosable?.map(({ transaction }) => transaction).toSorted()).toEqual(
      [shop.soldAs('TILL-7'), shop.soldAs(reference)].map(({ transactionId }) => transactionId).toSorted(),
    )
    const sold = shop.soldAs(reference)
    expect((await shop.choose(id, { transaction: sold.receipt })).body.tokens).toEqual(listTokens(sold))
    expect(await auditBooks(world.db, world.clock.now())).toEqual([])
  })
})
