// Keeps the search, days, order, filter and tab of a list in the URL, so that a reload or a link shows the same rows.
import { parseDay, SEARCH_MOST } from '@flexpower/contract'
import { useCallback } from 'react'
import { useSearchParams } from '../router/hooks.tsx'
import type { ListOrder, ListView } from './list-window.ts'

export interface OwnListView extends ListView {
  setSearch: (term: string) => void
  setOrder: (order: ListOrder) => void
  /** An empty text means no limit on that side. */
  setDays: (first: string, last: string) => void
}

/** `name` distinguishes the lists of one page. */
export function useListView(name = ''): OwnListView {
  const [read, write] = useUrlValues()
  const of = (part: string) => (name === '' ? part : `${name}-${part}`)
  const from = parseDay(read(of('from'))) ?? undefined
  const to = parseDay(read(of('to'))) ?? undefined
  return {
    // The server would refuse a longer one from a URL.
    search: read(of('search')).slice(0, SEARCH_MOST),
    setSearch: (term) => write({ [of('search')]: term }),
    order: read(of('order')) === 'oldest' ? 'oldest' : 'newest',
    setOrder: (order) => write({ [of('order')]: order === 'oldest' ? order : '' }),
    from,
    // A URL written by hand may have them in the wrong order.
    to: from && to && to < from ? from : to,
    setDays: (first, last) => write({ [of('from')]: first, [of('to')]: last }),
  }
}

// Values in the page's URL, such as a search term or a tab: a reload or a link shows the same again.
/** Reads any of them and writes several at once. An empty text removes a value from the URL; the others stay. */
export function useUrlValues(): [(name: string) => string, (changes: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams()
  const setValues = useCallback(
    (changes: Record<string, string>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(changes))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return [(name) => params.get(name) ?? '', setValues]
}

export function useUrlValue(name: string): [string, (value: string) => void] {
  const [read, write] = useUrlValues()
  return [read(name), useCallback((value: string) => write({ [name]: value }), [name, write])]
}
