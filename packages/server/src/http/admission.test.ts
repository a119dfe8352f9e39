import { endpoints } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whileAsking, whileWaiting } from '../runtime/place.ts'
import { createAdmission, type LaneSize } from './admission.ts'
import type { Visitor } from './waiting-room.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wide: LaneSize = {
  atOnce: 1,
  atOnceOfOneUser: 10,
  atOnceOfOneAddress: 10,
  waiting: 100,
  waitingOfOneUser: 100,
  heldBack: 1_000,
  allAsk: true,
  waitMs: 1_000,
}

/** One lane with these sizes, and a record of which calls began, ended and were refused. */
function openLane(size: Partial<LaneSize> = {}) {
  const admission = createAdmission({ sales: { ...wide, ...size }, reading: wide, rest: wide })
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const call = (name: string, visitor: Partial<Visitor> = {}) => {
    const who = { user: name, address: name, isGone: () => false, ...visitor }
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        ends.set(name, resolve)
      })
    admission.within('sales', who, work).catch(() => refused.push(name))
  }
  const end = async (name: string) => {
    await vi.advanceTimersByTimeAsync(0)
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  /** A second in which several are finished, so that as many may be begun (http/pace.ts). */
  const finishSome = async () => {
    for (let index = 0; index < 4; index += 1)
      await admission.within('sales', { user: 'z', address: 'z', isGone: () => false }, () =>
        whileAsking(async () => {}),
      )
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { admission, begun, refused, call, end, finishSome, pass }
}

describe('calls for which there is no place', () => {
  test('wait, and get one in the order in which they came', async () => {
    const lane = openLane()
    for (const name of ['a', 'b', 'c']) lane.call(name)
    await lane.pass(0)
    expect(lane.begun).toEqual(['a'])
    await lane.end('a')
    expect(lane.begun).toEqual(['a', 'b'])
    await lane.end('b')
    expect(lane.begun).toEqual(['a', 'b', 'c'])
  })

  test('are not begun when their time is over, and refused some seconds later, so that a crowd comes back slowly', async () => {
    const lane = openLane()
    lane.call('a')
    lane.call('b')
    await lane.pass(1_020)
    await lane.end('a')
    expect(lane.begun).toEqual(['a'])
    await lane.pass(2_400)
    expect(lane.refused).toEqual([])
    await lane.pass(120)
    expect(lane.refused).toEqual(['b'])
  })

  test('are told when to come back', async () => {
    const lane = openLane()
    lane.call('a')
    const other = lane.admission.within(
      'sales',
      { user: 'b', address: 'b', isGone: () => false },
      async () => {},
    )
    const told = expect(other).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
    await lane.pass(4_540)
    await told
  })

  test('get it newest first from the moment when one was late, until the oldest is young again', async () => {
    const lane = openLane()
    for (const name of ['a', 'b']) lane.call(name)
    await lane.pass(600)
    for (const name of ['c', 'd']) lane.call(name)
    await lane.end('a')
    // b was served in turn. Now c and d become late or nearly so.
    expect(lane.begun).toEqual(['a', 'b'])
    await lane.pass(500)
    for (const name of ['e', 'f']) lane.call(name)
    await lane.pass(530)
    await lane.end('b')
    expect(lane.begun).toEqual(['a', 'b', 'f'])
    // e has waited for more than half of its time; g and h are new when it is late too.
    await lane.pass(400)
    for (const name of ['g', 'h']) lane.call(name)
    await lane.pass(200)
    await lane.end('f')
    expect(lane.begun).toEqual(['a', 'b', 'f', 'g'])
  })

  test('are left out when nobody waits for their answer any more', async () => {
    const lane = openLane()
    lane.call('a')
    lane.call('b', { isGone: () => true })
    lane.call('c')
    await lane.end('a')
    expect(lane.begun).toEqual(['a', 'c'])
  })

  test('are refused some seconds later too if there is no room to wait, and at once if there is none for that either', async () => {
    const lane = openLane({ waiting: 2, heldBack: 2 })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) lane.call(name, { address: `of ${name}` })
    await lane.pass(0)
    // b and c wait for a place, d and e for their refusal; there is no memory for more.
    expect(lane.refused).toEqual(['f'])
    await lane.end('a')
    await lane.end('b')
    await lane.end('c')
    expect(lane.begun).toEqual(['a', 'b', 'c'])
    await lane.pass(2_480)
    expect(lane.refused).toEqual(['f'])
    await lane.pass(40)
    expect(lane.refused).toEqual(['f', 'd'])
    await lane.pass(1_240)
    expect(lane.refused).toEqual(['f', 'd', 'e'])
  })

  test('came together and are refused apart, so that they do not come back together', async () => {
    const lane = openLane({ waiting: 400, waitingOfOneUser: 1, heldBack: 2_000 })
    for (let index = 0; index < 200; index += 1) lane.call(`b${index}`, { user: 'b' })
    // The first has the place, the second waits for it until it is late, and the others are turned away at once.
    await lane.pass(2_480)
    expect(lane.refused).toHaveLength(0)
    const atOnce: number[] = []
    for (let passed = 0; passed < 2_040; passed += 20) {
      const before = lane.refused.length
      await lane.pass(20)
      atOnce.push(lane.refused.length - before)
    }
    expect(lane.refused).toHaveLength(199)
    expect(Math.max(...atOnce)).toBeLessThan(5)
  })

  test('are held back from the moment when it is clear that they cannot be begun, whether they are late or had no room', async () => {
    const lane = openLane({ waiting: 4, waitingOfOneUser: 1, waitMs: 10_000 })
    lane.call('a')
    lane.call('b1', { user: 'b' })
    await lane.pass(9_000)
    lane.call('b2', { user: 'b' })
    await lane.pass(2_480)
    expect(lane.refused).toEqual([])
    await lane.pass(40)
    expect(lane.refused).toEqual(['b2'])
    // b1 was late after 10 s, and is held back for 3.7 s as the second one.
    await lane.pass(2_180)
    expect(lane.refused).toEqual(['b2'])
    await lane.pass(80)
    expect(lane.refused).toEqual(['b2', 'b1'])
  })
})

