// Node has no IndexedDB: this one opens and answers as a browser's does. The real one is used in e2e/.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoredTable } from './stored-table.ts'

const browser = { opened: 0, isAway: false, database: new EventTarget() }

function openDatabase() {
  browser.opened += 1
  const transaction = () =>
    Object.assign(new EventTarget(), {
      objectStore: () => ({ get: () => ({ result: 'kept' }) }),
      commit(this: EventTarget) {
        queueMicrotask(() => this.dispatchEvent(new Event('complete')))
      },
    })
  browser.database = Object.assign(new EventTarget(), { transaction })
  const request = Object.assign(new EventTarget(), {
    result: browser.database,
    error: new Error('No storage'),
  })
  const ending = browser.isAway ? 'error' : 'success'
  queueMicrotask(() => request.dispatchEvent(new Event(ending)))
  return request
}

beforeEach(() => {
  browser.opened = 0
  browser.isAway = false
  vi.stubGlobal('indexedDB', { open: openDatabase })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => {
  const table = createStoredTable({ database: 'test', table: 'rows' })
  return () => table.run({ mode: 'readonly' }, (rows) => rows.get('a') as IDBRequest<string>)
}

test('storage is opened once', async () => {
  const read = open()
  expect([await read(), await read()]).toEqual(['kept', 'kept'])
  expect(browser.opened).toBe(1)
})

test('storage that could not be opened is opened again at the next use', async () => {
  const read = open()
  browser.isAway = true
  await expect(read()).rejects.toThrow('No storage')
  browser.isAway = false
  expect(await read()).toBe('kept')
})

test('storage that the browser has closed is opened again', async () => {
  const read = open()
  await read()
  browser.database.dispatchEvent(new Event('close'))
  expect(await read()).toBe('kept')
  expect(browser.opened).toBe(2)
})
