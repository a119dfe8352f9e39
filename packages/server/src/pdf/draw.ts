// Draws a document as PDF: on A4 pages, or on a receipt roll that is as long as its content. A document is a list of
// blocks; fonts, margins, page breaks and repeated table heads are decided here, so that all our papers look alike.
import { buffer } from 'node:stream/consumers'
import { setImmediate as pause } from 'node:timers/promises'
import type PdfKit from 'pdfkit'
import { toPrintable } from './printable.ts'

/** A4, or the width of a roll in millimetres. */
export type Paper = 'A4' | 58 | 80

export interface PdfColumn {
  header: string
  align?: 'left' | 'right'
  /** Its part of the width, compared with the other columns; 1 by default. */
  share?: number
}

export type Block =
  | { kind: 'heading'; text: string; note?: string }
  | { kind: 'text'; text: string; align?: 'left' | 'center' | 'right' }
  /** Names with their values, such as totals: side by side on a page, one below the other on a roll. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[]; isStrong?: boolean }
  /** A row has a text for each column. The head is repeated on every page, and no row is cut in two. */
  | {
      kind: 'table'
      columns: readonly PdfColumn[]
      rows: readonly (readonly string[])[]
      total?: readonly string[]
      /** Written where a page ends after so many rows, and where the next one begins: such as a balance. */
      carry?: (rows: number) => { end: readonly string[]; begin: readonly string[] }
    }

export interface PdfDocument {
  paper: Paper
  /** In the properties of the file and at the foot of every page. */
  title: string
  /** At the foot of every page too, below the title. */
  foot?: string
  author: string
  /** When it was made. */
  at: Date
  blocks: readonly Block[]
}

export const PDF_TYPE = 'application/pdf'

type Pdf = InstanceType<typeof PdfKit>

interface Look {
  margin: number
  text: number
  heading: number
}

const POINTS_PER_MM = 72 / 25.4
const A4 = { width: 595.28, height: 841.89 }
/** The longest page that PDF readers accept; a roll with more content gets a second one. */
const LONGEST = 14_400
const PAGE_LOOK: Look = { margin: 42, text: 9, heading: 16 }
const ROLL_LOOK: Look = { margin: 8, text: 7.5, heading: 10 }
const FONT = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const INK = '#10231c'
const QUIET = '#55635d'
const LINE = '#b9b5a8'
const CELL_GAP = 6
const ROW_GAP = 5
/** A few milliseconds of drawing. */
const ROWS_AT_ONCE = 10

export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  const { paper } = document
  if (paper === 'A4') return (await drawOn(document, A4, PAGE_LOOK)).content
  const width = paper * POINTS_PER_MM
  // How long it becomes is only known once it is drawn.
  const { end } = await drawOn(document, { width, height: LONGEST }, ROLL_LOOK)
  return (await drawOn(document, { width, height: end + ROLL_LOOK.margin }, ROLL_LOOK)).content
}

async function drawOn(document: PdfDocument, size: { width: number; height: number }, look: Look) {
  // Loaded when the first document is drawn: its fonts would slow down every start of the server.
  const { default: PdfDocumentClass } = await import('pdfkit')
  const pdf = new PdfDocumentClass({
    size: [size.width, size.height],
    margin: look.margin,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: toPrintable(document.title),
      Author: toPrintable(document.author),
      CreationDate: document.at,
    },
  })
  const content = buffer(pdf)
  const sheet = createSheet(pdf, look)
  for (const block of document.blocks) await drawBlock(sheet, block)
  const end = pdf.y
  if (document.paper === 'A4') numberPages(sheet, document)
  pdf.end()
  return { content: await content, end }
}

interface Sheet {
  pdf: Pdf
  look: Look
  left: number
  width: number
  isRoll: boolean
  /** A new page, if what comes next does not fit on this one; true if there is one. `finish` is drawn on the old one. */
  makeRoom(height: number, finish?: () => void): boolean
}

function createSheet(pdf: Pdf, look: Look): Sheet {
  const { width, height } = pdf.page
  return {
    pdf,
    look,
    left: look.margin,
    width: width - 2 * look.margin,
    isRoll: look === ROLL_LOOK,
    makeRoom(needed, finish) {
      const isFull = pdf.y + needed > height - look.margin
      // What is higher than a page would not fit on the next one either.
      if (!isFull || pdf.y === look.margin) return false
      finish?.()
      pdf.addPage()
      return true
    },
  }
}

async function drawBlock(sheet: Sheet, block: Block): Promise<void> {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheet, block)
    case 'text':
      return drawText(sheet, block)
    case 'facts':
      return drawFacts(sheet, block)
    case 'table':
      return drawTable(sheet, block)
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

function drawHeading({ pdf, look, left, width, isRoll, makeRoom }: Sheet, { text, note }: Of<'heading'>) {
  makeRoom(4 * look.heading)
  const align = isRoll ? 'center' : 'left'
  pdf.font(BOLD).fontSize(look.heading).fillColor(INK)
  pdf.text(toPrintable(text), left, pdf.y, { width, align })
  if (note !== undefined) {
    pdf.font(FONT).fontSize(look.text).fillColor(QUIET)
    pdf.text(toPrintable(note), left, pdf.y + 2, { width, align })
  }
  pdf.y += look.text
}

