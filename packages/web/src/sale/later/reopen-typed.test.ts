import { expect, test, vi } from 'vitest'
import { reopenTyped } from './reopen-typed.ts'

type Answer = { reference: string } | 'unheard' | null

/** What the page did, in order, when the server answered like this. */
async function reopen(answers: Answer[], isTyped = () => true): Promise<string[]> {
  vi.useFakeTimers()
  const done: string[] = []
  const reopening = reopenTyped({
    ask: async () => answers.shift() ?? null,
    isTyped,
    open: (isUnsent) => done.push(isUnsent ? 'opened as not sent' : 'opened, not known'),
    follow: (reference) => done.push(`followed ${reference}`),
  })
  await vi.advanceTimersByTimeAsync(10_000)
  await reopening
  vi.useRealTimers()
  return done
}

test('what the server does not have is opened as not sent', async () => {
  expect(await reopen(['unheard'])).toEqual(['opened as not sent'])
})

test('what was sent, though its row says that it was only typed, is followed and not opened', async () => {
  expect(await reopen([{ reference: 'A261118-7K3M9-QXT4C' }])).toEqual(['followed A261118-7K3M9-QXT4C'])
})

test('without an answer it is opened, and followed as soon as the server says that it has it', async () => {
  expect(await reopen([null, null, { reference: 'A261118-7K3M9-QXT4C' }])).toEqual([
    'opened, not known',
    'followed A261118-7K3M9-QXT4C',
  ])
  expect(await reopen([null, 'unheard'])).toEqual(['opened, not known'])
})

test('what was sent or ended meanwhile is left alone', async () => {
  expect(await reopen(['unheard'], () => false)).toEqual([])
})
