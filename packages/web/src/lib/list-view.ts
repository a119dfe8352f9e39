// What somebody looks for in a list and in which order: it stands in the address, so that a reload or a link shows the same rows.
import type { ListOrder, ListView } from '../api/list-window.ts'
import { useUrlValue } from './url-value.ts'

export interface OwnListView extends ListView {
  setSearch: (term: string) => void
  setOrder: (order: ListOrder) => void
}

export function useListView(): OwnListView {
  const [search, setSearch] = useUrlValue('search')
  const [order, setOrder] = useUrlValue('order')
  return {
    search,
    setSearch,
    order: order === 'oldest' ? 'oldest' : 'newest',
    setOrder: (next) => setOrder(next === 'oldest' ? next : ''),
  }
}
