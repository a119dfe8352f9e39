import type { Act } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { actFileColumns, actorText, listFields, isChanged } from './act-words.ts'

const listChanges = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  listFields({ before, after })
    .filter(isChanged)
    .map((field) => [field.label, field.before, field.after])

test('only fields that differ have changed, and their names are readable', () => {
  expect(
    listChanges(
      { name: 'Awa Sanneh', user_type: 'Cashier', location: 'Bakau', commission: '2 %' },
      { name: 'Awa Sanneh', user_type: 'Admin', location: 'Bakau', commission: '2.5 %' },
    ),
  ).toEqual([
    ['User type', 'Cashier', 'Admin'],
    ['Commission', '2 %', '2.5 %'],
  ])
  expect(listChanges(null, { contractType: 'Commission' })).toEqual([['Contract type', null, 'Commission']])
})

test('a field that was added or removed has one side, and an empty one counts as missing', () => {
  expect(listChanges(null, { name: 'Awa', reason: '' })).toEqual([['Name', null, 'Awa']])
  expect(listChanges({ name: 'Awa' }, null)).toEqual([['Name', 'Awa', null]])
  expect(listChanges(null, null)).toEqual([])
})

test('bututs are shown as money where the name says so, and nowhere else', () => {
  expect(
    listChanges(null, {
      start_amount: 5000,
      balance: 842_000,
      start: 100,
      end: 20_000,
      sessions: 3,
      amount: 'GMD 5.00',
    }),
  ).toEqual([
    ['Start amount', null, 'GMD 50.00'],
    ['Balance', null, 'GMD 8,420.00'],
    ['Start', null, 'GMD 1.00'],
    ['End', null, 'GMD 200.00'],
    ['Sessions', null, '3'],
    ['Amount', null, 'GMD 5.00'],
  ])
})

test('a password is never shown, only that it was changed', () => {
  const changes = listChanges(
    { password: 'old-secret', vendor_secret: 'a', password_hash: 'x' },
    { password: 'new-secret', vendor_secret: 'b', password_hash: 'x' },
  )
  expect(changes).toEqual([
    ['Password', null, 'set again'],
    ['Vendor secret', null, 'set again'],
  ])
})

test('yes and no, times and lists are shown as text', () => {
  expect(
    listChanges({ active: true }, { active: false, decided_at: '2026-11-14T14:18:00.000Z', days: [1, 2] }),
  ).toEqual([
    ['Active', 'Yes', 'No'],
    ['Decided at', null, '14 Nov 2026, 14:18'],
    ['Days', null, '[1,2]'],
  ])
})

test('an action that nobody did was done by the system', () => {
  expect(actorText(null)).toBe('The system')
  expect(actorText('Binta Saidy')).toBe('Binta Saidy')
})

test('the file has each action in a line, with what it changed and nothing secret', () => {
  const act: Act = {
    id: 7,
    at: new Date('2026-11-14T14:18:00Z'),
    actor: null,
    action: 'changed a user',
    record: 'user/12',
    title: 'Fatou Ceesay',
    address: '',
    before: { name: 'Fatou', location: 'Lamin', password: 'x' },
    after: { name: 'Fatou', location: 'Brikama', password: 'y' },
  }
  expect(Object.values(actFileColumns).map((value) => value(act))).toEqual([
    '2026-11-14 14:18',
    'The system',
    'changed a user',
    'Fatou Ceesay',
    'user/12',
    '',
    'Location: Lamin → Brikama, Password: – → set again',
  ])
})
