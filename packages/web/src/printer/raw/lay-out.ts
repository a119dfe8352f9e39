// A paper as lines of a printer's own letters, all equally wide: what fits in a line, what is aligned, what is large.
import { type Block, type Mark, type Paper, type PaperLine, splitToken } from '../../ui/receipt/paper.ts'

export interface PrintedLine {
  text: string
  /** How many times as wide and as high as a usual letter. */
  width?: number
  height?: number
  isStrong?: boolean
  isCentred?: boolean
  /** White on black. */
  isInverted?: boolean
}

export type Printed = PrintedLine | { qr: string }

/** A token of 10 digits and two spaces in a line, as large as the paper allows. */
const TOKEN_LETTERS = 12
const TOKEN_LARGEST = 3
const WIDE_COLUMNS = 42

const blocks: Readonly<Record<Mark, string>> = { full: '█', dark: '▓', medium: '▒', light: '░' }

export function layOut(paper: Paper, columns: number, print: (text: string) => string): Printed[] {
  // On narrow paper a token is only twice as large as other letters, so nothing else is high there.
  const isTokenFirst = columns < WIDE_COLUMNS && paper.blocks.some(({ kind }) => kind === 'token')
  return paper.blocks.flatMap((block) =>
    layOutBlock(withTexts(block, print), columns).map((line) =>
      isTokenFirst && block.kind === 'large' ? { ...line, height: 1 } : line,
    ),
  )
}

/** Texts change their length when they are written with other letters, so that comes first. */
const withTexts = (block: Block, print: (text: string) => string): Block => {
  switch (block.kind) {
    case 'facts':
      return { ...block, lines: block.lines.map((line) => withFact(line, print)) }
    case 'large':
      return withFact(block, print)
    case 'token':
      return { ...block, label: print(block.label) }
    case 'rule':
    case 'bar':
    case 'qr':
      return block
    case 'heading':
    case 'centre':
    case 'stamp':
    case 'text':
      return { ...block, text: print(block.text) }
  }
}

const withFact = <Fact extends { label: string; value: string }>(
  fact: Fact,
  print: (text: string) => string,
): Fact => ({ ...fact, label: print(fact.label), value: print(fact.value) })

function layOutBlock(block: Block, columns: number): Printed[] {
  switch (block.kind) {
    case 'heading':
      return centre(block.text, columns).map((line) => ({ ...line, height: 2, isStrong: true }))
    case 'centre':
      return centre(block.text, columns).map((line) => ({
        ...line,
        ...(block.isStrong && { isStrong: true }),
      }))
    case 'stamp':
      return [
        { text: '' },
        { text: ` ${block.text} `, height: 2, isStrong: true, isCentred: true, isInverted: true },
      ]
    case 'rule':
      return [{ text: '─'.repeat(columns) }]
    case 'facts':
      return block.lines.flatMap((line) =>
        placeFact(line, columns).map((text) => ({ text, ...(line.isStrong && { isStrong: true }) })),
      )
    case 'large':
      return placeFact(block, columns).map((text) => ({ text, height: 2, isStrong: true }))
    case 'text':
      return wrap(block.text, columns).map((text) => ({ text, ...(block.isStrong && { isStrong: true }) }))
    case 'token':
      return layOutToken(block, columns)
    case 'bar':
      return [{ text: drawBar(block.parts, columns), height: 2 }]
    case 'qr':
      return [{ qr: block.address }]
  }
}

const centre = (text: string, columns: number): PrintedLine[] =>
  wrap(text, columns).map((line) => ({ text: line, isCentred: true }))

function layOutToken({ label, digits }: { label: string; digits: string }, columns: number): PrintedLine[] {
  const size = Math.min(TOKEN_LARGEST, Math.floor(columns / TOKEN_LETTERS))
  return [
    ...wrap(label, columns).map((text) => ({ text, isCentred: true })),
    ...splitToken(digits).map((text) => ({
      text,
      width: size,
      height: size,
      isCentred: true,
      isStrong: true,
    })),
    { text: '' },
  ]
}

/** Between a label and its value, so that they are not read as one. */
const GAP = 2

/** The label on the left, the value on the right. What does not fit beside it goes to the next line, never broken. */
function placeFact({ label, value, mark }: PaperLine, columns: number): string[] {
  const named = mark === undefined ? label : `${blocks[mark]} ${label}`
  if (named.length + GAP + value.length <= columns) return [spread(named, value, columns)]
  const room = columns - named.length - GAP
  const isLongWord = value.split(' ').some((word) => word.length > room)
  if (!isAmount(value) && !isLongWord && room >= columns / 2) {
    const [first = '', ...others] = wrap(value, room)
    return [spread(named, first, columns), ...others.map((line) => line.padStart(columns))]
  }
  const indent = mark === undefined ? 0 : 2
  const lines = wrap(named, columns).map((line, index) =>
    index === 0 ? line : `${' '.repeat(indent)}${line}`,
  )
  const last = lines.at(-1) ?? ''
  const values = wrap(value, columns)
  return values.length === 1 && last.length + GAP + value.length <= columns && lines.length > 1
    ? [...lines.slice(0, -1), spread(last, value, columns)]
    : [...lines, ...values.map((line) => line.padStart(columns))]
}

const spread = (left: string, right: string, columns: number): string =>
  `${left}${right.padStart(columns - left.length)}`

const isAmount = (value: string): boolean => /[A-Z]{3} \d/.test(value)

/** Not between a currency and its amount, nor between a number and its unit. */
const BREAKS = /(?<!\b[A-Z]{3}|^-) (?!(?:kWh|%)(?:\W|$)|x \d)/

function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(BREAKS).flatMap((part) => cut(part, columns))) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= columns) line = `${line} ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** A word that is longer than a line. */
const cut = (word: string, columns: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(word.length / columns)) }, (_, index) =>
    word.slice(index * columns, (index + 1) * columns),
  )

/** Every part has at least one block, and together they fill the line. */
export function drawBar(parts: readonly { mark: Mark; amount: number }[], columns: number): string {
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
  const widths = parts.map(({ amount }) => Math.max(1, Math.floor((amount / whole) * columns)))
  const rest = columns - widths.reduce((sum, width) => sum + width, 0)
  const widest = widths.indexOf(Math.max(...widths))
  return parts
    .map(({ mark }, index) => blocks[mark].repeat((widths[index] ?? 0) + (index === widest ? rest : 0)))
    .join('')
}
