import { NOTICE_KINDS } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { hasPage, paths } from '../paths.ts'
import { findPlace, kindWords, stateWords } from './notice-words.ts'

test('every kind leads to a screen of its reader, or to none', () => {
  for (const kind of NOTICE_KINDS) {
    const area = kind === 'float low' ? 'cashier' : 'admin'
    const place = findPlace({ kind, record: 'x/1' }, area)
    if (kind === 'server') expect(place).toBeNull()
    else expect(hasPage((place ?? '').split('?')[0] ?? '', false)).toBe(true)
    expect(kindWords[kind].title).toMatch(/^[A-Z]/)
  }
  expect(findPlace({ kind: 'sign-in', record: 'sign-in/1' }, 'cashier')).toBe(paths.cashier.account)
  expect(findPlace({ kind: 'credit waiting', record: 'booking/4' }, 'admin')).toBe(paths.admin.reconciliation)
})

test('a notice is unread, read, or over', () => {
  const at = new Date()
  expect(stateWords({ seenAt: null, overAt: null })).toBe('Unread')
  expect(stateWords({ seenAt: at, overAt: null })).toBe('Read')
  expect(stateWords({ seenAt: null, overAt: at })).toBe('Over')
})
