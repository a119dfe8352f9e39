// Prints on a receipt printer without a dialog: connects, looks for paper, sends, and waits until it is confirmed. One
// job at a time. The connection is kept until it fails.
import type { Paper } from '../../ui/receipt/paper.ts'
import { PrinterFailure } from '../later/describe-failure.ts'
import type { KnownPrinter, PrinterSettings } from '../later/settings.ts'
import { connectBluetooth } from './bluetooth.ts'
import type { PrinterDevice } from './device.ts'
import { encodeDrawer, encodePaper } from './encode-paper.ts'
import { connectSerial } from './serial.ts'
import { connectUsb } from './usb.ts'

/** `DLE EOT 4` is answered at once, `GS r 1` when everything before it was printed. */
const ASK_PAPER = Uint8Array.of(0x10, 0x04, 0x04)
const ASK_WHEN_DONE = Uint8Array.of(0x1d, 0x72, 0x01)
const NO_PAPER_NOW = 0x60
const NO_PAPER_AFTER = 0x0c

/** Many printers never answer, so nobody waits for them long. */
const ANSWER_MS = 500
/** The longest receipt takes some seconds. */
const DONE_MS = 20_000
const WRITE_MS = 15_000

interface Connection {
  settings: PrinterSettings
  device: PrinterDevice
  /** Null: not known yet. */
  answers: boolean | null
  /** The next byte from the printer, or null when none came in time. */
  hear: (ms: number) => Promise<number | null>
}

let current: Connection | null = null
let queue: Promise<unknown> = Promise.resolve()

/** What is printed, once the printer is ready for it. */
export type MakePaper = () => Promise<{ paper: Paper; opensDrawer: boolean }>

export const printRaw = (
  settings: PrinterSettings,
  mayAsk: boolean,
  make: MakePaper,
): Promise<KnownPrinter> =>
  afterOthers(settings, mayAsk, async (connection) => {
    await checkPaper(connection)
    const { paper, opensDrawer } = await make()
    await send(connection, encodePaper(paper, settings, opensDrawer && settings.hasDrawer))
    await waitUntilDone(connection)
  })

export const openDrawerRaw = (settings: PrinterSettings, mayAsk: boolean): Promise<KnownPrinter> =>
  afterOthers(settings, mayAsk, (connection) => send(connection, encodeDrawer()))

/** Without a job: to choose a printer. */
export async function choosePrinter(settings: PrinterSettings): Promise<KnownPrinter> {
  await disconnect()
  return afterOthers({ ...settings, known: null }, true, async () => {})
}

async function afterOthers(
  settings: PrinterSettings,
  mayAsk: boolean,
  job: (connection: Connection) => Promise<void>,
): Promise<KnownPrinter> {
  const turn = queue.then(async () => {
    const connection = await connect(settings, mayAsk)
    try {
      await job(connection)
    } catch (error) {
      // What is wrong with the printer may be over at the next try, with a new connection. Nothing else breaks it.
      if (error instanceof PrinterFailure) await disconnect()
      throw error
    }
    return connection.device.known
  })
  queue = turn.catch(() => {})
  return turn
}

async function connect(settings: PrinterSettings, mayAsk: boolean): Promise<Connection> {
  if (current !== null && isSameLine(current.settings, settings) && current.device.isOpen()) return current
  await disconnect()
  const device = await openDevice(settings, mayAsk)
  current = { settings, device, answers: device.listen === null ? false : null, hear: startHearing(device) }
  return current
}

/** A printer at a serial port hears nothing at another speed. */
const isSameLine = (a: PrinterSettings, b: PrinterSettings): boolean =>
  a.connection === b.connection && a.baudRate === b.baudRate

function openDevice(
  { connection, known, baudRate }: PrinterSettings,
  mayAsk: boolean,
): Promise<PrinterDevice> {
  if (connection === 'usb') return connectUsb(known, mayAsk)
  if (connection === 'serial') return connectSerial(known, mayAsk, baudRate)
  return connectBluetooth(known, mayAsk)
}

async function disconnect(): Promise<void> {
  const closing = current
  current = null
  // It may be gone already.
  await closing?.device.close().catch(() => {})
}

function startHearing(device: PrinterDevice): Connection['hear'] {
  const heard: number[] = []
  let wake = () => {}
  void device
    .listen?.((bytes) => {
      heard.push(...bytes)
      wake()
    })
    // The printer is gone: the next write tells.
    .catch(() => {})
  return async (ms) => {
    if (heard.length === 0) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), pass(ms)])
    const [latest = null] = heard.splice(0).slice(-1)
    return latest
  }
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function checkPaper(connection: Connection): Promise<void> {
  if (connection.answers === false) return
  await send(connection, ASK_PAPER)
  const answer = await connection.hear(ANSWER_MS)
  connection.answers = answer !== null
  if (answer !== null && (answer & NO_PAPER_NOW) !== 0) throw new PrinterFailure('no paper')
}

/** A printer that never answers is believed when its driver has accepted everything. */
async function waitUntilDone(connection: Connection): Promise<void> {
  if (connection.answers !== true) return
  await send(connection, ASK_WHEN_DONE)
  const answer = await connection.hear(DONE_MS)
  if (answer === null) throw new PrinterFailure('silent')
  if ((answer & NO_PAPER_AFTER) !== 0) throw new PrinterFailure('no paper')
}

async function send({ device }: Connection, bytes: Uint8Array): Promise<void> {
  const isLate = Symbol('late')
  const ended = await Promise.race([device.write(Uint8Array.from(bytes)), pass(WRITE_MS).then(() => isLate)])
  if (ended === isLate) throw new PrinterFailure('silent')
}
