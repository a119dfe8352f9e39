import { API_BASE, api, bututs } from '@flexpower/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../runtime/clock.ts'
import { createWorld } from '../../testing/world.ts'
import { loadFloat } from '../../testing/make.ts'
import { sellOnce } from '../../testing/selling.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara' })
const fatou = await world.signIn({ name: 'Fatou Ceesay' })
const modou = await world.signIn({ name: 'Modou Jallow' })
await loadFloat(db, clock, fatou.user.id, 500_000)

afterEach(world.expectCleanBooks)

const readFloat = async ({ user: { id } }: typeof fatou) =>
  (await admin.call(api.users.overview, { id })).user.electricityFloat
const back = (traits: object = {}) =>
  admin.send('POST', `${API_BASE}floats/back`, {
    body: { user_id: fatou.user.id, type: 0, amount: 100, reason: 'leaves us', ...traits },
  })

test('an Admin takes float back: it is gone at once, and the audit says why', async () => {
  const before = await readFloat(fatou)
  expect(await back()).toMatchObject({
    status: 200,
    body: { message: 'GMD 100.00 was taken back from Fatou Ceesay.', state: 'done' },
  })
  expect(await readFloat(fatou)).toBe(before - 10_000)
  const [act] = await admin.call(api.acts.list, {})
  expect(act).toMatchObject({
    action: 'took float back',
    after: { reason: 'leaves us', amount: 'GMD 100.00' },
  })
})

test.each([
  [{ amount: 0 }, 'Amount must be more than 0'],
  [{ amount: -5 }, 'Amount must be more than 0'],
  [{ amount: '1.001' }, 'Amount can have at most two decimals'],
  [{ reason: ' ' }, 'Reason is required'],
  [{ user_id: 999_999 }, 'There is no such cashier. Nothing was moved.'],
  [
    { user_id: admin.user.id },
    "Awa Sanneh sells on the house's account and has no float. Nothing was moved.",
  ],
  [
    { type: 1, amount: 1 },
    'The airtime float of Fatou Ceesay is GMD 0.00, less than GMD 1.00. Nothing was moved.',
  ],
])('%j is refused, and nothing moves', async (traits, message) => {
  const before = await readFloat(fatou)
  expect(await back(traits)).toMatchObject({ status: 422, body: { message } })
  expect(await readFloat(fatou)).toBe(before)
})

test('float never goes below zero, however many take it at once', async () => {
  const poor = await world.signIn()
  await loadFloat(db, clock, poor.user.id, 25_000)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? back({ user_id: poor.user.id }) : sellOnce(poor, 40 + index),
    ),
  )
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  expect(await readFloat(poor)).toBe(5_000)
})

test('moves both ways between the same cashiers at once all arrive', async () => {
  await loadFloat(db, clock, modou.user.id, 100_000)
  const sum = (await readFloat(fatou)) + (await readFloat(modou))
  const pairs = [
    [fatou, modou],
    [modou, fatou],
  ] as const
  await Promise.all(
    [...pairs, ...pairs, ...pairs].map(([from, to]) =>
      admin.call(api.floats.transfer, {
        userId: from.user.id,
        target: to.user.id,
        kind: 'electricity',
        amount: bututs(1_000),
        reason: 'busy corner',
      }),
    ),
  )
  expect((await readFloat(fatou)) + (await readFloat(modou))).toBe(sum)
  await expect(
    admin.call(api.floats.transfer, {
      userId: fatou.user.id,
      target: fatou.user.id,
      kind: 'electricity',
      amount: bututs(1),
      reason: 'x',
    }),
  ).rejects.toThrow('the same cashier')
})

