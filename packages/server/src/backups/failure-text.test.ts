import { expect, test } from 'vitest'
import { noteWireFailure } from '../db/away.ts'
import { failureText } from './failure-text.ts'
import { RestoreRefused } from './restore.ts'
import { BackupDamaged } from './sealed-file.ts'

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: what the system says, open '/srv/data'`), { code })

test.each([
  ['ENOSPC', 'The disk of the backups is full: make room on it first.'],
  ['EDQUOT', 'The disk of the backups is full: make room on it first.'],
  [
    'EACCES',
    'The server may not write into the folder of backups: let the user that it runs as write there first.',
  ],
  ['EROFS', 'The disk of the backups can only be read: make it writable first.'],
  ['EEXIST', 'A file lies where the folder of backups belongs: move it away first.'],
  ['ENOTDIR', 'A file lies where the folder of backups belongs: move it away first.'],
  ['42501', expect.stringContaining('grant it CREATEDB')],
  ['53100', expect.stringContaining('The disk of the database is full')],
  ['57P01', 'The database could not be reached until it was finished.'],
])('BK-01 a system error %s gets a sentence of ours', (code, sentence) => {
  expect(failureText(systemError(code))).toEqual(sentence)
})

test('BK-01 a refused connection to the database gets a sentence of ours', () => {
  const refused = systemError('ECONNREFUSED')
  noteWireFailure(refused)
  expect(failureText(refused)).toBe('The database could not be reached until it was finished.')
})

test.each([
  systemError('EMFILE'),
  systemError('22P02'),
  new TypeError('x is not a function'),
  'thrown as it is',
])('BK-01 an error without a sentence is left to the log: %s', (error) => {
  expect(failureText(error)).toMatch(/^The server met something that it does not know: its log names/)
})

test('BK-01 our own sentences stay as they are', () => {
  expect(failureText(new BackupDamaged('This backup is damaged.'))).toBe('This backup is damaged.')
  expect(failureText(new RestoreRefused('The key is damaged.'))).toBe('The key is damaged.')
})
