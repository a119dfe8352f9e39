import { API_BASE, api, bututs, PHOTO_BYTES } from '@flexpower/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
const { db } = world
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara' })
const fatou = await world.signIn({ name: 'Fatou Ceesay' })
const modou = await world.signIn({ name: 'Modou Jallow' })

afterEach(world.expectCleanBooks)

/** Long enough to be seen in the database if it were not sealed. */
const picture = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(3_000, 'slip of Fatou')])
let serial = 0
const ask = (traits: object = {}, by = fatou) =>
  by.send('POST', `${API_BASE}floats/requests`, {
    body: { type: 0, amount: 500, bank_transaction_ref: `TRF-${(serial += 1)}`, ...traits },
  })
const newest = async (by = admin) => (await by.call(api.floats.requests, {}))[0]!
const readFloat = async () =>
  (await admin.call(api.users.overview, { id: fatou.user.id })).user.electricityFloat

test('a cashier asks with a photo, an Admin sees it and loads it in one call', async () => {
  expect(await ask({ photo: picture.toString('base64') })).toMatchObject({
    status: 200,
    body: {
      message: 'You asked for GMD 500.00. Nothing has moved yet: an Admin looks at the slip and loads it.',
    },
  })
  expect(await readFloat()).toBe(0)
  const asked = await newest()
  expect(asked).toMatchObject({
    userName: 'Fatou Ceesay',
    state: 'waiting',
    hasPhoto: true,
    loads: 0,
    largestLoad: null,
    isUnusual: true,
    decidedBy: null,
  })
  const shown = `data:image/jpeg;base64,${picture.toString('base64')}`
  expect(await admin.call(api.floats.photo, { id: asked.id })).toEqual({ picture: shown })
  expect(await fatou.call(api.floats.photo, { id: asked.id })).toEqual({ picture: shown })
  await expect(modou.call(api.floats.photo, { id: asked.id })).rejects.toThrow('There is no such photo.')
  const { sealed } = await db.selectFrom('slip_photo').select('sealed').executeTakeFirstOrThrow()
  expect(sealed.includes('slip of Fatou')).toBe(false)
  expect(sealed.includes(picture.toString('base64').slice(100, 200))).toBe(false)
  expect(await admin.call(api.floats.load, { id: asked.id, isSure: true })).toEqual({
    message: 'GMD 500.00 was loaded for Fatou Ceesay.',
    state: 'loaded',
  })
  expect(await readFloat()).toBe(50_000)
  expect(await newest(fatou)).toMatchObject({ state: 'loaded', decidedBy: 'Awa Sanneh' })
  await expect(admin.call(api.floats.load, { id: asked.id })).rejects.toThrow('is decided already: Loaded')
})

test('a cashier sees only their own requests', async () => {
  await ask({}, modou)
  expect((await fatou.call(api.floats.requests, {})).map(({ userName }) => userName)).toEqual([
    'Fatou Ceesay',
  ])
  expect(await modou.call(api.floats.requests, {})).toHaveLength(1)
})

test('an amount far above what this cashier ever got asks first', async () => {
  await ask({ amount: 1_000 })
  const usual = await newest()
  expect(usual.isUnusual).toBe(false)
  await admin.call(api.floats.load, { id: usual.id })
  await world.db.updateTable('users').set({ version: 2 }).where('id', '=', fatou.user.id).execute()
  await ask({ amount: 10, type: 1 })
  await admin.call(api.floats.load, { id: (await newest()).id, isSure: true })
  await ask({ amount: 30.01, type: 1 })
  const { id, isUnusual } = await newest()
  expect(isUnusual).toBe(true)
  expect(await admin.send('POST', `${API_BASE}floats/requests/${id}/load`, { body: {} })).toMatchObject({
    status: 422,
    body: {
      message:
        'GMD 30.01 is far above what Fatou Ceesay ever got: at most GMD 10.00. Nothing was loaded; check the amount, then confirm that it is right.',
      errors: { is_sure: [expect.any(String)] },
    },
  })
  expect(await admin.call(api.floats.load, { id, isSure: true })).toMatchObject({ state: 'loaded' })
})

