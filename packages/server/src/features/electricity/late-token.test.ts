import { randomUUID } from 'node:crypto'
import { API_BASE, api, formatToken } from '@flexpower/contract'
import { demoMeters, fleetMeter, listTokens } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../runtime/clock.ts'
import { sendDue } from '../../mail/send-due.ts'
import { recoverDue } from '../../sales/recover.ts'
import { loadFloat } from '../../testing/make.ts'
import { readOpenSale } from '../../sales/vending.ts'
import { createWorld, type World } from '../../testing/world.ts'

const withSms = await createWorld({ env: { FLEXPOWER_SMS_USER: 'sandbox', FLEXPOWER_SMS_KEY: 'key' } })
const without = await createWorld()

const counter = async (world: World) => {
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 10_000_000)
  return async (meter: string) => {
    const { body } = await cashier.send('POST', `${API_BASE}transactions`, {
      body: { meter_number: meter, amount: 100, telephone: '7712345' },
      headers: { 'idempotency-key': randomUUID() },
    })
    return body as { status: string; reference: string }
  }
}
const sell = await counter(withSms)
const sellWithout = await counter(without)
const readMessages = (world: World) =>
  world.db.selectFrom('outbox').selectAll().where('channel', '=', 'sms').orderBy('id').execute()
const readTokens = (world: World, meter: string) =>
  world.utility.control.sales().flatMap((sale) => (sale.meter === meter ? listTokens(sale) : []))

describe('the token of a sale whose answer came late', () => {
  test('goes to the customer’s phone once, however many processes recover it', async () => {
    const meter = fleetMeter(910_001)
    withSms.utility.control.failNext('sell', 'reset', 'afterwards')
    expect((await sell(meter)).status).toBe('pending')
    expect(await readMessages(withSms)).toEqual([])
    withSms.clock.pass(70_000)
    const parts = { ...withSms.context, absenceMs: withSms.config.absenceMs }
    await Promise.all([1, 2, 3, 4].map(() => recoverDue(parts)))
    await withSms.recover(2)
    const [token = ''] = readTokens(withSms, meter)
    expect(await readMessages(withSms)).toMatchObject([
      {
        recipient: '7712345',
        subject: '',
        body: `FlexPower: GMD 100.00 for meter ${meter}, token ${formatToken(token)}`,
        sent_at: null,
      },
    ])
  })

  test('is not sent twice when two requests settle the same sale at the same moment', async () => {
    const meter = fleetMeter(910_002)
    const before = (await readMessages(withSms)).length
    withSms.utility.control.failNext('sell', 'reset', 'afterwards')
    await sell(meter)
    const vend = await withSms.db
      .selectFrom('vend')
      .selectAll()
      .where('subject', '=', meter)
      .executeTakeFirstOrThrow()
    const { vending, products } = withSms.context
    const sale = readOpenSale(vend)
    const found = await products.electricity.find(sale)
    if (found.kind !== 'accepted' || found.value === null || 'kind' in found.value)
      throw new Error('the utility has no such sale')
    const outcome = { kind: 'accepted', value: found.value } as const
    await Promise.all([1, 2, 3].map(() => vending.settle(sale, products.electricity, outcome)))
    expect((await readMessages(withSms)).length - before).toBe(1)
  })

  test('is not sent when the answer came at once', async () => {
    const before = (await readMessages(withSms)).length
    expect((await sell(fleetMeter(910_003))).status).toBe('success')
    await withSms.recover(2)
    expect(await readMessages(withSms)).toHaveLength(before)
  })

  /** A sale that stays unknown for a day, and how an Admin confirms it. */
  async function sellUndecidable(meter: string) {
    const { control } = withSms.utility
    control.failNext('sell', 'reset')
    await sell(meter)
    withSms.clock.pass(DAY_MS)
    for (let fault = 0; fault < 10; fault += 1) {
      control.failNext('lookUp', 'server error')
      control.failNext('customerEnquiry', 'server error')
    }
    await withSms.recover(1)
    const admin = await withSms.signIn({ type: 'Admin' })
    const open = (await admin.call(api.sales.open, {})).find(({ subject }) => subject === meter)
    const confirm = async (tokens?: string[]) => {
      const body = { outcome: 'confirmed', reason: 'told by phone', ...(tokens && { tokens }) }
      return (await admin.send('POST', `${API_BASE}transactions/${open?.id}/decide`, { body })).status
    }
    return { open, confirm }
  }

  test('is also sent when an Admin had to decide', async () => {
    const { open, confirm } = await sellUndecidable(fleetMeter(910_004))
    expect(open?.debtOnly).toBeUndefined()
    expect(await confirm()).toBe(422)
    expect(await confirm(['00000000000000000007'])).toBe(200)
    expect((await readMessages(withSms)).at(-1)?.body).toContain(formatToken('00000000000000000007'))
  })

  test('does not exist if only a debt was paid: an Admin confirms that without tokens', async () => {
    const { meter } = demoMeters.find(({ collection }) => collection === 'debtOnly')!
    const { open, confirm } = await sellUndecidable(meter)
    expect(open).toMatchObject({ state: 'manual', debtOnly: true })
    expect(await confirm(['12'])).toBe(422)
    expect(await confirm([])).toBe(200)
    expect((await readMessages(withSms)).at(-1)?.body).toBe(
      `FlexPower: GMD 100.00 for meter ${meter} settled debt. No token comes with it.`,
    )
    await withSms.expectCleanBooks()
  })

  test('that the SMS provider refuses is shown to an Admin, without the token', async () => {
    const refusing = {
      send: async () =>
        ({ kind: 'refused', code: '403', message: 'InvalidPhoneNumber', detail: '' }) as const,
      close: () => {},
    }
    await sendDue({ ...withSms.context, ways: { sms: refusing } })
    const unsent = await (await withSms.signIn({ type: 'Admin' })).call(api.contact.unsent, {})
    expect(unsent[0]).toMatchObject({
      channel: 'sms',
      recipient: '7712345',
      state: 'failed',
      failure: 'InvalidPhoneNumber',
      body: '',
    })
  })

  test('is shown only at the counter if no SMS is configured', async () => {
    without.utility.control.failNext('sell', 'reset', 'afterwards')
    await sellWithout(fleetMeter(910_005))
    await without.recover(2)
    expect((await without.db.selectFrom('sale').select('id').execute()).length).toBe(1)
    expect(await readMessages(without)).toEqual([])
  })
})

test('several tokens are in the order of entry, and a payment that only settled debt says so', () => {
  const text = (tokens: string[], tokenNames: string[]) =>
    withSms.context.products.electricity.lateSms?.(
      { subject: '37201148261', tendered: 10_000 as never },
      { customerName: '', tokens, details: { tokenNames } },
    )
  expect(
    text(['00000000000000000001', '00000000000000000002'], ['Electricity', 'Free units, 10.00 kWh']),
  ).toBe(
    'FlexPower: GMD 100.00 for meter 37201148261, 2 tokens, key them in, in this order: 1) Electricity: 0000 0000 0000 0000 0001 2) Free units, 10.00 kWh: 0000 0000 0000 0000 0002',
  )
  expect(text([], [])).toBe(
    'FlexPower: GMD 100.00 for meter 37201148261 settled debt. No token comes with it.',
  )
})
