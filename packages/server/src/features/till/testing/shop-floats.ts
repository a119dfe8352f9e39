// What Admins do with the floats of the shop: loads by both ways, float back, across and corrected, a second Admin who
// decides later, and a sale that is booked from the other side.
import { randomUUID } from 'node:crypto'
import { api, bututs, toDay } from '@flexpower/contract'
import { expect } from 'vitest'
import type { FloatKind } from '../../../db/schema.ts'
import { after, DAY_MS } from '../../../runtime/clock.ts'
import { bookDifference } from './book-difference.ts'
import type { Move } from './shop-moves.ts'
import {
  COMMISSION,
  type Counter,
  FEE,
  note,
  readFloat,
  type Shop,
  sumAmounts,
  TWO_ABOVE,
  type Waiting,
} from './shop.ts'

export async function load(
  shop: Shop,
  counter: Counter,
  { kind, dalasi, isAskedFor }: Extract<Move, { do: 'load' }>,
): Promise<void> {
  const { desk, boss, second } = shop
  const { db } = desk.world
  const slip = { kind, amount: bututs(dalasi * 100), slipReference: randomUUID() }
  if (isAskedFor) {
    await counter.caller.call(api.floats.ask, slip)
    const request = db
      .selectFrom('float_request')
      .select('id')
      .where('slip_reference', '=', slip.slipReference)
    const { id } = await request.executeTakeFirstOrThrow()
    await boss.caller.call(api.floats.load, { id, isSure: true })
  } else await boss.caller.call(api.credits.load, { ...slip, agent: counter.user.id })
  const done = async () => {
    const loaded = db.selectFrom('credit').select('id').where('slip_reference', '=', slip.slipReference)
    const { id } = await loaded.executeTakeFirstOrThrow()
    counter.loads[kind].push({ id, amount: slip.amount, isWaiting: false })
    note(desk, counter, kind, 'load', slip.amount)
  }
  if (slip.amount <= TWO_ABOVE) return done()
  const waiting = db
    .selectFrom('credit_request')
    .select('id')
    .where('slip_reference', '=', slip.slipReference)
    .where('state', '=', 'waiting')
  const { id } = await waiting.executeTakeFirstOrThrow()
  shop.waiting.push({
    decide: (isConfirmed) => second.caller.call(api.credits[isConfirmed ? 'confirm' : 'decline'], { id }),
    isCovered: () => true,
    done,
    ended: () => {},
  })
}

interface Wish {
  kind: FloatKind
  amount: number
  from: Counter | null
  to: Counter | null
  /** Of the load that is corrected upwards: the limit looks at the whole. */
  loadTotal?: number
  ask(): Promise<unknown>
  done(): void
  ended?(): void
}

/** Done at once, refused because there is less, or waiting for the second Admin. */
async function move(shop: Shop, wish: Wish): Promise<void> {
  const { kind, amount, from, to, loadTotal, ask, done, ended = () => {} } = wish
  const { desk, second } = shop
  const isCovered = () => from === null || readFloat(from, kind) >= amount
  if (!isCovered()) {
    await expect(ask()).rejects.toThrow('Nothing was moved')
    return ended()
  }
  await ask()
  const now = desk.world.clock.now()
  const alone = shop.movedAlone.filter(
    (one) => one.from === from && one.to === to && one.kind === kind && one.at > after(now, -DAY_MS),
  )
  if ((loadTotal ?? amount + sumAmounts(alone)) <= TWO_ABOVE) {
    if (from) shop.movedAlone.push({ from, to, kind, amount, at: now })
    done()
    return ended()
  }
  const newest = desk.world.db.selectFrom('float_move').select('id').orderBy('id', 'desc')
  const { id } = await newest.executeTakeFirstOrThrow()
  shop.waiting.push({
    decide: (isConfirmed) => second.caller.call(api.floats[isConfirmed ? 'confirm' : 'decline'], { id }),
    isCovered,
    done,
    ended,
  })
}

export async function takeBack(
  shop: Shop,
  from: Counter,
  { kind, dalasi }: Pick<Extract<Move, { do: 'back' }>, 'kind' | 'dalasi'>,
): Promise<void> {
  const amount = bututs(dalasi * 100)
  const given = { userId: from.user.id, kind, amount, reason: 'Too much' }
  await move(shop, {
    kind,
    amount,
    from,
    to: null,
    ask: () => shop.boss.caller.call(api.floats.takeBack, given),
    done: () => note(shop.desk, from, kind, 'taken back', 0 - amount),
  })
}

export async function transfer(
  shop: Shop,
  from: Counter,
  to: Counter,
  { kind, dalasi }: Pick<Extract<Move, { do: 'across' }>, 'kind' | 'dalasi'>,
): Promise<void> {
  const amount = bututs(dalasi * 100)
  const given = { userId: from.user.id, target: to.user.id, kind, amount, reason: 'Sells more', isSure: true }
  await move(shop, {
    kind,
    amount,
    from,
    to,
    ask: () => shop.boss.caller.call(api.floats.transfer, given),
    done: () => {
      note(shop.desk, from, kind, 'sent', 0 - amount)
      note(shop.desk, to, kind, 'received', amount)
    },
  })
}

export async function correct(
  shop: Shop,
  counter: Counter,
  { kind, dalasi }: Pick<Extract<Move, { do: 'correct' }>, 'kind' | 'dalasi'>,
): Promise<void> {
  const latest = counter.loads[kind].at(-1)
  if (!latest) return
  const right = bututs(dalasi * 100)
  const ask = () =>
    shop.boss.caller.call(api.floats.correct, {
      creditId: latest.id,
      amount: right,
      reason: 'Typed wrongly',
      isSure: true,
    })
  const more = right - latest.amount
  if (latest.isWaiting || more === 0) return await expect(ask()).rejects.toThrow('Nothing was')
  latest.isWaiting = true
  await move(shop, {
    kind,
    amount: Math.abs(more),
    from: more < 0 ? counter : null,
    to: more < 0 ? null : counter,
    ...(more > 0 && { loadTotal: right }),
    ask,
    done: () => {
      latest.amount = right
      note(shop.desk, counter, kind, 'correction', more)
    },
    ended: () => {
      latest.isWaiting = false
    },
  })
}

/** The float may have become smaller since it was asked for: then it goes on waiting. */
export async function decide(shop: Shop, isConfirmed: boolean): Promise<void> {
  const [next] = shop.waiting as [Waiting | undefined]
  if (!next) return
  if (isConfirmed && !next.isCovered())
    return await expect(next.decide(true)).rejects.toThrow('Nothing was moved')
  await next.decide(isConfirmed)
  if (isConfirmed) await next.done()
  next.ended()
  shop.waiting.shift()
}

/** A sale that only the other side had: it is dated then, its money leaves the float now, and no drawer had its cash. */
export async function book(
  shop: Shop,
  counter: Counter,
  { dalasi, ago }: Extract<Move, { do: 'book' }>,
): Promise<void> {
  const { desk, boss } = shop
  const tendered = dalasi * 100
  const soldAt = after(desk.world.clock.now(), -ago)
  const isBooked = await bookDifference(desk.world, {
    userId: counter.user.id,
    by: boss.user.id,
    tendered,
    fee: FEE,
    commission: COMMISSION,
    soldAt,
  })
  expect(isBooked).toBe(readFloat(counter, 'electricity') >= tendered)
  if (!isBooked) return
  note(desk, counter, 'electricity', 'sale', -tendered)
  note(desk, counter, 'electricity', 'commission', COMMISSION)
  counter.sold.push({ day: toDay(soldAt), product: 'electricity', tendered })
}
