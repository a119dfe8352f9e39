// A receipt printer of 203 dots an inch: interprets the ESC/POS commands that we use and draws what comes out. A command
// that we do not use, a letter that the printer lacks and a line that is too long are errors.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'uqr'
import { type CodePage, codePages } from '../raw/letters.ts'
import type { Picture } from './picture.ts'

const [LETTER_WIDTH, LETTER_HEIGHT, LINE_HEIGHT] = [12, 24, 30]
const MARGIN = 24

const font = new Map(
  readFileSync(join(import.meta.dirname, 'font-12x24.txt'), 'utf8')
    .split('\n')
    .map((line) => [line.slice(0, 1), (line.slice(2).match(/.{3}/g) ?? []).map((row) => parseInt(row, 16))]),
)

const codePageNumbers: Readonly<Record<number, CodePage>> = { 0: 'cp437', 2: 'cp850' }

interface Letter {
  letter: string
  width: number
  height: number
  isStrong: boolean
  isInverted: boolean
}

export interface PrintOut {
  picture: Picture
  /** The text of every line. */
  lines: string[]
  cuts: number
  /** How often the drawer was opened. */
  pulses: number
}

export function printOut(bytes: Uint8Array, columns: number): PrintOut {
  const printer = new Emulator(columns * LETTER_WIDTH)
  printer.read(bytes)
  return printer.finish()
}

class Emulator {
  readonly #width: number
  readonly #rows: Uint8Array[] = []
  readonly #lines: string[] = []
  #line: Letter[] = []
  #codePage: CodePage = 'cp437'
  #isStrong = false
  #isInverted = false
  #size = { width: 1, height: 1 }
  #place = 0
  #cuts = 0
  #pulses = 0
  #qr = { size: 3, text: '' }

  constructor(width: number) {
    this.#width = width
    this.#feed(MARGIN)
  }

  read(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) at += this.#command(bytes.subarray(at))
  }

  finish(): PrintOut {
    if (this.#line.length > 0) throw new Error('The last line was not ended')
    const picture = { width: this.#width + 2 * MARGIN, rows: this.#rows }
    return { picture, lines: this.#lines, cuts: this.#cuts, pulses: this.#pulses }
  }

  /** How many bytes the command takes. */
  #command(bytes: Uint8Array): number {
    const [first = 0, second = 0, third = 0] = bytes
    if (first === 0x0a) return this.#endLine()
    if (first >= 0x20) return this.#letter(first)
    switch (`${first.toString(16)} ${second.toString(16)}`) {
      case '1b 40':
        return this.#reset()
      // No Chinese letters; font A.
      case '1c 2e':
        return 2
      case '1b 4d':
        return 3
      case '1b 74':
        return this.#setCodePage(third)
      case '1b 45':
        this.#isStrong = third === 1
        return 3
      case '1d 42':
        this.#isInverted = third === 1
        return 3
      case '1d 21':
        this.#size = { width: (third >> 4) + 1, height: (third & 7) + 1 }
        return 3
      case '1b 61':
        this.#place = third
        return 3
      case '1b 70':
        this.#pulses += 1
        return 5
      case '1d 56':
        this.#cuts += 1
        return 3
      case '1d 28':
        return this.#qrCommand(bytes)
      default:
        throw new Error(`Unknown command ${Buffer.from(bytes.subarray(0, 6)).toString('hex')}`)
    }
  }

  #reset(): number {
    this.#isStrong = false
    this.#isInverted = false
    this.#size = { width: 1, height: 1 }
    this.#place = 0
    this.#codePage = 'cp437'
    return 2
  }

  #setCodePage(number: number): number {
    const codePage = codePageNumbers[number]
    if (codePage === undefined) throw new Error(`Unknown code page ${number}`)
    this.#codePage = codePage
    return 3
  }

  #letter(byte: number): number {
    const letter = byte < 128 ? String.fromCharCode(byte) : (codePages[this.#codePage][byte - 128] ?? '')
    if (!font.has(letter)) throw new Error(`No character for byte ${byte}`)
    this.#line.push({ letter, ...this.#size, isStrong: this.#isStrong, isInverted: this.#isInverted })
    return 1
  }

  #endLine(): number {
    const dots = this.#line.reduce((sum, { width }) => sum + width * LETTER_WIDTH, 0)
    const text = this.#line.map(({ letter }) => letter).join('')
    if (dots > this.#width) throw new Error(`Longer than the paper is wide: ${text}`)
    const height = Math.max(1, ...this.#line.map((letter) => letter.height)) * LETTER_HEIGHT
    const top = this.#feed(Math.max(height + LINE_HEIGHT - LETTER_HEIGHT, LINE_HEIGHT))
    let left = MARGIN + this.#align(dots)
    for (const letter of this.#line) {
      this.#draw(letter, left, top + height - letter.height * LETTER_HEIGHT)
      left += letter.width * LETTER_WIDTH
    }
    this.#lines.push(text)
    this.#line = []
    return 1
  }

  #align(dots: number): number {
    return Math.floor(((this.#width - dots) * this.#place) / 2)
  }

  #draw({ letter, width, height, isStrong, isInverted }: Letter, left: number, top: number): void {
    const rows = font.get(letter) ?? []
    const isDot = (x: number, y: number) => x >= 0 && (((rows[y] ?? 0) >> (LETTER_WIDTH - 1 - x)) & 1) === 1
    for (let y = 0; y < LETTER_HEIGHT * height; y += 1)
      for (let x = 0; x < LETTER_WIDTH * width; x += 1) {
        const [column, row] = [Math.floor(x / width), Math.floor(y / height)]
        const isBlack = isDot(column, row) || (isStrong && isDot(Math.floor((x - 1) / width), row))
        this.#dot(left + x, top + y, isBlack !== isInverted)
      }
  }

  /** `GS ( k`: stores the size and the text, and prints. */
  #qrCommand(bytes: Uint8Array): number {
    const length = (bytes[3] ?? 0) + (bytes[4] ?? 0) * 256
    const call = String.fromCharCode(bytes[6] ?? 0)
    if (call === 'C') this.#qr.size = bytes[7] ?? 3
    if (call === 'P') this.#qr.text = Buffer.from(bytes.subarray(8, 5 + length)).toString('latin1')
    if (call === 'Q') this.#drawQr()
    return 5 + length
  }

  #drawQr(): void {
    const { size, data } = encode(this.#qr.text, { ecc: 'M', border: 0 })
    const dots = size * this.#qr.size
    const top = this.#feed(dots)
    const left = MARGIN + this.#align(dots)
    for (let y = 0; y < dots; y += 1)
      for (let x = 0; x < dots; x += 1)
        this.#dot(
          left + x,
          top + y,
          data[Math.floor(y / this.#qr.size)]?.[Math.floor(x / this.#qr.size)] === true,
        )
    this.#lines.push(`QR ${this.#qr.text}`)
  }

  #dot(x: number, y: number, isBlack: boolean): void {
    if (isBlack) this.#rows[y]?.fill(1, x, x + 1)
  }

  /** Adds white rows, and tells where they begin. */
  #feed(count: number): number {
    const top = this.#rows.length
    for (let row = 0; row < count; row += 1) this.#rows.push(new Uint8Array(this.#width + 2 * MARGIN))
    return top
  }
}