test('what this cashier got before is what loads are now, and what came from other cashiers', async () => {
  const isatou = await world.signIn({ name: 'Isatou Bah' })
  const { id: target } = isatou.user
  await ask({ amount: 500 }, isatou)
  const read = async () => {
    const { loads, largestLoad } = await newest(isatou)
    return [loads, largestLoad]
  }
  expect(await read()).toEqual([0, null])
  await admin.call(api.floats.transfer, {
    userId: fatou.user.id,
    target,
    kind: 'electricity',
    amount: bututs(7_000),
    reason: 'busy corner',
    isSure: true,
  })
  expect(await read()).toEqual([1, 7_000])
  await admin.call(api.floats.load, { id: (await newest(isatou)).id, isSure: true })
  expect(await read()).toEqual([2, 50_000])
  const [{ id: creditId } = { id: 0 }] = await admin.call(api.credits.list, { agent: target })
  const correct = (amount: number) =>
    admin.call(api.floats.correct, { creditId, amount: bututs(amount), reason: 'misread' })
  await correct(9_000)
  expect(await read()).toEqual([2, 9_000])
  await correct(0)
  expect(await read()).toEqual([1, 7_000])
})

describe('above the limit', () => {
  const begin = async () => {
    await ask({ amount: 2_500 })
    const { id } = await newest()
    expect(await admin.call(api.floats.load, { id, isSure: true })).toEqual({
      message: 'A second Admin must confirm GMD 2,500.00 for Fatou Ceesay. Nothing has moved yet.',
      state: 'waiting',
    })
    expect(await newest(fatou)).toMatchObject({ state: 'confirming' })
    const [waiting] = await second.call(api.credits.waiting, {})
    return waiting!.id
  }

  test('a request waits for a second Admin, and is loaded when that one confirms', async () => {
    const before = await readFloat()
    await second.call(api.credits.confirm, { id: await begin() })
    expect(await readFloat()).toBe(before + 250_000)
    expect(await newest(fatou)).toMatchObject({ state: 'loaded', decidedBy: 'Ebrima Camara' })
  })

  test('a second Admin who declines is what the cashier reads, and never "accepted"', async () => {
    const before = await readFloat()
    await second.call(api.credits.decline, { id: await begin(), reason: 'not on our account' })
    expect(await readFloat()).toBe(before)
    expect(await newest(fatou)).toMatchObject({
      state: 'declined',
      decidedBy: 'Ebrima Camara',
      reason: 'not on our account',
    })
    const found = await fatou.call(api.floats.requests.window, { search: 'not on our account' })
    expect(found.total).toBe(1)
    // The slip is free again.
    const { slipReference } = await newest(fatou)
    expect((await ask({ bank_transaction_ref: slipReference })).status).toBe(200)
  })
})

test('a request is declined with a reason, once', async () => {
  await ask()
  const { id } = await newest()
  const refuse = (body: object) => admin.send('POST', `${API_BASE}floats/requests/${id}/decline`, { body })
  expect(await refuse({})).toMatchObject({ status: 422, body: { message: 'Reason is required' } })
  expect(await refuse({ reason: 'the photo cannot be read' })).toMatchObject({
    body: { message: 'The request of Fatou Ceesay was declined. Nothing has moved.' },
  })
  expect((await refuse({ reason: 'again' })).status).toBe(409)
  expect(await newest(fatou)).toMatchObject({ state: 'declined', reason: 'the photo cannot be read' })
})

