import { expect, test } from 'vitest'
import { inDatabase, readDatabaseName, readPlaces, showPlaces } from './address.ts'

test('an address has one place or several, as libpq reads it', () => {
  expect(readPlaces('postgres://u:p@h/db')).toEqual([{ host: 'h', port: 5432, url: 'postgres://u:p@h/db' }])
  const several = 'postgresql://u:p%40@one:5432,two:5433,[::1]/db?target_session_attrs=read-write'
  expect(readPlaces(several)).toEqual([
    { host: 'one', port: 5432, url: 'postgresql://u:p%40@one:5432/db?target_session_attrs=read-write' },
    { host: 'two', port: 5433, url: 'postgresql://u:p%40@two:5433/db?target_session_attrs=read-write' },
    { host: '::1', port: 5432, url: 'postgresql://u:p%40@[::1]/db?target_session_attrs=read-write' },
  ])
  expect(showPlaces(readPlaces(several))).toBe('one:5432, two:5433, [::1]:5432')
})

test.each([
  ['mysql://u:p@h/db', 'must be a postgres:// address'],
  ['postgres://u:p@h:x/db', 'must be a postgres:// address'],
  ['postgres://u:p@one,two:x/db', 'must be a postgres:// address'],
  ['postgres://u:p@h/db?target_session_attrs=standby', 'must have read-write or primary'],
])('%s is not an address', (url, sentence) => {
  expect(() => readPlaces(url)).toThrow(sentence)
})

test('another database at the same places', () => {
  const url = 'postgres://u:p@one:1,two:2/sales%20of%202026?sslmode=disable'
  expect(readDatabaseName(url)).toBe('sales of 2026')
  expect(inDatabase(url, 'a copy')).toBe('postgres://u:p@one:1,two:2/a%20copy?sslmode=disable')
  expect(inDatabase('postgres://h', 'x')).toBe('postgres://h/x')
})
