// Search for archived sales, by anything that the list of the product showed.
import {
  ARCHIVED_FOUND_MOST,
  type FoundSale,
  formatDay,
  formatGmd,
  formatToken,
  search,
} from '@flexpower/contract'
import { skipToken, useQuery } from '../api/hooks/use-call.ts'
import { call } from '../api/client.ts'
import { useUrlValue } from '../list/list-view.ts'
import { type Column, momentColumn } from '../list/columns.tsx'
import { Panel } from '../ui/Card.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { products } from '../sale/products.ts'

const HINT =
  'Enter a name, a meter, a phone number, an account, a token, a reference, a day, or the number of a receipt.'

const columns: readonly Column<FoundSale>[] = [
  momentColumn,
  {
    id: 'customer',
    header: 'Customer',
    kind: 'strong',
    mobile: 'title',
    cell: ({ customerName }) => customerName,
  },
  {
    id: 'subject',
    header: 'Sold to',
    cell: ({ product, subject }) => (
      <>
        <span className="whitespace-nowrap">{subject}</span>{' '}
        <span className="cell-note">{products[product].title}</span>
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
  },
  {
    id: 'token',
    header: 'Token',
    mobile: 'block',
    cell: ({ product, tokens }) =>
      tokens.map((token) => (
        <span key={token} className="block whitespace-nowrap">
          {products[product].hasToken ? formatToken(token) : token}
        </span>
      )),
  },
  { id: 'reference', header: 'Reference', kind: 'muted', cell: ({ reference }) => reference },
  { id: 'cashier', header: 'Recorded by', kind: 'muted', cell: ({ cashierName }) => cashierName },
]

export function ArchiveSearch() {
  const [words, setWords] = useUrlValue('search')
  const term = words.trim()
  const query = useQuery({
    queryKey: [search.archive.path, term],
    queryFn: term === '' ? skipToken : ({ signal }) => call(search.archive, { words: term }, { signal }),
  })
  const { sales, searchedBackTo = null } = query.data ?? {}
  return (
    <Panel title="In the archive" flush>
      <PagedTable
        caption="In the archive"
        columns={columns}
        rows={term === '' ? [] : sales}
        rowKey={({ id }) => id}
        resetKey={term}
        toolbar={
          <>
            <SearchBox label="Search the archive" defaultValue={words} onSearch={setWords} />
            {sales?.length === ARCHIVED_FOUND_MOST && (
              <p className="text-sm text-ink-3">
                The newest {ARCHIVED_FOUND_MOST}. A token or a reference finds one.
              </p>
            )}
            {searchedBackTo !== null && (
              <p className="text-sm text-ink-3">
                Searched back to {formatDay(searchedBackTo)}. Type more characters, or a whole number, to
                search everything.
              </p>
            )}
          </>
        }
        error={
          query.isError && query.data === undefined
            ? { message: 'No sale is affected. Please try again.', retry: () => void query.refetch() }
            : undefined
        }
        empty={
          term === '' ? (
            <EmptyState icon="search" title="Which sale?">
              {HINT}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={`Nothing in the archive matches “${term}”`}>
              {HINT} Sales that were not archived are in the lists.
            </EmptyState>
          )
        }
      />
    </Panel>
  )
}