describe('ASVS 2.4.1 one user', () => {
  test('is worked for only so often at once, and others go first', async () => {
    const lane = openLane({ atOnce: 3, atOnceOfOneUser: 2 })
    for (const name of ['a1', 'a2', 'a3']) lane.call(name, { user: 'a' })
    lane.call('b1', { user: 'b' })
    await lane.pass(0)
    // The third place is free, but not for the same user.
    expect(lane.begun).toEqual(['a1', 'a2', 'b1'])
    await lane.end('b1')
    expect(lane.begun).toEqual(['a1', 'a2', 'b1'])
    await lane.end('a1')
    expect(lane.begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('cannot fill the queue, nor can one address with many made-up sessions', async () => {
    const lane = openLane({ waiting: 8, waitingOfOneUser: 2 })
    lane.call('first')
    for (const name of ['a1', 'a2', 'a3']) lane.call(name, { user: 'a', address: 'home' })
    for (const name of ['x1', 'x2', 'x3', 'x4', 'x5']) lane.call(name, { address: 'attacker' })
    lane.call('b')
    await lane.end('first')
    for (const name of ['a1', 'x1', 'x2', 'x3', 'x4', 'b']) await lane.end(name)
    expect(lane.begun).toEqual(['first', 'a1', 'x1', 'x2', 'x3', 'x4', 'b', 'a2'])
    await lane.pass(4_540)
    expect(lane.refused).toEqual(['a3', 'x5'])
  })

  test('waits in turn with others, however many calls each has', async () => {
    const lane = openLane()
    lane.call('first')
    for (const name of ['a1', 'a2', 'a3']) lane.call(name, { user: 'a' })
    for (const name of ['b1', 'b2']) lane.call(name, { user: 'b' })
    lane.call('c')
    for (const name of ['first', 'a1', 'b1', 'c', 'a2', 'b2']) await lane.end(name)
    expect(lane.begun).toEqual(['first', 'a1', 'b1', 'c', 'a2', 'b2', 'a3'])
  })

  test('waits in turn with others when there are too many, each with the newest call', async () => {
    const lane = openLane()
    lane.call('first')
    lane.call('late')
    await lane.pass(300)
    for (const name of ['a1', 'a2']) lane.call(name, { user: 'a' })
    for (const name of ['b1', 'b2']) lane.call(name, { user: 'b' })
    await lane.pass(720)
    for (const name of ['first', 'b2', 'a2', 'b1']) await lane.end(name)
    expect(lane.begun).toEqual(['first', 'b2', 'a2', 'b1', 'a1'])
  })
})

test('ASVS 2.4.1 one address leaves some places to the others, whatever users it has', async () => {
  const lane = openLane({ atOnce: 3, atOnceOfOneAddress: 2 })
  for (const name of ['a', 'b', 'c']) lane.call(name, { address: 'shop' })
  lane.call('d')
  await lane.pass(0)
  expect(lane.begun).toEqual(['a', 'b', 'd'])
  await lane.end('a')
  expect(lane.begun).toEqual(['a', 'b', 'd', 'c'])
})

describe('a call', () => {
  test('that waits for another server gives its place away, and goes on before any new call', async () => {
    const { admission, begun, call, end, finishSome, pass } = openLane()
    await finishSome()
    let answer = () => {}
    const asked = admission.within('sales', { user: 'x', address: 'x', isGone: () => false }, async () => {
      begun.push('asks')
      await whileWaiting(() => new Promise<void>((resolve) => (answer = resolve)))
      begun.push('goes on')
      await new Promise<void>((resolve) => setTimeout(resolve, 10))
    })
    call('a')
    call('b')
    await pass(0)
    answer()
    await pass(0)
    expect(begun).toEqual(['asks', 'a', 'goes on'])
    await end('a')
    expect(begun).toEqual(['asks', 'a', 'goes on'])
    await pass(10)
    await asked
    expect(begun).toEqual(['asks', 'a', 'goes on', 'b'])
  })

  test('is not begun while as many as there are places wait for a server that hangs', async () => {
    const { admission, call, begun, pass } = openLane({ atOnce: 4 })
    let answer = () => {}
    const hangs = new Promise<void>((resolve) => (answer = resolve))
    for (let index = 0; index < 8; index += 1)
      void admission.within('sales', { user: `x${index}`, address: `x${index}`, isGone: () => false }, () => {
        begun.push('asks')
        return whileWaiting(() => hangs)
      })
    call('a')
    await pass(0)
    expect(begun).toHaveLength(4)
    answer()
    await pass(0)
    expect(begun).toHaveLength(9)
  })

  test('that waits for two servers at the same time has given away one place', async () => {
    const { admission, begun, call, finishSome, pass } = openLane()
    await finishSome()
    let answer = () => {}
    const slow = new Promise<void>((resolve) => (answer = resolve))
    const asked = admission.within('sales', { user: 'x', address: 'x', isGone: () => false }, async () => {
      await Promise.all([whileWaiting(() => slow), whileWaiting(async () => {})])
    })
    call('a')
    call('b')
    await pass(0)
    expect(begun).toEqual(['a'])
    answer()
    await asked
    expect(begun).toEqual(['a'])
  })

  test('that fails gives its place back', async () => {
    const { admission } = openLane()
    for (let time = 0; time < 5; time += 1)
      await expect(
        admission.within('sales', { user: 'x', address: 'x', isGone: () => false }, async () => {
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
  })

  test('of one kind does not take the place of another', async () => {
    const { admission, call } = openLane()
    call('a')
    call('b')
    const who = { user: 'x', address: 'x', isGone: () => false }
    expect(await admission.within('reading', who, async () => 'read')).toBe('read')
  })
})

describe('a call that sends a long list', () => {
  /** Lists of one user, each with one more piece to send. */
  const sendLists = ({ admission, begun }: ReturnType<typeof openLane>, user: string, many: number) =>
    Array.from({ length: many }, (_, index) => {
      const list = admission.goOn('sales', { user, address: user, isGone: () => false })
      const piece = list.turn(async () => begun.push(`piece ${index + 1} of ${user}`))
      return { ...list, piece }
    })

  test('goes on piece by piece, in turn with new calls and with the lists of others', async () => {
    const lane = openLane()
    lane.call('first')
    const lists = [...sendLists(lane, 'a', 3), ...sendLists(lane, 'b', 1)]
    for (const name of ['c', 'd']) lane.call(name)
    await lane.end('first')
    await lane.end('c')
    await lane.end('d')
    await Promise.all(lists.map(({ piece }) => piece))
    expect(lane.begun).toEqual([
      'first',
      'piece 1 of a',
      'c',
      'piece 1 of b',
      'd',
      'piece 2 of a',
      'piece 3 of a',
    ])
  })

  test('goes on in turn with new calls also while there are places for other addresses', async () => {
    const lane = openLane({ atOnce: 2, atOnceOfOneAddress: 1 })
    lane.call('first', { address: 'a' })
    const lists = sendLists(lane, 'a', 3)
    for (const name of ['c', 'd']) lane.call(name, { address: 'a' })
    for (const name of ['first', 'c', 'd']) await lane.end(name)
    await Promise.all(lists.map(({ piece }) => piece))
    expect(lane.begun).toEqual(['first', 'piece 1 of a', 'c', 'piece 2 of a', 'd', 'piece 3 of a'])
  })

  test('takes a place of its user for each piece', async () => {
    const lane = openLane({ atOnce: 3, atOnceOfOneUser: 1 })
    lane.call('a1', { user: 'a' })
    const [list] = sendLists(lane, 'a', 1)
    await lane.pass(0)
    expect(lane.begun).toEqual(['a1'])
    await lane.end('a1')
    await list?.piece
    expect(lane.begun).toEqual(['a1', 'piece 1 of a'])
  })

  test('is one that its user has begun until the list ends, and keeps nobody else waiting', async () => {
    const lane = openLane({ atOnce: 2, atOnceOfOneUser: 1 })
    const lists = sendLists(lane, 'a', 16)
    await Promise.all(lists.map(({ piece }) => piece))
    lane.call('a1', { user: 'a' })
    sendLists(lane, 'b', 16)
    lane.call('c')
    await lane.pass(0)
    expect(lane.begun).not.toContain('a1')
    expect(lane.begun).toContain('c')
    lists[0]?.end()
    await lane.pass(0)
    expect(lane.begun.at(-1)).toBe('a1')
  })

  test('goes on however long it waits, unless nobody reads it any more', async () => {
    const lane = openLane()
    lane.call('first')
    const gone = lane.admission.goOn('sales', { user: 'x', address: 'x', isGone: () => true })
    const broken = expect(gone.turn(async () => {})).rejects.toMatchObject({ code: 'unavailable' })
    const [list] = sendLists(lane, 'a', 1)
    await lane.pass(60_000)
    await lane.end('first')
    await list?.piece
    await broken
  })
})

test('only sales have the lane of sales', () => {
  const selling = endpoints.filter(([, { lane }]) => lane === 'sales').map(([name]) => name)
  expect(selling).toEqual(['electricity.sell', 'airtime.sell', 'postpaid.pay'])
})
