import type { Act } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { fileColumns } from './act-file.ts'

test('the file tells a deed in a line, what it changed and nothing secret', () => {
  const act: Act = {
    id: 7,
    at: new Date('2026-11-14T14:18:00Z'),
    actor: null,
    deed: 'changed a user',
    record: 'user/12',
    title: 'Fatou Ceesay',
    address: '',
    before: { name: 'Fatou', location: 'Lamin', password: 'x' },
    after: { name: 'Fatou', location: 'Brikama', password: 'y' },
  }
  expect(Object.values(fileColumns).map((value) => value(act))).toEqual([
    '2026-11-14 14:18',
    'The system',
    'changed a user',
    'Fatou Ceesay',
    'user/12',
    '',
    'Location: Lamin → Brikama, Password: – → set anew',
  ])
})
