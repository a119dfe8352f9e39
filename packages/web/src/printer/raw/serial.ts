// Printers at a serial port, and those that an operating system shows as one (Web Serial).
import { PrinterFailure } from '../later/describe-failure.ts'
import type { KnownPrinter } from '../later/settings.ts'
import { cutBytes, orFail, type PrinterDevice } from './device.ts'

interface SerialPort {
  readable: ReadableStream<Uint8Array> | null
  writable: WritableStream<Uint8Array> | null
  open: (options: { baudRate: number; bufferSize: number }) => Promise<void>
  close: () => Promise<void>
  getInfo: () => { usbVendorId?: number; usbProductId?: number }
}

interface Serial {
  getPorts: () => Promise<SerialPort[]>
  requestPort: () => Promise<SerialPort>
}

const PART_BYTES = 512

export async function connectSerial(
  known: KnownPrinter | null,
  mayAsk: boolean,
  baudRate: number,
): Promise<PrinterDevice> {
  const serial = (navigator as { serial?: Serial }).serial
  if (serial === undefined) throw new PrinterFailure('unsupported')
  if (known !== null) {
    const port = findKnown(await serial.getPorts(), known)
    if (port === undefined) throw new PrinterFailure('missing')
    return open(port, baudRate)
  }
  if (!mayAsk) throw new PrinterFailure('unchosen')
  return open(await orFail('refused', serial.requestPort()), baudRate)
}

const findKnown = (ports: readonly SerialPort[], known: KnownPrinter): SerialPort | undefined =>
  ports.find((port) => {
    const { usbVendorId, usbProductId } = port.getInfo()
    return usbVendorId === known.vendorId && usbProductId === known.productId
  })

async function open(port: SerialPort, baudRate: number): Promise<PrinterDevice> {
  if (port.writable === null) await orFail('busy', port.open({ baudRate, bufferSize: 4096 }))
  const { usbVendorId, usbProductId } = port.getInfo()
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return {
    known: { name: 'Serial printer', vendorId: usbVendorId, productId: usbProductId },
    write: async (bytes) => {
      writer ??= port.writable?.getWriter()
      if (writer === undefined) throw new PrinterFailure('lost')
      for (const part of cutBytes(bytes, PART_BYTES)) await orFail('lost', writer.write(part))
    },
    listen: async (heard) => {
      reader = port.readable?.getReader()
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (value !== undefined) heard(value)
        if (done) return
      }
    },
    isOpen: () => port.writable !== null,
    // A port cannot be closed while somebody reads or writes, not even for a printer that takes no more.
    close: async () => {
      await Promise.allSettled([writer?.abort(), reader?.cancel()])
      writer?.releaseLock()
      reader?.releaseLock()
      await port.close()
    },
  }
}