describe('above the limit', () => {
  test('it waits for a second Admin, who is not the one who asked', async () => {
    const before = await readFloat(fatou)
    expect(await back({ amount: 1_500 })).toMatchObject({
      body: { state: 'waiting', message: 'A second Admin must confirm GMD 1,500.00. Nothing has moved yet.' },
    })
    const [asked] = await admin.call(api.floats.waiting, {})
    expect(asked).toMatchObject({ sourceName: 'Fatou Ceesay', targetName: null, mayConfirm: false })
    await expect(admin.call(api.floats.confirm, { id: asked!.id })).rejects.toThrow(
      'You asked for this yourself',
    )
    expect(await readFloat(fatou)).toBe(before)
    const both = await Promise.allSettled(
      [1, 2].map(() => second.call(api.floats.confirm, { id: asked!.id })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readFloat(fatou)).toBe(before - 150_000)
  })

  test('it can be declined, and then nothing has moved', async () => {
    const before = await readFloat(fatou)
    await back({ amount: 1_200 })
    const [asked] = await second.call(api.floats.waiting, {})
    expect(await second.call(api.floats.decline, { id: asked!.id, reason: 'wrong person' })).toEqual({
      message: 'GMD 1,200.00 was declined. Nothing has moved.',
    })
    await expect(second.call(api.floats.confirm, { id: asked!.id })).rejects.toThrow('is declined already')
    expect(await readFloat(fatou)).toBe(before)
  })

  test('a move between two cashiers that is declined is in the history of both', async () => {
    await admin.call(api.floats.transfer, {
      userId: fatou.user.id,
      target: modou.user.id,
      kind: 'electricity',
      amount: bututs(110_000),
      reason: 'busy corner',
    })
    const [asked] = await second.call(api.floats.waiting, {})
    await second.call(api.floats.decline, { id: asked!.id, reason: 'too much' })
    for (const { user } of [fatou, modou])
      expect((await admin.call(api.acts.list, { record: `user/${user.id}` }))[0]).toMatchObject({
        action: 'declined a move of float',
        after: { amount: 'GMD 1,100.00', reason: 'too much' },
      })
  })

  test('two moves of one Admin at the same moment cannot pass the 24-hour limit together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [giver, taker] = [await world.signIn(), await world.signIn()]
      await loadFloat(db, clock, giver.user.id, 500_000)
      const taken = { userId: giver.user.id, kind: 'electricity', reason: 'busy corner' } as const
      const states = async (calls: readonly Promise<{ state: string }>[]) =>
        (await Promise.all(calls)).map(({ state }) => state).toSorted()
      const takeBack = (amount: number) =>
        admin.call(api.floats.takeBack, { ...taken, amount: bututs(amount) })
      expect(await states([takeBack(60_000), takeBack(60_000)])).toEqual(['done', 'waiting'])
      expect(await readFloat(giver)).toBe(440_000)
      // Another way and another Admin have a limit of their own.
      const transfer = (by: typeof admin) =>
        by.call(api.floats.transfer, {
          ...taken,
          target: taker.user.id,
          amount: bututs(30_000),
          isSure: true,
        })
      expect(await states(Array.from({ length: 5 }, () => transfer(admin)))).toEqual([
        'done',
        'done',
        'done',
        'waiting',
        'waiting',
      ])
      expect(await states([transfer(second)])).toEqual(['done'])
      for (const { id } of await second.call(api.floats.waiting, {}))
        await second.call(api.floats.decline, { id })
      expect([await readFloat(giver), await readFloat(taker)]).toEqual([320_000, 120_000])
    }
  })

  test('what was sold meanwhile is not taken back: it stays waiting', async () => {
    const seller = await world.signIn({ name: 'Lamin Touray' })
    await loadFloat(db, clock, seller.user.id, 150_000)
    await back({ user_id: seller.user.id, amount: 1_500 })
    await sellOnce(seller, 60)
    const [asked] = await second.call(api.floats.waiting, {})
    await expect(second.call(api.floats.confirm, { id: asked!.id })).rejects.toThrow(
      'The float of Lamin Touray is GMD 1,400.00, less than GMD 1,500.00. Nothing was moved.',
    )
    expect(await second.call(api.floats.waiting, {})).toHaveLength(1)
    await second.call(api.floats.decline, { id: asked!.id })
  })
})

