// A statement as PDF, over lines that PostgreSQL makes up: long ones, empty ones, and too many.
import { bututs, type Day, type FileAnswer } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Line, Source } from '../ledger/statement.ts'
import { readPdf } from '../pdf/testing/read-pdf.ts'
import { createWorld } from '../testing/world.ts'
import { drawStatement, PAPER_LINES } from './statement-paper.ts'

const { db, clock, config } = await createWorld()

/** As many lines in November 2026, of one dalasi each; every third goes out. */
const source = (lines: number): Source => ({
  lines: () => sql<Line>`
    select n as entry_id, 0 as leg, timestamptz '2026-11-01 08:00Z' + n * interval '1 second' as at, 'sale' as what,
        'electricity' as product, 'L-' || n || '.' as reference, '37201148261' as about,
        case n % 3 when 0 then -100 else 100 end::bigint as amount
      from generate_series(1, ${lines}::int) n`,
  readFirstDay: async () => null,
  readStart: async () => ({ at: new Date('2026-11-01T00:00:00Z'), balance: bututs(50_000) }),
  readClosings: async () => [],
})

const draw = async (lines: number, days: { from?: Day; to?: Day } = { from: '2026-11-01' as Day }) => {
  const file: FileAnswer = await drawStatement(
    { db, site: config.site, at: clock.now() },
    {
      source: source(lines),
      days,
      title: 'Float statement',
      account: 'Fatou Ceesay, NAWEC float',
      fileName: 'float-1',
    },
  )
  return { name: file.name, ...readPdf(file.content as Buffer) }
}

const amount = (text: string | undefined) => Math.round(Number(text?.replaceAll(',', '')) * 100)

test('a month of 3,000 movements has every one, and each page goes on where the one before ended', async () => {
  const { pages, name } = await draw(3_000)
  expect(name).toBe('float-1-2026-11-01.pdf')
  expect(pages.length).toBeGreaterThan(30)
  const all = pages.map(({ text }) => text).join('|')
  const references = Array.from(all.matchAll(/\|L-(\d+)\.\|/g), ([, number]) => Number(number))
  expect(references).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1))
  let balance = 50_000
  for (const [index, { text }] of pages.entries()) {
    const isLast = index === pages.length - 1
    const opened = new RegExp(`\\|${index === 0 ? 'Opening' : 'Brought forward'}\\|([\\d,.]+)\\|1 Nov`).exec(
      text,
    )
    expect(amount(opened?.[1]), text.slice(0, 200)).toBe(balance)
    for (const [, moved, after] of text.matchAll(/\|37201148261\|(-?[\d,.]+)\|([\d,.]+)/g)) {
      balance += amount(moved)
      expect(amount(after)).toBe(balance)
    }
    const closed = new RegExp(`\\|${isLast ? 'Closing' : 'Carried forward'}\\|([\\d,.]+)\\|`).exec(
      text.slice(text.lastIndexOf('37201148261')),
    )
    expect(amount(closed?.[1])).toBe(balance)
    // Of the whole statement, on every page.
    expect(text).toContain('Fatou Ceesay, NAWEC float · Opening GMD 500.00 · Closing GMD 1,500.00')
  }
  expect(balance).toBe(150_000)
  expect(all).toContain('In|GMD 2,000.00|Out|GMD 1,000.00')
  expect(all).toContain('3,000 movements. Amounts in GMD.')
})

test('days without a movement have the same opening and closing', async () => {
  const { pages } = await draw(0)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.text).toContain('Opening|500.00|Closing|500.00|0 movements.')
})

test('more than a paper can have is refused with what to do instead', async () => {
  await expect(draw(PAPER_LINES + 1)).rejects.toThrow(
    'These days have more than 10,000 movements, too many for one PDF. Choose fewer days, or save them as CSV or Excel.',
  )
})

test('days in the wrong order are refused', async () => {
  await expect(draw(1, { from: '2026-11-02' as Day, to: '2026-11-01' as Day })).rejects.toThrow(
    'The first day cannot be after the last.',
  )
})
