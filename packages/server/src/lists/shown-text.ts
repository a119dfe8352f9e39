// A row as its screen shows it, written by PostgreSQL for searching, and how a search matches it.
import { formatDay, toNoon, TIME_ZONE } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import { readTerm, type SearchTerm, tidyWords } from './search-term.ts'

/** A pattern for LIKE that matches the text literally. */
export const contains = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A line for each shown field; missing fields have none. */
export const shownLines = (...shown: RawBuilder<unknown>[]) => sql`concat_ws(E'\\n', ${sql.join(shown)})`

/** `14 Nov 2026`; PostgreSQL cuts every month to three letters, English does not. */
export const shownDay = (column: RawBuilder<unknown>) => replaceSep(sql`to_char(${column}, 'FMDD Mon YYYY')`)

/** `14 Nov 2026 14:18` */
export const shownInstant = (column: RawBuilder<unknown>) =>
  replaceSep(sql`to_char(${column} at time zone ${sql.lit(TIME_ZONE)}, 'FMDD Mon YYYY HH24:MI')`)

const replaceSep = (text: RawBuilder<unknown>) => sql`replace(${text}, ' Sep ', ' Sept ')`

/** `1,250` */
export const shownCount = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'FM999,999,999,990')`

/** `GMD 1,250.00` */
export const shownGmd = (column: RawBuilder<unknown>) =>
  sql`'GMD ' || to_char(${column} / 100.0, 'FM999,999,999,990.00')`

/** `812 kB`, `1.4 GB` */
export const shownBytes = (column: RawBuilder<unknown>) => sql`(
  select case when size < 10 and unit > 1 then to_char(size, 'FM0.0') else round(size)::text end
      || ' ' || (array['kB', 'MB', 'GB', 'TB'])[unit]
    from (select kilos / 1000 ^ (unit - 1) as size, unit
      from (select kilos, least(4, trunc(log(1000, kilos))::int + 1) as unit
        from (select greatest(1, ${column} / 1000.0) as kilos) bytes) units) sized)`

/** One of several texts by the stored value: `shownChoice(sql`state`, { waiting: 'Waiting' })`. */
export const shownChoice = (column: RawBuilder<unknown>, words: Readonly<Record<string, string>>) =>
  sql`case ${column} ${sql.join(
    Object.entries(words).map(([kept, shown]) => sql`when ${sql.lit(kept)} then ${sql.lit(shown)}`),
    sql` `,
  )} end`

/**
 * Whether `text` contains what was typed: literally, a day in any format, an amount with or without its commas. Null if
 * nothing was typed.
 */
export function matching(text: RawBuilder<unknown>, typed: string | undefined): RawBuilder<boolean> | null {
  const term = readTerm(typed)
  if (term.kind === 'nothing') return null
  const words = tidyWords(typed)
  // Whole numbers only: the 4th is not the 14th.
  if (term.kind === 'days')
    return sql<boolean>`${text} ~* ${String.raw`\m(${daysText(term)}|${words.replaceAll('.', String.raw`\.`)})\M`}`
  const asTyped = sql<boolean>`${text} ilike ${contains(words)}`
  if (!/^\D*[\d.]+$/.test(term.text)) return asTyped
  const plain = sql`regexp_replace(${text}, '(\\d),(?=\\d{3})', '\\1', 'g')`
  return sql<boolean>`(${asTyped} or ${plain} ilike ${contains(term.text)})`
}

/** `14 Nov 2026`, or for a whole month `Nov 2026`. */
function daysText({ from, to }: Extract<SearchTerm, { kind: 'days' }>): string {
  const day = formatDay(toNoon(from))
  return from === to ? day : day.replace(/^\d+ /, '')
}
