import { bututs, type WaitingMove } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { describeHistory } from './FloatRequests.tsx'
import { describeMove } from './WaitingMoves.tsx'

const move: WaitingMove = {
  id: 1,
  at: new Date('2026-11-14T14:20:00Z'),
  kind: 'electricity',
  sourceName: 'Fatou Ceesay',
  targetName: null,
  corrects: null,
  amount: bututs(150_000),
  reason: 'x',
  askedBy: 'Awa Sanneh',
  mayConfirm: true,
  confirmRefusal: null,
}

test.each([
  [{}, 'GMD 1,500.00 NAWEC back from Fatou Ceesay'],
  [{ targetName: 'Modou Jallow' }, 'GMD 1,500.00 NAWEC from Fatou Ceesay to Modou Jallow'],
  [{ corrects: 'TRF-1' }, 'GMD 1,500.00 NAWEC less for Fatou Ceesay'],
  [
    { corrects: 'TRF-1', sourceName: null, targetName: 'Modou Jallow' },
    'GMD 1,500.00 NAWEC more for Modou Jallow',
  ],
])('a move of float %j is described', (traits, text) => {
  expect(describeMove({ ...move, ...traits })).toBe(text)
})

test('what a cashier got before is one sentence', () => {
  expect(describeHistory({ loads: 0, largestLoad: null })).toBe('Got no float before.')
  expect(describeHistory({ loads: 1, largestLoad: bututs(5_00) })).toBe(
    'Got float once before, at most GMD 5.00.',
  )
  expect(describeHistory({ loads: 1_200, largestLoad: bututs(5_00) })).toBe(
    'Got float 1,200 times before, at most GMD 5.00.',
  )
})
