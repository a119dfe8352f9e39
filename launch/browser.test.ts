import { afterEach, expect, test, vi } from 'vitest'
import { ensureBrowser, findBrowser } from './browser.mjs'

afterEach(() => vi.unstubAllEnvs())

test('the browser in FLEXPOWER_TEST_BROWSER is used before any other', () => {
  vi.stubEnv('FLEXPOWER_TEST_BROWSER', process.execPath)
  expect(findBrowser()).toBe(process.execPath)
})

test('a wrong FLEXPOWER_TEST_BROWSER is reported and not replaced by another browser', async () => {
  vi.stubEnv('FLEXPOWER_TEST_BROWSER', '/nowhere/chromium')
  expect(findBrowser()).toBeNull()
  await expect(ensureBrowser()).rejects.toThrow('FLEXPOWER_TEST_BROWSER names /nowhere/chromium')
})
