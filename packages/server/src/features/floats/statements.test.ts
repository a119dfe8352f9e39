// What a statement shows, and the closings that it begins at; features/till/random-days.test.ts compares statements with
// a model.
import { API_BASE, api, bututs, type Day, toDay } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { closeDays } from '../../ledger/float-lines.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { loadFloat } from '../../testing/make.ts'
import { sellOnce } from '../../testing/selling.ts'
import { alter } from '../../testing/tamper.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
test('a statement shows its lines with words, as a window and as bytes', async () => {
  const fatou = await world.signIn({ name: 'Fatou Ceesay' })
  await loadFloat(db, clock, fatou.user.id, 50_000)
  await sellOnce(fatou, 7)
  const boss = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
  await boss.call(api.floats.takeBack, {
    userId: fatou.user.id,
    kind: 'electricity',
    amount: bututs(5_000),
    reason: 'too much',
  })
  const { body } = await fatou.send('GET', `${API_BASE}floats/${fatou.user.id}/statement?limit=2`)
  expect(body).toEqual({
    data: [
      {
        id: 3,
        created_at: clock.now().toISOString(),
        what: 'taken back',
        product: null,
        reference: '',
        about: 'too much',
        amount: -50,
        balance: 350,
      },
      expect.objectContaining({ id: 2, what: 'sale', product: 'electricity', amount: -100, balance: 400 }),
    ],
    next_cursor: 2,
    total: 3,
  })
  const next = await fatou.call(api.floats.statement.window, {
    userId: fatou.user.id,
    kind: 'electricity',
    cursor: 2,
  })
  expect(next.rows).toMatchObject([{ what: 'load', amount: 50_000, balance: 50_000 }])
  const found = await fatou.call(api.floats.statement.window, {
    userId: fatou.user.id,
    kind: 'electricity',
    search: 'too much',
  })
  expect(found).toMatchObject({ total: 1, rows: [{ balance: 35_000 }] })
  await expect(
    fatou.call(api.floats.sums, {
      userId: fatou.user.id,
      kind: 'electricity',
      from: '2026-11-14' as Day,
      to: '2026-11-13' as Day,
    }),
  ).rejects.toThrow('The first day cannot be after the last.')
})

test('it is a PDF with the lines of the list, for the same days', async () => {
  const fatou = await world.signIn({ name: 'Fatou Ceesay' })
  const { id } = fatou.user
  await loadFloat(db, clock, id, 50_000, 'airtime')
  const read = async (query: string) => {
    const answer = await fetch(`${world.address}${API_BASE}floats/${id}/statement/pdf?type=1${query}`, {
      headers: { 'client-access-token': world.config.clientAccessToken, 'x-auth-token': fatou.token ?? '' },
    })
    const { pages } = readPdf(Buffer.from(await answer.arrayBuffer()))
    return { text: pages.map(({ text }) => text).join('|'), name: answer.headers.get('content-disposition') }
  }
  const [line] = await fatou.call(api.floats.statement, { userId: id, kind: 'airtime' })
  const { text, name } = await read('')
  expect(name).toContain(`float-airtime-${id}.pdf`)
  expect(text).toContain(
    'Float statement|Fatou Ceesay, Airtime float. All days|Opening|GMD 0.00|In|GMD 500.00|',
  )
  expect(text).toContain(
    `|Load|${line?.reference}|${line?.about.replace(' Ceesay', ' |Ceesay')}|500.00|500.00|Closing|500.00|1 movement.`,
  )
  const day = toDay(clock.now())
  const before = await read(`&to=${toDay(new Date(clock.now().getTime() - DAY_MS))}`)
  expect(before.text).toContain('|Opening|0.00|Closing|0.00|0 movements.')
  expect((await read(`&from=${day}&to=${day}`)).name).toContain(`float-airtime-${id}-${day}-${day}.pdf`)
  const wrong = await fatou.send('GET', `${API_BASE}floats/${id}/statement/pdf?from=2026-11-02&to=2026-11-01`)
  expect(wrong).toMatchObject({ status: 422, body: { message: 'The first day cannot be after the last.' } })
})

