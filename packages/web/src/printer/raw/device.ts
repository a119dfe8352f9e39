// A receipt printer as its drivers (USB, serial, Bluetooth) offer it: bytes to it, and bytes from it if it can answer.
import { type FailureKind, PrinterFailure } from '../later/describe-failure.ts'
import type { KnownPrinter } from '../later/settings.ts'

export interface PrinterDevice {
  known: KnownPrinter
  /** Resolves when the driver has accepted every byte; rejects when the printer is gone. */
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Null: the printer cannot answer. */
  listen: ((heard: (bytes: Uint8Array) => void) => Promise<void>) | null
  /** False: it was unplugged or switched off. */
  isOpen: () => boolean
  close: () => Promise<void>
}

/** Whatever the browser throws becomes one of ours. */
export async function orFail<Result>(kind: FailureKind, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt
  } catch (cause) {
    throw cause instanceof PrinterFailure ? cause : new PrinterFailure(kind, { cause })
  }
}

/** The parts of a job that a driver accepts at once. */
export const cutBytes = (bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
