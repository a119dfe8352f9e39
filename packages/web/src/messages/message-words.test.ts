import type { ContactMessage } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { readFileColumns } from '../list/later/list-file.ts'
import { attemptsText, handledText, replyLink } from './message-words.ts'
import { buildColumns } from './MessagesTable.tsx'

const entry: ContactMessage = {
  id: 4,
  at: new Date('2026-11-14T09:10:00Z'),
  name: 'Isatou Jallow',
  email: 'isatou@example.gm',
  message: 'The counter at Lamin is closed.',
  state: 'answered',
  handledBy: 'Binta Saidy',
  handledAt: new Date('2026-11-15T10:00:00Z'),
}

test('the file has everything that is shown of a message', () => {
  const columns = readFileColumns(buildColumns(() => Promise.resolve()))
  expect(Object.values(columns).map((value) => value(entry))).toEqual([
    '2026-11-14 09:10',
    'Isatou Jallow',
    'isatou@example.gm',
    'The counter at Lamin is closed.',
    'Answered',
    '15 Nov 2026 by Binta Saidy',
  ])
})

test('who looked at it is shown once somebody has', () => {
  expect(handledText(entry)).toBe('15 Nov 2026 by Binta Saidy')
  expect(handledText({ ...entry, handledBy: null })).toBe('15 Nov 2026')
  expect(handledText({ ...entry, handledAt: null })).toBe('')
})

test('an address cannot add a header to the answer', () => {
  expect(replyLink('isatou@example.gm')).toBe('mailto:isatou@example.gm')
  expect(replyLink('a?bcc=b@example.gm')).toBe('mailto:a%3Fbcc%3Db@example.gm')
})

test('a message says how often it was tried', () => {
  expect([0, 1, 12].map((attempts) => attemptsText({ attempts }))).toEqual([
    'Not tried',
    'Tried once',
    'Tried 12 times',
  ])
})