function drawText({ pdf, look, left, width, makeRoom }: Sheet, { text, align = 'left' }: Of<'text'>) {
  pdf.font(FONT).fontSize(look.text).fillColor(INK)
  const printable = toPrintable(text)
  makeRoom(pdf.heightOfString(printable, { width }))
  pdf.text(printable, left, pdf.y, { width, align })
  pdf.y += look.text / 2
}

function drawFacts(sheet: Sheet, { facts, isStrong = false }: Of<'facts'>): void {
  if (sheet.isRoll) {
    const columns: PdfColumn[] = [{ header: '' }, { header: '', align: 'right' }]
    for (const row of facts) drawRow(sheet, columns, row, isStrong ? BOLD : FONT)
    sheet.pdf.y += sheet.look.text / 2
    return
  }
  const { pdf, look, left, width, makeRoom } = sheet
  makeRoom(5 * look.text)
  const top = pdf.y
  const share = width / facts.length
  for (const [index, [name, value]] of facts.entries()) {
    const at = left + index * share
    pdf.font(FONT).fontSize(look.text).fillColor(QUIET)
    pdf.text(toPrintable(name), at, top, { width: share - CELL_GAP, lineBreak: false })
    pdf
      .font(BOLD)
      .fontSize(look.text + 3)
      .fillColor(INK)
    pdf.text(toPrintable(value), at, top + look.text + 4, { width: share - CELL_GAP, lineBreak: false })
  }
  pdf.y = top + 4 * look.text
}

async function drawTable(sheet: Sheet, { columns, rows, total, carry }: Of<'table'>): Promise<void> {
  const drawBold = (texts: readonly string[]) => drawRow(sheet, columns, texts, BOLD)
  const drawHead = () => drawBold(columns.map(({ header }) => header))
  const room = carry ? measureRow(sheet, columns, carry(0).end, BOLD) : 0
  const drawNext = async (row: readonly string[], font: string, place: number) => {
    const height = measureRow(sheet, columns, row, font)
    if (sheet.makeRoom(height + room, carry && (() => drawBold(carry(place).end)))) {
      drawHead()
      if (carry) drawBold(carry(place).begin)
    }
    drawRow(sheet, columns, row, font, height)
    // A long table takes seconds, and sales go on meanwhile.
    if (place % ROWS_AT_ONCE === 0) await pause()
  }
  sheet.makeRoom(6 * sheet.look.text)
  drawHead()
  for (const [place, row] of rows.entries()) await drawNext(row, FONT, place)
  if (total) await drawNext(total, BOLD, rows.length)
  sheet.pdf.y += sheet.look.text
}

/** Where each column begins, and how much room its text has. */
function placeColumns({ left, width }: Sheet, columns: readonly PdfColumn[]) {
  const shares = columns.map(({ share = 1 }) => share)
  const all = shares.reduce((sum, share) => sum + share, 0)
  let at = left
  return shares.map((share) => {
    const place = { at, width: (width * share) / all - CELL_GAP }
    at += (width * share) / all
    return place
  })
}

function measureRow(sheet: Sheet, columns: readonly PdfColumn[], texts: readonly string[], font: string) {
  const { pdf, look } = sheet
  pdf.font(font).fontSize(look.text)
  const places = placeColumns(sheet, columns)
  const heights = texts.map((text, index) =>
    pdf.heightOfString(toPrintable(text), { width: places[index]?.width ?? 0 }),
  )
  return Math.max(look.text, ...heights) + ROW_GAP
}

function drawRow(
  sheet: Sheet,
  columns: readonly PdfColumn[],
  texts: readonly string[],
  font: string,
  height = measureRow(sheet, columns, texts, font),
): void {
  const { pdf, look, left, width } = sheet
  const top = pdf.y
  pdf.font(font).fontSize(look.text).fillColor(INK)
  for (const [index, { at, width: room }] of placeColumns(sheet, columns).entries())
    pdf.text(toPrintable(texts[index] ?? ''), at, top, {
      width: room,
      align: columns[index]?.align ?? 'left',
    })
  const foot = top + height - 2
  pdf
    .moveTo(left, foot)
    .lineTo(left + width, foot)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  pdf.y = top + height
}

/** `Revenue report · Page 1 of 3`, when all pages are there. */
function numberPages({ pdf, look, left, width }: Sheet, { title, foot }: PdfDocument): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // In the margin: the library would begin a new page there.
    pdf.page.margins.bottom = 0
    pdf
      .font(FONT)
      .fontSize(look.text - 1)
      .fillColor(QUIET)
    const top = A4.height - look.margin + look.text
    const numbered = toPrintable(`${title} · Page ${page - start + 1} of ${count}`)
    pdf.text(numbered, left, top, { width, align: 'right', lineBreak: false })
    if (foot !== undefined)
      pdf.text(toPrintable(foot), left, top + look.text + 2, { width, align: 'right', lineBreak: false })
  }
}
