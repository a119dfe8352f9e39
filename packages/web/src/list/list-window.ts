// One page of a list that stays on the server, and the paging through it. The page in view is requested and the next
// one prefetched. Another search or order starts at the beginning, and answers to an earlier question are dropped.
import { type Day, type ListEndpoint, type Window, WINDOW_MOST, type WindowAsked } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { ALL_ROWS, type Pages, rangeLabel } from './Pager.tsx'
import { call } from '../api/client.ts'
import {
  keepPreviousData,
  polling,
  type Reading,
  type ReadOptions,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '../api/hooks/use-call.ts'

export type ListOrder = NonNullable<WindowAsked['order']>

export interface ListView {
  search: string
  order: ListOrder
  /** Both inclusive. Without one, there is no limit on that side. */
  from?: Day | undefined
  to?: Day | undefined
  /** Only the rows of this user. */
  cashier?: number | undefined
}

/** What is asked of a list, for its pages, for all of it, and for a file. */
export interface ListQuestion<Row> {
  /** Different for every question. */
  key: string
  ask: (part: { limit: number; cursor?: number | undefined }, signal: AbortSignal) => Promise<Window<Row>>
}

export interface ListWindow<Row> {
  query: UseQueryResult<Window<Row>>
  window: Window<Row> | undefined
  pages: Pages
  question: ListQuestion<Row>
  isBehind: boolean
}

/** Where a page begins: after that many rows, at that cursor. */
interface Start {
  first: number
  cursor: number | undefined
}

const BEGINNING: Start = { first: 0, cursor: undefined }

export function listQuestion<In extends object, Row>(
  endpoint: ListEndpoint<In, Row>,
  of: In,
  { search, order, from, to, cashier }: ListView,
): ListQuestion<Row> {
  const asked = {
    ...of,
    search: search || undefined,
    order: order === 'oldest' ? order : undefined,
    from,
    to,
    cashier,
  }
  return {
    key: JSON.stringify(asked),
    ask: (part, signal) => call(endpoint.window, { ...asked, ...part }, { signal }),
  }
}

const FIRST_PAGE_SIZE = 10

/** By default, what `useListWindow` reads first. */
export function describePage<Row>(
  { path }: { path: string },
  { key, ask }: ListQuestion<Row>,
  limit: number = FIRST_PAGE_SIZE,
  cursor?: number,
): Reading<Window<Row>> {
  return {
    // Starts with the path, so that `useRefresh` reads these again like every other list.
    queryKey: [path, 'window', key, limit, cursor ?? null],
    queryFn: ({ signal }) => ask({ limit, cursor }, signal),
  }
}

export function useListWindow<In extends object, Row>(
  endpoint: ListEndpoint<In, Row>,
  of: In,
  view: ListView,
  { pollMs }: ReadOptions<Window<Row>> = {},
): ListWindow<Row> {
  const question = listQuestion(endpoint, of, view)
  const { key } = question
  const [pageSize, setPageSize] = useState(FIRST_PAGE_SIZE)
  // The starts of the pages up to the one in view, for going back; another question resets them.
  const [starts, setStarts] = useState<readonly Start[]>([BEGINNING])
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    setStarts([BEGINNING])
  }
  const start = starts.at(-1) ?? BEGINNING
  const limit = Math.min(pageSize, WINDOW_MOST)
  const pageQuery = (cursor: number | undefined) => describePage(endpoint, question, limit, cursor)
  const query = useQuery<Window<Row>>({
    ...pageQuery(start.cursor),
    ...polling(pollMs),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData: isBehind } = query
  const next = isBehind ? null : (data?.next ?? null)
  const client = useQueryClient()
  useEffect(() => {
    if (next !== null && data?.searchedBackTo === null) void client.prefetchQuery(pageQuery(next))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the next page of what is shown, and of nothing else
  }, [client, next, key, limit])
  const count = data?.rows.length ?? 0
  return {
    query,
    window: data,
    isBehind,
    question,
    pages: {
      pageSize,
      // Only for the rows in view.
      range: data && !isBehind ? formatRange(data, start.first, pageSize) : '',
      hasPrevious: starts.length > 1 && pageSize !== ALL_ROWS,
      hasNext: next !== null && pageSize !== ALL_ROWS,
      onSize: (size) => {
        setPageSize(size)
        // The first row in view stays. The earlier pages had another size, so Previous leads to the beginning.
        setStarts(size === ALL_ROWS || start.first === 0 ? [BEGINNING] : [BEGINNING, start])
      },
      onPrevious: () => setStarts(starts.slice(0, -1)),
      onNext: () => next !== null && setStarts([...starts, { first: start.first + count, cursor: next }]),
    },
  }
}

function formatRange(
  { rows, total, isTotalExact }: Window<unknown>,
  first: number,
  pageSize: number,
): string {
  // The count is known, and shown, once all rows are here.
  if (pageSize === ALL_ROWS && !isTotalExact) return ''
  const count = pageSize === ALL_ROWS ? total : rows.length
  return rangeLabel(first, count, Math.max(total, first + count), isTotalExact)
}
