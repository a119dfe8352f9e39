import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

interface Item {
  owner: number
  value: number
}

const setUp = (run: (items: Item[]) => Promise<number[]>) =>
  createLanes<Item, number>({ run, findOwner: ({ owner }) => owner, lanes: 2, mostPerBatch: 4 })

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

test('requests of one moment share a batch, at most one for each owner, and each gets its own answer', async () => {
  const batches: Item[][] = []
  const send = setUp(async (items) => {
    batches.push(items)
    await pause()
    return items.map(({ value }) => value * 10)
  })
  const items = Array.from({ length: 30 }, (_, value) => ({ owner: value % 6, value }))
  expect(await Promise.all(items.map(send))).toEqual(items.map(({ value }) => value * 10))
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(4)
    expect(new Set(batch.map(({ owner }) => owner)).size).toBe(batch.length)
  }
  expect(batches.length).toBeLessThan(20)
})

test('an owner is served in order and never by two batches at once', async () => {
  const order: number[] = []
  const busy = new Set<number>()
  const send = setUp(async (items) => {
    for (const { owner } of items) {
      expect(busy.has(owner)).toBe(false)
      busy.add(owner)
    }
    await pause()
    for (const { owner, value } of items) {
      busy.delete(owner)
      if (owner === 1) order.push(value)
    }
    return items.map(({ value }) => value)
  })
  await Promise.all(Array.from({ length: 40 }, (_, value) => send({ owner: value % 4, value })))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('one bad request does not fail the others in its batch', async () => {
  const send = setUp(async (items) => {
    if (items.some(({ value }) => value === 3)) throw new Error(`three, among ${items.length}`)
    return items.map(({ value }) => value)
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 8 }, (_, value) => send({ owner: value, value })),
  )
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ])
  expect(ends[3]).toMatchObject({ reason: { message: 'three, among 1' } })
})

test('a database that is away fails the whole batch at once, instead of one after the other', async () => {
  let runs = 0
  const send = setUp(async () => {
    runs += 1
    await pause()
    throw Object.assign(new Error('shutting down'), { code: '57P01' })
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, (_, value) => send({ owner: value * 2, value })),
  )
  expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(runs).toBe(1)
})

test('requests without an owner share a batch as they come', async () => {
  const batches: number[] = []
  const send = createLanes<number, number>({
    run: async (items) => {
      batches.push(items.length)
      return items
    },
    lanes: 1,
    mostPerBatch: 4,
  })
  expect(await Promise.all([7, 7, 7, 7, 7].map(send))).toEqual([7, 7, 7, 7, 7])
  expect(batches).toEqual([4, 1])
})

test('a batch is full at its limit, and requests that come when all is done are served as well', async () => {
  const batches: number[] = []
  const send = setUp(async (items) => {
    batches.push(items.length)
    return items.map(({ value }) => value)
  })
  // Of one lane: owners with even numbers.
  const moment = () =>
    Promise.all(Array.from({ length: 10 }, (_, value) => send({ owner: value * 2, value })))
  expect(await moment()).toHaveLength(10)
  expect(batches).toEqual([4, 4, 2])
  expect(await moment()).toHaveLength(10)
  expect(batches).toEqual([4, 4, 2, 4, 4, 2])
})
