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

const namePart = (list: string, part: string) => (list === '' ? part : `${list}-${part}`)

/** `name` distinguishes the lists of one page. */
export function useListView(name = ''): OwnListView {
  const [read, write] = useUrlValues()
  const of = (part: string) => namePart(name, part)
  const setOrder = useCallback(
    (order: ListOrder) => write({ [namePart(name, 'order')]: order === 'oldest' ? order : '' }),
    [write, name],
  )
  return {
    ...readListView(read, name),
    setSearch: (term) => write({ [of('search')]: term }),
    setOrder,
    setDays: (first, last) => write({ [of('from')]: first, [of('to')]: last }),
  }
}

/** For the page's main list, from a URL that is not in view yet. */
export const readFirstView = ({ searchParams }: URL): ListView =>
  readListView((name) => searchParams.get(name) ?? '', '')

function readListView(read: (name: string) => string, name: string): ListView {
  const from = parseDay(read(namePart(name, 'from'))) ?? undefined
  const to = parseDay(read(namePart(name, 'to'))) ?? undefined
  return {
    // The server would refuse a longer one from a URL.
    search: read(namePart(name, 'search')).slice(0, SEARCH_MOST),
    order: read(namePart(name, 'order')) === 'oldest' ? 'oldest' : 'newest',
    from,
    // A URL written by hand may have them in the wrong order.
    to: from && to && to < from ? from : to,
    cashier: Number(read(namePart(name, 'cashier'))) || undefined,
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
