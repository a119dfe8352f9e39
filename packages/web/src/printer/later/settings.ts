// Which printer this browser prints on, and its paper. It belongs to the device and not to a user, so it is not in local
// storage, which is emptied at logout.
import { createStoredTable } from '../../lib/later/stored-table.ts'

export const CONNECTIONS = ['dialog', 'usb', 'serial', 'bluetooth'] as const
/** dialog: the browser's own print dialog, with any printer. */
export type Connection = (typeof CONNECTIONS)[number]

export const PAPERS = [
  { columns: 32, title: '58 mm, 32 columns' },
  { columns: 48, title: '80 mm, 48 columns' },
  { columns: 42, title: '80 mm, 42 columns' },
] as const

export interface PaperSettings {
  columns: (typeof PAPERS)[number]['columns']
  codePage: 'cp437' | 'cp850'
  hasCutter: boolean
}

/** What is needed to find a printer again without asking. */
export interface KnownPrinter {
  name: string
  vendorId?: number | undefined
  productId?: number | undefined
  serialNumber?: string | undefined
  id?: string | undefined
}

export interface PrinterSettings extends PaperSettings {
  connection: Connection
  known: KnownPrinter | null
  /** A cash drawer is connected to the printer. */
  hasDrawer: boolean
  /** Receipts are printed as soon as a sale is confirmed. */
  isAutomatic: boolean
  baudRate: number
}

export const BAUD_RATES = [9600, 19_200, 38_400, 57_600, 115_200] as const

const DEFAULTS: PrinterSettings = {
  connection: 'dialog',
  columns: 32,
  codePage: 'cp437',
  hasCutter: false,
  known: null,
  hasDrawer: false,
  isAutomatic: false,
  baudRate: 9600,
}

const NAME = 'printer'
const device = createStoredTable({ database: 'device', table: 'settings' })

/** What could not be stored; it applies until the page is closed. */
let unstored: PrinterSettings | null = null

/** A browser that stores nothing prints with its dialog, unless something was chosen since. */
export async function readSettings(): Promise<PrinterSettings> {
  if (unstored !== null) return unstored
  const ask = (table: IDBObjectStore): IDBRequest<unknown> => table.get(NAME)
  const stored = await device.run({ mode: 'readonly' }, ask).catch(() => null)
  return typeof stored === 'object' && stored !== null ? { ...DEFAULTS, ...stored } : DEFAULTS
}

/** False: they apply until the page is closed. */
export async function saveSettings(settings: PrinterSettings): Promise<boolean> {
  unstored = settings
  try {
    await device.run({ mode: 'readwrite' }, (table) => table.put(settings, NAME))
  } catch {
    return false
  }
  // Something else may have been chosen meanwhile.
  if (unstored === settings) unstored = null
  return true
}
