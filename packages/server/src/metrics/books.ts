// The figures of the business for the metrics, read from the database by a few small index scans. However often the
// metrics are read, that happens at most once in ten seconds, and nobody waits for it longer than three.
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/db.ts'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import type { BookFigure, Readings } from './metrics.ts'

const GOOD_FOR_MS = 10_000
const WITHIN_MS = 3_000
const STATEMENT_LIMIT = '2500ms'

/** Our accounts at the other sides, as the feature that watches them knows them. */
export interface AccountReading {
  otherSide: string
  /** In hundredths of its currency. */
  amount: number | null
  lastsDays: number | null
  readAt: Date | null
}

export interface BooksOptions {
  readAccounts: () => Promise<AccountReading[]>
  goodForMs?: number
  withinMs?: number
}

type Parts = Pick<Context, 'db' | 'clock' | 'config' | 'log'>

/** Null: they cannot be read at the moment. */
export function watchBooks(
  parts: Parts,
  { readAccounts, goodForMs = GOOD_FOR_MS, withinMs = WITHIN_MS }: BooksOptions,
): Readings['books'] {
  let last: { at: number; figures: BookFigure[] | null } | null = null
  let reading: Promise<BookFigure[] | null> | null = null

  async function readOnce(): Promise<BookFigure[] | null> {
    const figures = await readAll(parts, readAccounts).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'the figures for the metrics could not be read')
      return null
    })
    last = { at: performance.now(), figures }
    reading = null
    return figures
  }

  return async () => {
    if (last !== null && performance.now() - last.at < goodForMs) return last.figures
    reading ??= readOnce()
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), withinMs)
    try {
      return await Promise.race([reading, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readAll(parts: Parts, readAccounts: BooksOptions['readAccounts']): Promise<BookFigure[]> {
  const { db, clock, config } = parts
  const now = clock.now()
  const figures = await readFigures(db, now, config.backups.target?.name ?? null)
  // So that somebody notices what never came: a balance that was never read, a copy that never arrived.
  figures.push({ figure: 'copy target', label: '', value: config.backups.target === null ? 0 : 1 })
  for (const { otherSide: label, amount, lastsDays, readAt } of await readAccounts()) {
    figures.push({ figure: 'account', label, value: 1 })
    if (amount !== null) figures.push({ figure: 'account balance', label, value: amount / 100 })
    if (lastsDays !== null) figures.push({ figure: 'account lasts', label, value: lastsDays })
    if (readAt !== null)
      figures.push({ figure: 'account age', label, value: (now.getTime() - readAt.getTime()) / 1000 })
  }
  return figures
}

/** One statement. Sums without rows are null: those figures are left out. */
async function readFigures(db: Db, now: Date, target: string | null): Promise<BookFigure[]> {
  const age = (at: string) => sql`extract(epoch from ${now}::timestamptz - ${sql.raw(at)})`
  const rows = await inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${STATEMENT_LIMIT}, true)`.execute(tx)
    const { rows: found } = await sql<{ figure: BookFigure['figure']; label: string; value: number | null }>`
      select figure, label, value::float8 as value from (
        select 'open sales' as figure, state as label, count(*)::numeric as value
          from vend where state in ('sent', 'unknown', 'manual') group by state
        union all select 'oldest open sale', product, ${age('min(created_at)')}
          from vend where state in ('sent', 'unknown', 'manual') group by product
        union all select 'held', '', coalesce(sum(tendered), 0) / 100
          from vend where state in ('sent', 'unknown', 'manual')
        union all select 'messages waiting', channel, count(*)
          from outbox where sent_at is null and failed_at is null group by channel
        union all select 'oldest message', channel, ${age('min(created_at)')}
          from outbox where sent_at is null and failed_at is null group by channel
        union all select 'messages failed', channel, count(*)
          from outbox where sent_at is null and failed_at > ${after(now, -DAY_MS)} group by channel
        union all select 'floats', kind, sum(balance) / 100 from float_balance group by kind
        union all select 'backup age', '', ${age('max(created_at)')} from backup where state = 'verified'
        union all select 'copy age', '', ${age('max(copied_at)')} from backup where copied_to = ${target}
        union all select 'copy check age', '', ${age('max(copy_checked_at)')} from backup where copied_to = ${target}
        union all select 'broken invariants', '', broken from last_audit
        union all select 'audit age', '', ${age('at')} from last_audit
      ) found`.execute(tx)
    return found
  })
  return rows.flatMap(({ figure, label, value }) => (value === null ? [] : [{ figure, label, value }]))
}
