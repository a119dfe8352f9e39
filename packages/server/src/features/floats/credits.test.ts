import { API_BASE, api, bututs } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara' })
const agent = await world.signIn({ name: 'Fatou Ceesay' })

afterEach(world.expectCleanBooks)

let serial = 0
const slip = (traits: Record<string, unknown> = {}) => ({
  agent: agent.user.id,
  type: 0,
  amount: '500',
  bank_transaction_ref: `TB-${(serial += 1)}`,
  user_id: admin.user.id,
  created_by: 'whoever',
  ...traits,
})
const load = (body: object, by = admin) => by.send('POST', `${API_BASE}load/credit`, { body })
const readFloat = async (id = agent.user.id) => (await admin.call(api.users.overview, { id })).user

test('A-32 A-31 CR-02 CR-03 E-06 a load raises the float and is listed with the balance after it', async () => {
  expect(await load(slip({ bank_transaction_ref: 'TB 1' }))).toMatchObject({
    status: 200,
    body: { message: 'Credit added successfully', state: 'loaded', nawec_balance: 500 },
  })
  await load(slip({ amount: '0.05' }))
  await load(slip({ type: '1', amount: 7 }))
  const { body } = await admin.send('GET', `${API_BASE}credits`)
  expect((body as { credits: object[] }).credits).toMatchObject([
    { _type: 1, amount: 7, nawec_balance: 7 },
    { _type: 0, amount: 0.05, nawec_balance: 500.05 },
    {
      agent_name: 'Fatou Ceesay',
      amount: 500,
      bank_transaction_ref: 'TB 1',
      created_by: 'Awa Sanneh',
      created_at: '2026-11-14T14:20:00.000Z',
    },
  ])
  expect(await readFloat()).toMatchObject({ electricityFloat: 50_005, airtimeFloat: 700 })
})

test('the largest load so far is told, of each kind, so that the form can ask about one far above it', async () => {
  const path = `${API_BASE}floats/${agent.user.id}/largest-load`
  expect((await admin.send('GET', path)).body).toEqual({ data: { amount: 500 } })
  expect((await admin.send('GET', `${path}?type=1`)).body).toEqual({ data: { amount: 7 } })
  const { id: userId } = (await world.signIn()).user
  expect(await admin.call(api.floats.largestLoad, { userId, kind: 'airtime' })).toEqual({ largest: null })
})

test('a corrected load is listed with what it is now and what it was, and the total counts what it is', async () => {
  const { id: userId } = (await world.signIn({ name: 'Isatou Bah' })).user
  await load(slip({ agent: userId, amount: '20' }))
  await load(slip({ agent: userId, amount: '500' }))
  const list = (search?: string) => admin.call(api.credits.list.window, { agent: userId, search })
  const [first] = (await list()).rows
  expect(first).toMatchObject({ amount: 50_000, corrected: null })
  const correct = (amount: number) =>
    admin.call(api.floats.correct, { creditId: first?.id ?? 0, amount: bututs(amount), reason: 'misread' })
  await correct(40_000)
  await correct(45_000)
  expect(await list()).toMatchObject({
    tendered: 47_000,
    rows: [{ amount: 50_000, corrected: 45_000, floatAfter: 52_000 }, { corrected: null }],
  })
  for (const shown of ['GMD 500.00', 'GMD 450.00']) expect(await list(shown)).toMatchObject({ total: 1 })
  expect(await list('GMD 400.00')).toMatchObject({ total: 0 })
  // Corrected to what it was.
  await correct(50_000)
  expect((await list()).rows[0]).toMatchObject({ amount: 50_000, corrected: null })
})

test('the same slip cannot be loaded twice, however it is written; the answer says who loaded it and when', async () => {
  const again = await load(
    slip({ bank_transaction_ref: '  tb   1 ', amount: '900', user_id: second.user.id }),
    second,
  )
  expect(again).toMatchObject({
    status: 422,
    body: {
      message:
        'Awa Sanneh loaded this NAWEC slip on 14 Nov 2026 at 14:20: GMD 500.00 for Fatou Ceesay. Nothing was loaded again.',
    },
  })
  expect((await load(slip({ bank_transaction_ref: 'TB 1', type: 1, amount: '1' }))).status).toBe(200)
  const before = (await readFloat()).electricityFloat
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => load(slip({ bank_transaction_ref: 'TB together', amount: '10' }))),
  )
  expect(twenty.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(twenty.every(({ status }) => status < 500)).toBe(true)
  expect((await readFloat()).electricityFloat).toBe(before + 1_000)
})