test('who asked withdraws it while it waits: the slip is free again, and the audit has it', async () => {
  const asker = await world.signIn({ name: 'Isatou Bah' })
  const body = { bank_transaction_ref: 'TRF-W1', amount: 55 }
  await ask(body, asker)
  const { id } = await newest(asker)
  await expect(fatou.call(api.floats.withdraw, { id })).rejects.toThrow('There is no such request.')
  expect(await asker.call(api.floats.withdraw, { id })).toEqual({
    message: 'You withdrew the request for GMD 55.00. Nothing has moved.',
  })
  expect(await newest(asker)).toMatchObject({ state: 'withdrawn', reason: 'Withdrawn by the cashier' })
  expect(await admin.call(api.floats.requests.window, { state: 'withdrawn' })).toMatchObject({ total: 1 })
  const [act] = await admin.call(api.acts.list, { record: `user/${asker.user.id}` })
  expect(act).toMatchObject({ action: 'withdrew a request for float', after: { amount: 'GMD 55.00' } })
  const decided = 'This request is decided already: Withdrawn. Nothing was changed.'
  await expect(asker.call(api.floats.withdraw, { id })).rejects.toThrow(decided)
  await expect(admin.call(api.floats.load, { id, isSure: true })).rejects.toThrow(decided)
  expect((await ask(body, asker)).status).toBe(200)
  await admin.call(api.floats.load, { id: (await newest(asker)).id, isSure: true })
  // In the words of the screen.
  await expect(asker.call(api.floats.withdraw, { id: (await newest(asker)).id })).rejects.toThrow(
    'This request is decided already: Loaded. Nothing was changed.',
  )
})

describe('is refused', () => {
  test.each([
    [{ photo: 'no picture' }, 'The photo must be a picture in base64'],
    [
      { photo: Buffer.from('<svg onload=alert(1)>').toString('base64') },
      'The photo must be a JPEG, PNG or WebP picture. Nothing was asked for.',
    ],
    [{ photo: Buffer.alloc(PHOTO_BYTES + 3).toString('base64') }, 'The photo cannot exceed 400 kB'],
    [{ amount: 0 }, 'Amount must be more than 0'],
    [{ bank_transaction_ref: 'TRF-1' }, /^This slip was used already/],
    [{ bank_transaction_ref: ' trf -1.' }, /^This slip was used already/],
    [{ bank_transaction_ref: 'TRF-2' }, /asked for already/],
  ])('%#', async (traits, message) => {
    const answer = await ask(traits)
    expect(answer.status).toBe(422)
    expect((answer.body as { message: string }).message).toMatch(message)
  })

  test('a request that is far too large, before it is read', async () => {
    expect((await ask({ photo: 'A'.repeat(900_000) })).status).toBe(413)
  })

  test('an Admin’s, who needs no float', async () => {
    expect((await ask({}, admin)).body).toMatchObject({ message: expect.stringContaining('house’s account') })
  })

  test('the eleventh that waits', async () => {
    const eager = await world.signIn()
    for (let times = 0; times < 10; times += 1) expect((await ask({}, eager)).status).toBe(200)
    expect((await ask({}, eager)).body).toMatchObject({
      message: expect.stringContaining('10 of your requests are waiting already'),
    })
  })
})

test('one of two Admins who load the same request at once loads it', async () => {
  await ask({ amount: 20 })
  const { id } = await newest()
  const before = await readFloat()
  const both = await Promise.allSettled([admin, second].map((who) => who.call(api.floats.load, { id })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await readFloat()).toBe(before + 2_000)
})

test('a photo of another key is not shown, and the request still can be decided', async () => {
  await ask({ photo: picture.toString('base64'), amount: 5 })
  const { id } = await newest()
  await db
    .updateTable('slip_photo')
    .set({ sealed: Buffer.alloc(60) })
    .where('request_id', '=', id)
    .execute()
  await expect(admin.call(api.floats.photo, { id })).rejects.toThrow('cannot be opened')
  expect(await admin.call(api.floats.load, { id })).toMatchObject({ state: 'loaded' })
  expect(bututs(await readFloat())).toBeGreaterThan(0)
})
