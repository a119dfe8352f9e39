// A paper as the bytes of a receipt printer (ESC/POS).
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { encode } from 'uqr'
import type { Paper } from '../../ui/receipt/paper.ts'
import type { PaperSettings } from '../later/settings.ts'
import { layOut, type Printed, type PrintedLine } from './lay-out.ts'
import { toPrintable } from './letters.ts'

/** Numbers of the code pages for `ESC t`. They are the same on all printers that we know. */
const CODE_PAGES = { cp437: 0, cp850: 2 } as const
/** 25 mm at 203 dots an inch. */
const QR_DOTS = 200
const QR_LARGEST = 8
/** From the print head to the place where paper is torn or cut. */
const FEED_LINES = 4

export function encodePaper(
  paper: Paper,
  { columns, codePage, hasCutter }: PaperSettings,
  opensDrawer: boolean,
): Uint8Array {
  const encoder = startJob({ columns, codePage })
  if (opensDrawer) encoder.pulse()
  for (const line of layOut(paper, columns, (text) => toPrintable(text, codePage))) addLine(encoder, line)
  encoder.newline(FEED_LINES)
  if (hasCutter) encoder.cut('partial')
  return encoder.encode()
}

/** Nothing is printed. */
export const encodeDrawer = (): Uint8Array => startJob({ columns: 32, codePage: 'cp437' }).pulse().encode()

const startJob = ({ columns, codePage }: Pick<PaperSettings, 'columns' | 'codePage'>) =>
  new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    codepageMapping: CODE_PAGES,
    newline: '\n',
    feedBeforeCut: 0,
  })
    .initialize()
    .codepage(codePage)

function addLine(encoder: ReceiptPrinterEncoder, line: Printed): void {
  if ('qr' in line) addQr(encoder, line.qr)
  else addText(encoder, line)
}

function addText(encoder: ReceiptPrinterEncoder, line: PrintedLine): void {
  const { text, width = 1, height = 1, isStrong = false, isCentred = false, isInverted = false } = line
  encoder
    .align(isCentred ? 'center' : 'left')
    .size(width, height)
    .bold(isStrong)
    .invert(isInverted)
    .line(text)
    .invert(false)
    .bold(false)
    .size(1, 1)
    .align('left')
}

function addQr(encoder: ReceiptPrinterEncoder, address: string): void {
  const { size } = encode(address, { ecc: 'M', border: 0 })
  encoder
    .newline()
    .align('center')
    .qrcode(address, { model: 2, size: Math.min(QR_LARGEST, Math.round(QR_DOTS / size)), errorlevel: 'm' })
    .align('left')
}