test.each([
  ['case and blanks', '  slip-ab\u00a0\u2003c-150 '],
  ['zero-width characters', 'SLIP\u200b-AB\u2060 C\ufeff-1\u00ad50'],
  ['direction marks, variation selectors and tags', '\u202eSLIP-AB C-150\ufe0f\u{e0041}'],
  [
    'full-width letters and digits',
    '\uff33\uff2c\uff29\uff30\uff0d\uff21\uff22\u3000\uff23\uff0d\uff11\uff15\uff10',
  ],
  ['mathematical letters', '\u{1d412}LIP-AB C-\u{1d7cf}50'],
  ['Cyrillic letters', '\u0405LI\u0420-\u0410\u0412 \u0421-150'],
  ['Greek letters', 'SL\u0399\u03a1-\u0391\u0392 C-15\u039f'],
  ['a letter for a digit and a digit for a letter', 'S1IP-AB C-l5O'],
  ['another dash', 'SLIP\u2013AB C\u2212150'],
  ['accents', 'SLI\u0301P-\u00c4B C-150'],
  ['letters with a stroke and small capitals', 'S\u0141IP-\u1d00B C-150'],
  ['blanks before punctuation', 'SLIP -AB C -150'],
  ['blanks after punctuation', 'SLIP- AB C-\u00a0 150'],
  ['punctuation at the ends', '"SLIP-AB C-150."'],
  ['punctuation and blanks at the ends', '( SLIP-AB C-150 ) \u2026'],
  ['Arabic digits', 'SLIP-AB C-\u0661\u06f5\u0660'],
])('a slip is the same slip with different %s', async (_, written) => {
  const first = await load(slip({ bank_transaction_ref: 'SLIP-AB C-150', amount: '1' }))
  expect([200, 422]).toContain(first.status)
  const before = (await readFloat()).electricityFloat
  expect(await load(slip({ bank_transaction_ref: written, amount: '1' }))).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Awa Sanneh loaded this NAWEC slip') },
  })
  expect((await readFloat()).electricityFloat).toBe(before)
})

test('a slip that differs in a letter, a digit or a sign is another one', async () => {
  const others = [
    'SLIP-AB C-151',
    'SLIP-AB D-150',
    'SLIP-ABC-150',
    'SLIP/AB C-150',
    'SLIP-AB C-1500',
    'SLIPAB C150',
  ]
  for (const written of others)
    expect((await load(slip({ bank_transaction_ref: written, amount: '1' }))).status).toBe(200)
})

test('a slip in Arabic letters can be loaded, once, however far its letters are drawn out', async () => {
  const loadArabic = async (written: string) =>
    (await load(slip({ bank_transaction_ref: written, amount: '1' }))).status
  expect(await loadArabic('\u062a\u062d\u0648\u064a\u0644 0012')).toBe(200)
  expect(await loadArabic('\u062a\u062d\u0640\u0640\u0648\u064a\u0644 0012')).toBe(422)
})

test.each([
  ['Cherokee', 'TRF-\u13aa12', '\u13aa'],
  ['Lisu', 'TRF-\ua4ee12', '\ua4ee'],
  ['Greek', '\u03dcRF-12', '\u03dc'],
  ['Cyrillic', 'TRF-\u04161', '\u0416'],
  ['Hangul', 'TRF-\uc8121', '\uc812'],
])(
  'a slip reference with a letter of another script is refused and the letter is named: %s',
  async (_, written, letter) => {
    const before = (await readFloat()).electricityFloat
    expect(await load(slip({ bank_transaction_ref: written, amount: '1' }))).toMatchObject({
      status: 422,
      body: {
        errors: {
          bank_transaction_ref: [
            `The slip reference contains \u201c${letter}\u201d, which is not a Latin letter. Type the reference again on a keyboard with Latin letters. Nothing was loaded.`,
          ],
        },
      },
    })
    expect((await readFloat()).electricityFloat).toBe(before)
  },
)

test('a slip reference with a digit of another script is refused', async () => {
  expect(await load(slip({ bank_transaction_ref: 'TRF-\u09e6\u09e7', amount: '1' }))).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('\u201c\u09e6\u201d, which is not a digit from 0 to 9.') },
  })
})

test.each(['-', '\u200b', ' ... '])(
  'a slip reference without a letter and a digit is refused: %j',
  async (written) => {
    expect(await load(slip({ bank_transaction_ref: written, amount: '1' }))).toMatchObject({
      status: 422,
      body: {
        message:
          'The slip reference has neither a letter nor a digit. Type it as it is printed on the slip. Nothing was loaded.',
      },
    })
  },
)

