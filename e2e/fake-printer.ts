// A receipt printer for the browser tests, behind navigator.usb, serial and bluetooth: the hardware, which no test
// machine has. It keeps every job, and fails in the ways in which printers fail.
import type { BrowserContext, Page } from '@playwright/test'
import { printOut, type PrintOut } from '../packages/web/src/printer/testing/emulator.ts'
import { expect } from './people.ts'

/** unplugged: in the middle of a job. hangs: takes a part of a job, and no more. refused: nobody chooses it. */
type Mode = 'works' | 'unplugged' | 'no paper' | 'hangs' | 'refused'

export interface FakePrinter {
  mode: Mode
  jobs: Uint8Array[]
  /** How many jobs were lost in the middle. */
  lost: number
  /** It has a part of a job, and takes no more. */
  hasHung: boolean
  /** What the last job printed. */
  readLast: (columns?: number) => PrintOut
}

export async function connectPrinter(context: BrowserContext): Promise<FakePrinter> {
  const printer: FakePrinter = {
    mode: 'works',
    jobs: [],
    lost: 0,
    hasHung: false,
    readLast: (columns = 32) => printOut(printer.jobs.at(-1) ?? new Uint8Array(), columns),
  }
  let job: number[] = []
  await context.exposeFunction('readPrinterMode', () => printer.mode)
  await context.exposeFunction('keepJob', (bytes: number[], isEnd: boolean) => {
    job.push(...bytes)
    if (!isEnd) return
    printer.jobs.push(Uint8Array.from(job))
    job = []
  })
  await context.exposeFunction('dropJob', () => {
    job = []
    printer.lost += 1
  })
  await context.exposeFunction('hang', () => {
    printer.hasHung = true
  })
  await context.addInitScript(HARDWARE)
  return printer
}

/** As a cashier chooses it, on the screen for it. */
export async function choosePrinter(
  page: Page,
  connection: string | RegExp = /^USB/,
  name = 'TM-T20III',
): Promise<void> {
  await page.goto('/cashier/printer')
  await page.getByRole('radio', { name: connection }).check()
  await page.getByRole('button', { name: 'Choose printer' }).click()
  await expect(page.getByText(`Printer: ${name}`)).toBeVisible()
}

/** Every job ends with a question for the printer's state, or with the end of a write. */
const HARDWARE = `{
  let hear = () => {}
  const isAsking = (bytes) => bytes.length === 3 && (bytes[0] === 0x10 || bytes[0] === 0x1d)
  const take = async (bytes) => {
    const mode = await readPrinterMode()
    if (bytes[0] === 0x10) return hear(Uint8Array.of(mode === 'no paper' ? 0x72 : 0x12))
    if (bytes[0] === 0x1d && bytes.length === 3) {
      await keepJob([], true)
      return hear(Uint8Array.of(0))
    }
    if (mode === 'unplugged') {
      await dropJob()
      throw new DOMException('The device was disconnected.', 'NetworkError')
    }
    if (mode === 'hangs') return hang().then(() => new Promise(() => {}))
    await keepJob([...bytes], false)
  }
  const choose = async (device) => {
    if ((await readPrinterMode()) === 'refused') throw new DOMException('No device selected.', 'NotFoundError')
    sessionStorage.setItem('printer-allowed', 'yes')
    return device
  }
  const allowed = (device) => (sessionStorage.getItem('printer-allowed') ? [device] : [])
  const usb = {
    vendorId: 0x04b8, productId: 0x0e28, serialNumber: 'X1', productName: 'TM-T20III', opened: false,
    configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints: [
      { endpointNumber: 1, direction: 'out', type: 'bulk' }, { endpointNumber: 2, direction: 'in', type: 'bulk' },
    ] } }] },
    async open() { this.opened = true },
    async close() { this.opened = false },
    async claimInterface() {},
    async transferOut(_, bytes) {
      await take(bytes).catch((error) => { this.opened = false; throw error })
      return { status: 'ok', bytesWritten: bytes.length }
    },
    transferIn: () => new Promise((resolve) => {
      hear = (bytes) => resolve({ data: new DataView(bytes.buffer) })
    }),
  }
  const port = {
    readable: null, writable: null,
    async open() {
      this.writable = new WritableStream({ write: take })
      this.readable = new ReadableStream({ start(controller) { hear = (bytes) => controller.enqueue(bytes) } })
    },
    async close() { this.writable = null },
    getInfo: () => ({ usbVendorId: 1659, usbProductId: 8963 }),
  }
  const answer = Object.assign(new EventTarget(), { async startNotifications() {
    hear = (bytes) => { this.value = new DataView(bytes.buffer); this.dispatchEvent(new Event('characteristicvaluechanged')) }
  } })
  const print = { properties: { write: true, writeWithoutResponse: true }, writeValueWithResponse: take }
  const gatt = {
    connected: false,
    async connect() { this.connected = true; return this },
    disconnect() { this.connected = false },
    async getPrimaryService(id) {
      if (!id.includes('18f0')) throw new DOMException('No such service', 'NotFoundError')
      return { getCharacteristic: async (name) => (name.includes('2af1') ? print : answer) }
    },
  }
  const portable = { id: 'b1', name: 'MPT-II', gatt }
  const offer = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true })
  offer('usb', { getDevices: async () => allowed(usb), requestDevice: () => choose(usb) })
  offer('serial', { getPorts: async () => allowed(port), requestPort: () => choose(port) })
  offer('bluetooth', { getDevices: async () => allowed(portable), requestDevice: () => choose(portable) })
}`
