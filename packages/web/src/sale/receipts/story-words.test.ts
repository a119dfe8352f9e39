import type { StoryStep } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { countTimes, describeStep } from './story-words.ts'

const step = (kind: StoryStep['kind'], by: string | null = null, note: string | null = null): StoryStep => ({
  at: new Date('2026-11-14T14:20:00Z'),
  kind,
  by,
  note,
})
const tell = (told: StoryStep, steps: StoryStep[] = [], asked = 0) =>
  describeStep(told, { asked, steps, otherSide: 'NAWEC' })

test('a confirmed sale says whether it was answered, found later, or confirmed by hand', () => {
  expect(tell(step('confirmed'), [step('sent')])).toBe('Answered: sold')
  expect(tell(step('confirmed'), [step('sent'), step('unknown')], 1)).toBe(
    'Found at NAWEC: sold, after asking once',
  )
  expect(tell(step('confirmed'), [step('unknown')], 3)).toContain('after asking 3 times')
  expect(tell(step('confirmed', 'Awa'), [step('unknown')])).toBe('Confirmed by hand')
})

test('a token that was sent again says who asked for it', () => {
  expect(tell(step('sent again'))).toContain('from the page of the receipt')
  expect(tell(step('sent again', 'Fatou'))).toBe('Sent again to the phone')
})

test('every step has words of its own', () => {
  const kinds = [
    'sent',
    'unknown',
    'manual',
    'confirmed',
    'voided',
    'message',
    'sent again',
    'refunded',
    'shift closed',
  ]
  const words = kinds.map((kind) => tell(step(kind as StoryStep['kind'], null, 'A-00001')))
  expect(new Set(words).size).toBe(kinds.length)
})

test('how often is said in words', () => {
  expect([0, 1, 4].map(countTimes)).toEqual(['No', 'Once', '4 times'])
})
