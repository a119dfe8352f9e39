import { expect, test } from 'vitest'
import { findClashes, mergeTexts } from './changes.ts'

const seen = { name: 'Fatou Ceesay', location: 'Serekunda', commission: '30.5' }
const newer = { ...seen, location: 'Brikama', commission: '20' }

test('what was typed stays, untouched fields take the newer value', () => {
  const typed = { ...seen, location: 'Bakau', name: 'Fatou Bah' }
  expect(mergeTexts({ seen, typed, newer })).toEqual({
    name: 'Fatou Bah',
    location: 'Bakau',
    commission: '20',
  })
})

test('each change by somebody else is shown, with the value typed here where both changed it', () => {
  const typed = { ...seen, location: 'Bakau', name: 'Fatou Bah' }
  expect(findClashes({ seen, typed, newer })).toEqual([
    { field: 'location', before: 'Serekunda', now: 'Brikama', typed: 'Bakau' },
    { field: 'commission', before: '30.5', now: '20', typed: null },
  ])
})

test('the same change on both sides is no conflict', () => {
  const typed = { ...seen, location: 'Brikama' }
  expect(findClashes({ seen, typed, newer })[0]).toMatchObject({ field: 'location', typed: null })
})
