// Node has no IndexedDB, like a browser that may store nothing.
import { expect, test } from 'vitest'
import { readSettings, saveSettings } from './settings.ts'

test('what cannot be stored applies until the page is closed', async () => {
  const before = await readSettings()
  expect(before).toMatchObject({ connection: 'dialog', columns: 32 })
  expect(await saveSettings({ ...before, connection: 'usb', columns: 48 })).toBe(false)
  expect(await readSettings()).toMatchObject({ connection: 'usb', columns: 48 })
})
