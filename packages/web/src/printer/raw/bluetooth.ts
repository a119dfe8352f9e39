// Printers over Bluetooth Low Energy (Web Bluetooth).
import { PrinterFailure } from '../later/describe-failure.ts'
import type { KnownPrinter } from '../later/settings.ts'
import { cutBytes, orFail, type PrinterDevice } from './device.ts'

interface Characteristic extends EventTarget {
  properties: { write: boolean; writeWithoutResponse: boolean }
  value?: DataView
  writeValueWithResponse: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  writeValueWithoutResponse: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  startNotifications: () => Promise<unknown>
}

interface Service {
  getCharacteristic: (id: string) => Promise<Characteristic>
}

interface Server {
  connected: boolean
  connect: () => Promise<Server>
  disconnect: () => void
  getPrimaryService: (id: string) => Promise<Service>
}

interface BluetoothDevice {
  id: string
  name?: string
  gatt?: Server
}

interface Bluetooth {
  /** Not in every browser. */
  getDevices?: () => Promise<BluetoothDevice[]>
  requestDevice: (options: object) => Promise<BluetoothDevice>
}

const longId = (short: string): string => `0000${short}-0000-1000-8000-00805f9b34fb`

/** How the usual modules of receipt printers take bytes, and how they answer. */
const MODULES = [
  { service: longId('18f0'), print: longId('2af1'), answer: longId('2af0') },
  {
    service: '49535343-fe7d-4ae5-8fa9-9fafd205e455',
    print: '49535343-8841-43f4-a8d4-ecbe34729bb3',
    answer: '49535343-1e4d-4bd9-ba61-23c647249616',
  },
  {
    service: 'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
    print: 'bef8d6c9-9c21-4c9e-b632-bd58c1009f9f',
    answer: null,
  },
  { service: longId('ff00'), print: longId('ff02'), answer: longId('ff01') },
] as const

/** What every such printer takes at once. */
const PART_BYTES = 100

export async function connectBluetooth(known: KnownPrinter | null, mayAsk: boolean): Promise<PrinterDevice> {
  const bluetooth = (navigator as { bluetooth?: Bluetooth }).bluetooth
  if (bluetooth === undefined) throw new PrinterFailure('unsupported')
  const devices = known === null ? [] : ((await bluetooth.getDevices?.()) ?? [])
  const device = devices.find(({ id }) => id === known?.id)
  if (device !== undefined) return open(device)
  // A browser that does not remember Bluetooth devices has to ask again.
  if (!mayAsk) throw new PrinterFailure('unchosen')
  const options = {
    filters: MODULES.map(({ service }) => ({ services: [service] })),
    optionalServices: MODULES.map(({ service }) => service),
  }
  return open(await orFail('refused', bluetooth.requestDevice(options)))
}

async function open(device: BluetoothDevice): Promise<PrinterDevice> {
  if (device.gatt === undefined) throw new PrinterFailure('missing')
  const server = await orFail('missing', device.gatt.connect())
  const { print, answer } = await findCharacteristics(server)
  const hasResponse = print.properties.write
  return {
    known: { name: device.name ?? 'Bluetooth printer', id: device.id },
    write: async (bytes) => {
      for (const part of cutBytes(bytes, PART_BYTES))
        await orFail(
          'lost',
          hasResponse ? print.writeValueWithResponse(part) : print.writeValueWithoutResponse(part),
        )
    },
    listen:
      answer === null
        ? null
        : async (heard) => {
            answer.addEventListener('characteristicvaluechanged', () => {
              const { value } = answer
              if (value) heard(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
            })
            await answer.startNotifications()
          },
    isOpen: () => server.connected,
    close: async () => server.disconnect(),
  }
}

async function findCharacteristics(server: Server) {
  for (const { service, print, answer } of MODULES) {
    const found = await server.getPrimaryService(service).catch(() => null)
    if (found === null) continue
    return {
      print: await orFail('unsupported', found.getCharacteristic(print)),
      answer: answer === null ? null : await found.getCharacteristic(answer).catch(() => null),
    }
  }
  throw new PrinterFailure('unsupported')
}