describe('a load is corrected', () => {
  const slip = async (amount: number) => {
    const reference = `TRF-${Math.trunc(amount)}-${(await admin.call(api.credits.list, {})).length}`
    const body = { agent: modou.user.id, type: 0, amount, bank_transaction_ref: reference }
    await admin.send('POST', `${API_BASE}load/credit`, { body })
    const { id } = await db.selectFrom('credit').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { creditId: id, body }
  }

  test('down and up again, and its slip stays used', async () => {
    const { creditId, body } = await slip(500)
    const before = await readFloat(modou)
    const correct = (amount: number) =>
      admin.call(api.floats.correct, { creditId, amount: bututs(amount), reason: 'one zero too many' })
    expect(await correct(5_000)).toEqual({
      state: 'done',
      message: 'The load is corrected: GMD 450.00 was taken from the float of Modou Jallow.',
    })
    expect(await readFloat(modou)).toBe(before - 45_000)
    await expect(correct(5_000)).rejects.toThrow('This load is GMD 50.00 already')
    expect(await correct(6_000)).toMatchObject({
      message: 'The load is corrected: Modou Jallow got GMD 10.00 more.',
    })
    expect(await correct(0)).toMatchObject({ state: 'done' })
    expect(await readFloat(modou)).toBe(before - 50_000)
    const again = await admin.send('POST', `${API_BASE}load/credit`, { body })
    expect(again).toMatchObject({ status: 422 })
  })

  test('only one correction waits at a time, because the next is counted from it', async () => {
    const { creditId } = await slip(10)
    const correct = () =>
      admin.call(api.floats.correct, {
        creditId,
        amount: bututs(200_000),
        reason: 'two zeros short',
        isSure: true,
      })
    expect(await correct()).toMatchObject({ state: 'waiting' })
    await expect(correct()).rejects.toThrow('waits for a second Admin already')
    // Nor is a small one made meanwhile, which needs nobody else: the one that waits was counted without it.
    const small = { creditId, amount: bututs(2_000), reason: 'one zero short' }
    await expect(admin.call(api.floats.correct, small)).rejects.toThrow('waits for a second Admin already')
    const [asked] = await second.call(api.floats.waiting, {})
    expect(asked).toMatchObject({
      sourceName: null,
      targetName: 'Modou Jallow',
      corrects: expect.any(String),
    })
    await second.call(api.floats.confirm, { id: asked!.id })
    await expect(correct()).rejects.toThrow('already')
  })

  test('in steps it waits as soon as the load is above the limit, however small the step', async () => {
    const { creditId } = await slip(10)
    const correct = (dalasi: number) =>
      admin.call(api.floats.correct, {
        creditId,
        amount: bututs(dalasi * 100),
        reason: 'misread',
        isSure: true,
      })
    expect(await correct(900)).toMatchObject({ state: 'done' })
    const before = await readFloat(modou)
    expect(await correct(1_001)).toMatchObject({ state: 'waiting' })
    expect(await readFloat(modou)).toBe(before)
    const [asked] = await second.call(api.floats.waiting, {})
    await second.call(api.floats.confirm, { id: asked!.id })
    expect(await readFloat(modou)).toBe(before + 10_100)
    // What is too much goes back at once.
    expect(await correct(1_000)).toMatchObject({ state: 'done' })
  })

  test('far above what the cashier ever got, it asks first', async () => {
    const { user } = await world.signIn({ name: 'Isatou Bah' })
    const creditId = await loadFloat(db, clock, user.id, 1_000).then(async () => {
      const newest = db.selectFrom('credit').select('id').orderBy('id', 'desc')
      return (await newest.executeTakeFirstOrThrow()).id
    })
    const given = { creditId, amount: bututs(90_000), reason: 'misread' }
    await expect(admin.call(api.floats.correct, given)).rejects.toThrow(
      'GMD 900.00 is far above what Isatou Bah ever got: at most GMD 10.00. Nothing was moved; check the amount, then',
    )
    // What came from another cashier was got too.
    await admin.call(api.floats.transfer, {
      userId: fatou.user.id,
      target: user.id,
      kind: 'electricity',
      amount: bututs(40_000),
      reason: 'busy corner',
      isSure: true,
    })
    expect(await admin.call(api.floats.correct, given)).toMatchObject({ state: 'done' })
    expect(await admin.call(api.floats.largestLoad, { userId: user.id, kind: 'electricity' })).toEqual({
      largest: 90_000,
    })
  })

  test('a load that does not exist is refused', async () => {
    await expect(
      admin.call(api.floats.correct, { creditId: 999_999, amount: bututs(1), reason: 'x' }),
    ).rejects.toThrow('There is no such load. Nothing was changed.')
  })
})

