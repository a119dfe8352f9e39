// Printers at a USB socket (WebUSB).
import { PrinterFailure } from '../later/describe-failure.ts'
import type { KnownPrinter } from '../later/settings.ts'
import { cutBytes, orFail, type PrinterDevice } from './device.ts'

interface UsbEndpoint {
  endpointNumber: number
  direction: 'in' | 'out'
  type: 'bulk' | 'interrupt' | 'isochronous'
}

interface UsbInterface {
  interfaceNumber: number
  alternate: { interfaceClass: number; endpoints: readonly UsbEndpoint[] }
}

interface UsbDevice {
  vendorId: number
  productId: number
  serialNumber?: string
  productName?: string
  opened: boolean
  configuration: { interfaces: readonly UsbInterface[] } | null
  open: () => Promise<void>
  close: () => Promise<void>
  selectConfiguration: (value: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  transferOut: (
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ) => Promise<{ status: string; bytesWritten: number }>
  transferIn: (endpoint: number, length: number) => Promise<{ data?: DataView }>
}

interface Usb {
  getDevices: () => Promise<UsbDevice[]>
  requestDevice: (options: { filters: object[] }) => Promise<UsbDevice>
}

const PRINTER_CLASS = 7
/** Makers whose printers do not say that they are printers. */
const MAKERS = [0x0416, 0x0483, 0x04b8, 0x0519, 0x0fe6, 0x1504, 0x154f, 0x1d90, 0x1fc9, 0x28e9]
const filters = [{ classCode: PRINTER_CLASS }, ...MAKERS.map((vendorId) => ({ vendorId }))]
const PART_BYTES = 4096
const ANSWER_BYTES = 64

export async function connectUsb(known: KnownPrinter | null, mayAsk: boolean): Promise<PrinterDevice> {
  const usb = (navigator as { usb?: Usb }).usb
  if (usb === undefined) throw new PrinterFailure('unsupported')
  if (known !== null) {
    const device = findKnown(await usb.getDevices(), known)
    if (device === undefined) throw new PrinterFailure('missing')
    return open(device)
  }
  if (!mayAsk) throw new PrinterFailure('unchosen')
  return open(await orFail('refused', usb.requestDevice({ filters })))
}

const findKnown = (devices: readonly UsbDevice[], known: KnownPrinter): UsbDevice | undefined => {
  const alike = devices.filter(
    ({ vendorId, productId }) => vendorId === known.vendorId && productId === known.productId,
  )
  return alike.find(({ serialNumber }) => serialNumber === known.serialNumber) ?? alike[0]
}

async function open(device: UsbDevice): Promise<PrinterDevice> {
  if (!device.opened) await orFail('busy', device.open())
  if (device.configuration === null) await orFail('busy', device.selectConfiguration(1))
  const found = findInterface(device)
  if (found === undefined) throw new PrinterFailure('unsupported')
  const { face, output } = found
  await orFail('busy', device.claimInterface(face.interfaceNumber))
  const input = face.alternate.endpoints.find(isBulk('in'))
  return {
    known: {
      name: device.productName ?? 'USB printer',
      vendorId: device.vendorId,
      productId: device.productId,
      serialNumber: device.serialNumber,
    },
    write: async (bytes) => {
      for (const part of cutBytes(bytes, PART_BYTES)) {
        const { status, bytesWritten } = await orFail('lost', device.transferOut(output.endpointNumber, part))
        if (status !== 'ok' || bytesWritten !== part.length) throw new PrinterFailure('lost')
      }
    },
    listen:
      input === undefined
        ? null
        : async (heard) => {
            for (;;) {
              const { data } = await device.transferIn(input.endpointNumber, ANSWER_BYTES)
              if (data !== undefined) heard(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
            }
          },
    isOpen: () => device.opened,
    close: () => device.close(),
  }
}

const isBulk =
  (direction: 'in' | 'out') =>
  (endpoint: UsbEndpoint): boolean =>
    endpoint.direction === direction && endpoint.type === 'bulk'

/** One that says that it prints, or else one that takes bytes. */
function findInterface({ configuration }: UsbDevice) {
  const faces = (configuration?.interfaces ?? []).flatMap((face) => {
    const output = face.alternate.endpoints.find(isBulk('out'))
    return output === undefined ? [] : [{ face, output }]
  })
  return faces.find(({ face }) => face.alternate.interfaceClass === PRINTER_CLASS) ?? faces[0]
}
