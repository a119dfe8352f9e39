// Reads again what a hint is about, where it is shown. A list that somebody has scrolled keeps its rows: new ones are offered.
import { LIVE_READS, type Window } from '@flexpower/contract'
import type { Query, QueryClient } from '@tanstack/react-query'

/** For one cashier, and for an Admin, who is told about everybody. */
const PAUSE_MS = { cashier: 1_000, admin: 4_000 }
/** Below this the top of the page is in view. */
const SCROLLED_PX = 40

/** Rows that can be shown above those in view. */
export interface NewRows {
  count: number
  /** False: there may be more. */
  isAll: boolean
  isSales: boolean
  show: () => void
}

export interface Reader {
  changed: (kinds: readonly string[]) => void
  stop: () => void
}

type Row = { id: number }
type ListQuery = Query<Window<Row>>

export const listReads = (kinds: readonly string[]): readonly string[] => [
  ...new Set(kinds.flatMap((kind) => (LIVE_READS as Record<string, readonly string[]>)[kind] ?? [])),
]

export function createReader(
  client: QueryClient,
  area: keyof typeof PAUSE_MS,
  offer: (rows: NewRows | null) => void,
): Reader {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Only one page of one list is in view at a time. */
  let offered: NewRows | null = null

  const setOffered = (rows: NewRows | null) => {
    offered = rows
    offer(rows)
  }

  async function offerRows(query: ListQuery): Promise<void> {
    const before = query.state.data
    const { queryFn } = query.options
    if (before === undefined || typeof queryFn !== 'function') return
    try {
      const next = await queryFn({
        signal: new AbortController().signal,
        queryKey: query.queryKey,
        client,
        meta: undefined,
      })
      const count = countNew(before.rows, next.rows)
      const write = () => client.setQueryData(query.queryKey, next)
      if (count === 0 || !isScrolled()) {
        write()
        return
      }
      const show = () => {
        setOffered(null)
        write()
      }
      setOffered({ count, isAll: count < next.rows.length, isSales: isSales(query), show })
    } catch {
      // The list asks again by itself.
    }
  }

  function readNow(): void {
    const paths = [...waiting]
    waiting.clear()
    for (const path of paths) {
      const held = isScrolled() ? findTops(client, path) : []
      for (const query of held) void offerRows(query)
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] === path && !held.includes(query as unknown as ListQuery),
      })
    }
  }

  const onScroll = () => {
    if (offered !== null && !isScrolled()) offered.show()
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  return {
    changed(kinds) {
      for (const path of listReads(kinds)) waiting.add(path)
      if (timer !== undefined || waiting.size === 0) return
      readNow()
      timer = setTimeout(() => {
        timer = undefined
        if (waiting.size > 0) readNow()
      }, PAUSE_MS[area])
    },
    stop() {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
      setOffered(null)
    },
  }
}

const isScrolled = () => window.scrollY > SCROLLED_PX

/** The first pages in view of a list whose newest rows come first: `describePage` made these keys. */
export const findTops = (client: QueryClient, path: string): ListQuery[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: [path, 'window'], type: 'active' })
    .filter(isTop) as unknown as ListQuery[]

const isTop = ({ queryKey: [, , question, , cursor] }: { queryKey: readonly unknown[] }): boolean =>
  cursor === null && !String(question).includes('"order":"oldest"')

const isSales = ({ queryKey }: ListQuery): boolean => /transactions/.test(String(queryKey[0]))

export function countNew(before: readonly Row[], next: readonly Row[]): number {
  const known = new Set(before.map(({ id }) => id))
  const first = next.findIndex(({ id }) => known.has(id))
  return first < 0 ? next.length : first
}
