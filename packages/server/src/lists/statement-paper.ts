// A statement on paper: a PDF of A4 pages, oldest line first, as a bank writes it. Its sums are those of its own lines, so
// on every page opening + movements = closing, whatever is sold meanwhile.
import {
  type Bututs,
  bututs,
  describeDays,
  type FileAnswer,
  formatAmount,
  countOf,
  formatCount,
  formatDay,
  formatGmd,
  formatTime,
  lineKinds,
  type StatementLine,
  sumLines,
} from '@flexpower/contract'
import type { Site } from '../config/site.ts'
import type { Db } from '../db/db.ts'
import type { Days, Source } from '../ledger/statement.ts'
import { type Block, drawPdf, type PdfColumn } from '../pdf/draw.ts'
import { Refusal } from '../refusal.ts'
import { readLines, readSums } from './statement-list.ts'

/** A month of the busiest counter has about 3,000; more is a file for a spreadsheet and not a paper. */
export const PAPER_LINES = 10_000

interface Statement {
  source: Source
  days: Days
  /** `Float statement` */
  title: string
  /** `Fatou Ceesay, NAWEC float` */
  account: string
  /** Something that the lines do not say. */
  note?: string | undefined
  /** Without the days and the file extension. */
  fileName: string
}

export async function drawStatement(
  { db, site, at }: { db: Db; site: Site; at: Date },
  { source, days, title, account, note, fileName }: Statement,
): Promise<FileAnswer> {
  const lines = await readLines(db, source, days, PAPER_LINES + 1)
  if (lines.length > PAPER_LINES)
    throw new Refusal(
      'refused',
      `These days have more than ${formatCount(PAPER_LINES)} movements, too many for one PDF. Choose fewer days, or save them as CSV or Excel.`,
    )
  const before = lines.length === 0 ? (await readSums(db, source, days)).opening : bututs(0)
  const sums = sumLines(lines, before)
  const content = await drawPdf({
    paper: 'A4',
    title: `${site.productName}: ${title}`,
    foot: `${account} · Opening ${formatGmd(sums.opening)} · Closing ${formatGmd(sums.closing)}`,
    author: site.companyName,
    at,
    blocks: [
      { kind: 'heading', text: title, note: `${account}. ${describeDays(days)}` },
      {
        kind: 'facts',
        facts: [
          ['Opening', formatGmd(sums.opening)],
          ['In', formatGmd(sums.in)],
          ['Out', formatGmd(sums.out)],
          ['Closing', formatGmd(sums.closing)],
        ],
      },
      buildTable(lines, sums),
      ...(note === undefined ? [] : [{ kind: 'text' as const, text: note }]),
      {
        kind: 'text',
        text: `${countOf(lines.length, 'movement')}. Amounts in GMD.`,
      },
      {
        kind: 'text',
        text: `${site.companyName}, ${site.address}. Made ${formatDay(at)}, ${formatTime(at)}.`,
      },
    ],
  })
  const name = [fileName, days.from, days.to].filter((part) => part !== undefined).join('-')
  return { name: `${name}.pdf`, bytes: content.length, content }
}

const columns: readonly PdfColumn[] = [
  // A date and a reference fit on one line.
  { header: 'Date', share: 88 },
  { header: 'Movement', share: 84 },
  { header: 'Reference', share: 120 },
  { header: 'About', share: 83 },
  { header: 'Amount', align: 'right', share: 66 },
  { header: 'Balance', align: 'right', share: 70 },
]

function buildTable(
  lines: readonly StatementLine[],
  { opening, closing }: { opening: Bututs; closing: Bututs },
): Block {
  const balance = (name: string, amount: Bututs) => [name, '', '', '', '', formatAmount(amount)]
  return {
    kind: 'table',
    columns,
    rows: [balance('Opening', opening), ...lines.map(writeLine)],
    total: balance('Closing', closing),
    // The first row is the opening.
    carry: (rows) => {
      const carried = lines[rows - 2]?.balance ?? opening
      return { end: balance('Carried forward', carried), begin: balance('Brought forward', carried) }
    },
  }
}

const writeLine = ({ at, what, reference, about, amount, balance }: StatementLine): string[] => [
  `${formatDay(at)} ${formatTime(at)}`,
  lineKinds[what],
  reference,
  about,
  formatAmount(amount),
  formatAmount(balance),
]
