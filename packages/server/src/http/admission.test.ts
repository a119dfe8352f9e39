import { endpoints } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const small = { most: 1, waiting: 1 }
const sizes = { sales: small, reading: small, rest: small }

/** Work that ends on request. */
function held() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => done, end }
}

describe('running calls', () => {
  test('wait for each other up to a number, and are refused with Retry-After beyond it', async () => {
    const admission = createAdmission(sizes)
    const first = held()
    const order: string[] = []
    const one = admission.within('reading', async () => {
      await first.work()
      order.push('first')
    })
    const two = admission.within('reading', async () => order.push('second'))
    await expect(admission.within('reading', async () => {})).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
    })
    expect(() => admission.requireRoom('reading')).toThrow('The server is busy')
    first.end()
    await Promise.all([one, two])
    expect(order).toEqual(['first', 'second'])
    admission.requireRoom('reading')
  })

  test('of one kind do not take the room of another', async () => {
    const admission = createAdmission(sizes)
    const report = held()
    const reports = [1, 2].map(() => admission.within('reading', report.work))
    expect(await admission.within('sales', async () => 'sold')).toBe('sold')
    report.end()
    await Promise.all(reports)
  })

  test('that fail give their place back', async () => {
    const admission = createAdmission(sizes)
    for (let time = 0; time < 5; time += 1)
      await expect(
        admission.within('sales', async () => {
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    expect(await admission.within('sales', async () => 'sold')).toBe('sold')
  })

  test('are fewer than there is room for, if recent ones show that more would only wait', async () => {
    let perSecond: number | null = null
    const lane = { most: 10, waiting: 0, inTime: { seconds: 0.5, least: 2 } }
    const admission = createAdmission({ ...sizes, sales: lane }, () => ({
      done: () => {},
      refused: () => {},
      perSecond: () => perSecond,
    }))
    const under: ReturnType<typeof held>[] = []
    const fill = () => {
      for (;;)
        try {
          admission.requireRoom('sales')
          const sale = held()
          under.push(sale)
          void admission.within('sales', sale.work)
        } catch {
          return under.length
        }
    }
    perSecond = 8
    expect(fill()).toBe(4)
    perSecond = 12
    expect(fill()).toBe(6)
    perSecond = null
    expect(fill()).toBe(10)
    for (const sale of under.splice(0)) sale.end()
    await new Promise(setImmediate)
    perSecond = 1
    expect(fill()).toBe(2)
    for (const sale of under) sale.end()
  })
})

test('only sales have the lane of sales', () => {
  const selling = endpoints.filter(([, { lane }]) => lane === 'sales').map(([name]) => name)
  expect(selling).toEqual(['electricity.sell', 'airtime.sell', 'postpaid.pay'])
})
