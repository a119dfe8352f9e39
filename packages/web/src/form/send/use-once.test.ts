import { expect, test } from 'vitest'
import { createOnce } from './use-once.ts'

test('an entry sent again has the same key, also after another one was sent in between', () => {
  const once = createOnce()
  const first = once({ amount: 100 })
  const other = once({ amount: 200 })
  expect(other).not.toEqual(first)
  expect(once({ amount: 100 })).toEqual(first)
})

test('each form has keys of its own', () => {
  expect(createOnce()({ amount: 100 })).not.toEqual(createOnce()({ amount: 100 }))
})