test('in and out are the same on the screen and on paper, also of two corrections of one closed day', async () => {
  const fatou = await world.signIn({ name: 'Fatou Ceesay', remember: true })
  const boss = await world.signIn({ type: 'Admin' })
  const { id: userId } = fatou.user
  await loadFloat(db, clock, userId, 50_000)
  await loadFloat(db, clock, userId, 50_000)
  const loads = await boss.call(api.credits.list, { agent: userId })
  for (const [at, amount] of [60_000, 20_000].entries())
    await boss.call(api.floats.correct, {
      creditId: loads[at]!.id,
      amount: bututs(amount),
      reason: 'misread',
    })
  const sums = { opening: 0, in: 110_000, out: 30_000, closing: 80_000 }
  const readSums = () => fatou.call(api.floats.sums, { userId, kind: 'electricity' })
  expect(await readSums()).toMatchObject(sums)
  const answer = await fetch(`${world.address}${API_BASE}floats/${userId}/statement/pdf?type=0`, {
    headers: { 'client-access-token': world.config.clientAccessToken, 'x-auth-token': fatou.token ?? '' },
  })
  const { pages } = readPdf(Buffer.from(await answer.arrayBuffer()))
  expect(pages[0]?.text).toContain('In|GMD 1,100.00|Out|GMD 300.00|')
  clock.pass(DAY_MS + HOUR_MS)
  await closeDays({ db, clock })
  expect(await readSums()).toMatchObject(sums)
})

test('the closings are written once the day is over, and never change a statement', async () => {
  const fatou = await world.signIn()
  const { id } = fatou.user
  const read = () => db.selectFrom('float_closing').selectAll().where('user_id', '=', id).execute()
  await loadFloat(db, clock, id, 10_000)
  const day = toDay(clock.now())
  await closeDays({ db, clock })
  expect(await read()).toEqual([])
  clock.pass(DAY_MS + HOUR_MS)
  for (let again = 0; again < 2; again += 1) await closeDays({ db, clock })
  expect(await read()).toEqual([
    { user_id: id, kind: 'electricity', day, balance: 10_000, moved: { load: { lines: 1, amount: 10_000 } } },
  ])
  const boss = await world.signIn({ type: 'Admin' })
  const sums = await boss.call(api.floats.sums, { userId: id, kind: 'electricity', from: toDay(clock.now()) })
  expect(sums).toMatchObject({ opening: 10_000, closing: 10_000, moved: [] })
})

test('without closings, as right after an upgrade, statements and sums are the same', async () => {
  const fatou = await world.signIn({ remember: true })
  const { id: userId } = fatou.user
  const days: Day[] = []
  // A day without a line between others, and one that is not over.
  for (const amounts of [[100, 50], [], [60], [70, 80]]) {
    days.push(toDay(clock.now()))
    if (amounts.length > 0) await loadFloat(db, clock, userId, 50_000)
    for (const amount of amounts) {
      clock.pass(HOUR_MS)
      await sellOnce(fatou, 20 + amount, amount)
    }
    clock.pass(DAY_MS - amounts.length * HOUR_MS)
  }
  clock.pass(-DAY_MS)
  const asked = { userId, kind: 'electricity' } as const
  const spans = [undefined, ...days].flatMap((from) =>
    [undefined, ...days].flatMap((to) => (from && to && from > to ? [] : [{ from, to }])),
  )
  const readAll = async () => ({
    whole: await fatou.call(api.floats.statement, asked),
    spans: await Promise.all(
      spans.map(async (span) => ({
        span,
        sums: await fatou.call(api.floats.sums, { ...asked, ...span }),
        lines: await fatou.call(api.floats.statement.window, { ...asked, ...span }),
      })),
    ),
  })
  const countClosings = async () =>
    (await db.selectFrom('float_closing').select('day').where('user_id', '=', userId).execute()).length

  const before = await readAll()
  expect(before.whole.filter(({ what }) => what === 'sale')).toHaveLength(5)
  expect(await countClosings()).toBe(0)
  await closeDays({ db, clock })
  expect(await countClosings()).toBe(2)
  expect(await readAll()).toEqual(before)
  // As migration 0034 does.
  await alter(db, 'truncate float_closing')
  expect(await readAll()).toEqual(before)
  expect(before.whole.at(0)?.balance).toBe(before.spans[0]?.sums.closing)
  for (const { sums, lines } of before.spans) {
    expect(sums.closing).toBe(sums.moved.reduce((sum, { amount }) => sum + amount, Number(sums.opening)))
    expect(lines.rows.at(0)?.balance ?? sums.opening).toBe(sums.closing)
    expect(lines.total).toBe(sums.moved.reduce((sum, { lines: count }) => sum + count, 0))
  }
  await world.expectCleanBooks()
})
