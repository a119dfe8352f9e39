import { expect, test } from 'vitest'
import { describeProgress, explainHold, writeOrdinal } from './open-sale-texts.ts'

test('how often the other side was asked is written as a word', () => {
  expect(describeProgress({ state: 'sent', asked: 0 }, 'NAWEC')).toBe('Waiting for NAWEC')
  expect(describeProgress({ state: 'unknown', asked: 3 }, 'NAWEC')).toBe('Asking NAWEC, third time')
  expect(describeProgress({ state: 'manual', asked: 9 }, 'NAWEC')).toBe('Waiting for an Admin to decide')
  const written = [12, 13, 20, 21, 22, 23, 24, 101, 111].map(writeOrdinal)
  expect(written.join()).toBe('12th,13th,20th,21st,22nd,23rd,24th,101st,111th')
})

test('it is said who ends an open sale: the server while it asks, an Admin after that', () => {
  const [open, undecided] = [{ state: 'unknown' }, { state: 'manual' }] as const
  expect(explainHold([open])).toBe(
    'Held, not spent. The server keeps asking; after a day an Admin decides. Do not sell it again.',
  )
  expect(explainHold([undecided, undecided])).toBe('Held, not spent. An Admin decides; do not sell it again.')
  expect(explainHold([open, undecided, open])).toBe(
    'Held, not spent. An Admin decides 1 of them; the server keeps asking for the others, for a day at most. Do not sell them again.',
  )
})