test('a load of zero is stored, moves nothing and uses up its slip', async () => {
  const nothing = slip({ amount: 0 })
  expect((await load(nothing)).status).toBe(200)
  expect((await load(nothing)).status).toBe(422)
})

test.each([
  [{ agent: '' }, 'agent', 'Agent is required'],
  [{ agent: 999_999 }, 'agent', 'There is no such agent. Nothing was loaded.'],
  [{ type: '' }, 'type', 'Type is required'],
  [{ type: 2 }, 'type', 'Type must be 0 or 1'],
  [{ amount: '' }, 'amount', 'Amount is required'],
  [{ amount: '-5' }, 'amount', 'Amount cannot be negative'],
  [{ amount: 'Infinity' }, 'amount', 'Amount must be a number'],
  [{ amount: '12345678901' }, 'amount', 'Amount cannot exceed 10 digits'],
  [{ bank_transaction_ref: '  ' }, 'bank_transaction_ref', 'Bank Transaction Ref is required'],
])('V-CR-01 %j is refused at its field', async (traits, field, message) => {
  const { status, body } = await load(slip(traits))
  expect(status).toBe(422)
  expect((body as { errors: object }).errors).toEqual({ [field]: [message] })
})

test('nobody loads in another user’s name', async () => {
  expect((await load(slip({ user_id: second.user.id }))).status).toBe(403)
  expect((await load(slip({ user_id: '' }))).status).toBe(200)
})

test('a load cannot be changed: the database refuses to update or delete one', async () => {
  await expect(sql`update credit set amount = 1`.execute(world.db)).rejects.toThrow('append-only')
  await expect(sql`delete from credit`.execute(world.db)).rejects.toThrow('append-only')
})

test('an Admin needs no float, and gets none', async () => {
  expect(await load(slip({ agent: second.user.id }))).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('needs no float') },
  })
})

describe('a load above the limit', () => {
  const waiting = () => second.call(api.credits.waiting, {})

  test('waits for a second Admin, who loads it once; the first cannot', async () => {
    const before = (await readFloat()).electricityFloat
    const large = slip({ amount: '1000.01', bank_transaction_ref: 'TB large' })
    expect(await load(large)).toMatchObject({
      status: 200,
      body: { state: 'waiting', nawec_balance: null },
    })
    expect((await readFloat()).electricityFloat).toBe(before)
    expect(await load(large)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('waits for a second Admin') },
    })
    const [request] = await waiting()
    expect(request).toMatchObject({ amount: bututs(100_001), askedBy: 'Awa Sanneh', mayConfirm: true })
    await expect(admin.call(api.credits.confirm, { id: request!.id })).rejects.toThrow('a second Admin')
    const confirmations = await Promise.allSettled(
      [1, 2, 3].map(() => second.call(api.credits.confirm, { id: request!.id })),
    )
    expect(confirmations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readFloat()).electricityFloat).toBe(before + 100_001)
    expect(await waiting()).toEqual([])
    const acts = await admin.call(api.acts.list, { record: `user/${agent.user.id}` })
    expect(acts.slice(0, 2)).toMatchObject([
      { action: 'loaded credit', actor: 'Ebrima Camara' },
      { action: 'asked for a load of credit', actor: 'Awa Sanneh' },
    ])
  })

  test('that is declined moves nothing and frees its slip', async () => {
    const large = slip({ amount: '5000' })
    await load(large)
    const [request] = await waiting()
    await admin.call(api.credits.decline, { id: request!.id, reason: 'wrong agent' })
    await expect(second.call(api.credits.confirm, { id: request!.id })).rejects.toThrow('declined already')
    expect(await load(large)).toMatchObject({ status: 200, body: { state: 'waiting' } })
  })

  test('exactly at the limit needs no second Admin', async () => {
    expect(await load(slip({ amount: '1000' }))).toMatchObject({ body: { state: 'loaded' } })
  })
})

test('a user who is being deleted gets no money, and one with money is not deleted', async () => {
  for (let round = 0; round < 8; round += 1) {
    const someone = await world.signIn()
    const [loaded, deleted] = await Promise.all([
      load(slip({ agent: someone.user.id, amount: '5' })),
      second.send('DELETE', `${API_BASE}users/delete/${someone.user.id}`),
    ])
    expect([loaded.status, deleted.status].filter((status) => status === 200)).toHaveLength(1)
  }
})
