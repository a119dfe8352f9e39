import { afterEach, expect, test, vi } from 'vitest'
import type { PrinterSettings } from '../later/settings.ts'
import { openDrawerRaw } from './raw-printer.ts'

const settings: PrinterSettings = {
  connection: 'serial',
  columns: 32,
  codePage: 'cp437',
  hasCutter: false,
  known: null,
  hasDrawer: true,
  isAutomatic: false,
  baudRate: 9600,
}

afterEach(() => vi.unstubAllGlobals())

test('a serial port is opened once for each speed: a new speed opens it again', async () => {
  const speeds: number[] = []
  const port = {
    readable: null,
    writable: null as WritableStream | null,
    open: async ({ baudRate }: { baudRate: number }) => {
      speeds.push(baudRate)
      port.writable = new WritableStream()
    },
    close: async () => {
      port.writable = null
    },
    getInfo: () => ({}),
  }
  vi.stubGlobal('navigator', { serial: { getPorts: async () => [port], requestPort: async () => port } })
  await openDrawerRaw(settings, true)
  await openDrawerRaw(settings, true)
  await openDrawerRaw({ ...settings, baudRate: 19_200 }, true)
  expect(speeds).toEqual([9600, 19_200])
})