test('far above what the other cashier ever got, a move asks first, and nothing has moved', async () => {
  const isatou = await world.signIn({ name: 'Isatou Bah' })
  const asked = { target_user_id: isatou.user.id, user_id: fatou.user.id, type: 0, amount: 50, reason: 'x' }
  const send = (traits: object = {}) =>
    admin.send('POST', `${API_BASE}floats/transfers`, { body: { ...asked, ...traits } })
  const before = await readFloat(fatou)
  expect(await send()).toMatchObject({
    status: 422,
    body: {
      message:
        'GMD 50.00 is far above what Isatou Bah ever got: nothing so far. Nothing was moved; check the amount, then confirm that it is right.',
      errors: { is_sure: [expect.any(String)] },
    },
  })
  expect([await readFloat(fatou), await readFloat(isatou)]).toEqual([before, 0])
  expect(await send({ is_sure: true })).toMatchObject({ body: { state: 'done' } })
  expect(await send({ amount: 150 })).toMatchObject({ body: { state: 'done' } })
  expect(await send({ amount: 450.01 })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('at most GMD 150.00') as unknown },
  })
  expect(await readFloat(isatou)).toBe(20_000)
})

test('a deleted user neither gives nor gets float', async () => {
  const gone = await world.signIn()
  await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.user.id).execute()
  await expect(
    admin.call(api.floats.transfer, {
      userId: fatou.user.id,
      target: gone.user.id,
      kind: 'electricity',
      amount: bututs(1),
      reason: 'x',
    }),
  ).rejects.toThrow('There is no such cashier. Nothing was moved.')
})

test('what one Admin moves the same way within a day counts together', async () => {
  const [from, to] = [await world.signIn(), await world.signIn()]
  await loadFloat(db, clock, from.user.id, 500_000)
  const across = (amount: number, by: Pick<typeof admin, 'call'> = admin) =>
    by.call(api.floats.transfer, {
      userId: from.user.id,
      target: to.user.id,
      kind: 'electricity',
      amount: bututs(amount),
      reason: 'busy corner',
      isSure: true,
    })
  expect(await across(60_000)).toMatchObject({ state: 'done' })
  expect(await across(40_000)).toMatchObject({ state: 'done' })
  expect(await across(100)).toMatchObject({ state: 'waiting' })
  expect(await back({ user_id: from.user.id, amount: 900 })).toMatchObject({ body: { state: 'done' } })
  expect(await back({ user_id: from.user.id, amount: 900 })).toMatchObject({ body: { state: 'waiting' } })
  for (const { id } of await second.call(api.floats.waiting, {}))
    await second.call(api.floats.decline, { id })
  clock.pass(DAY_MS + 1)
  const nextDay = await world.enter(admin.user.email, admin.user.password)
  expect(await across(100, nextDay)).toMatchObject({ state: 'done' })
})
