import { describe, expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const small = { most: 1, waiting: 1 }
const sizes = { sales: small, reading: small, rest: small }

/** Work that ends when it is told to. */
function held() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => done, end }
}

describe('calls under way', () => {
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
    expect(() => admission.requireRoom('reading')).toThrow('Too much is going on')
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
})
