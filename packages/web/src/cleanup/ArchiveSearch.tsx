// What went to the archive, found again: by a token, a meter number, a reference or a receipt's number.
import {
  ARCHIVED_FOUND_MOST,
  type FoundSale,
  formatDay,
  formatGmd,
  formatTime,
  formatToken,
  search,
} from '@flexpower/contract'
import { skipToken, useQuery } from '../api/hooks.ts'
import { call } from '../api/client.ts'
import { useUrlValue } from '../lib/url-value.ts'
import { Panel } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'

const columns: readonly Column<FoundSale>[] = [
  {
    id: 'at',
    header: 'Date',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
      </span>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    kind: 'strong',
    mobile: 'title',
    cell: ({ customerName }) => customerName,
  },
  { id: 'meter', header: 'Meter', cell: ({ meter }) => meter },
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
    cell: ({ tokens }) =>
      tokens.map((token) => (
        <span key={token} className="block whitespace-nowrap">
          {formatToken(token)}
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
    queryKey: [search.everything.path, 'archive', term],
    queryFn:
      term === ''
        ? skipToken
        : ({ signal }) => call(search.everything, { words: term, archived: true }, { signal }),
  })
  return (
    <Panel title="In the archive" flush>
      <DataTable
        caption="In the archive"
        columns={columns}
        rows={term === '' ? [] : query.data?.sales}
        rowKey={({ id }) => id}
        resetKey={term}
        toolbar={
          <>
            <SearchBox label="Search the archive" defaultValue={words} onSearch={setWords} />
            {query.data?.sales.length === ARCHIVED_FOUND_MOST && (
              <p className="text-sm text-ink-3">
                The newest {ARCHIVED_FOUND_MOST}. A token or a reference finds one.
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
              Enter a whole token, a meter number, a reference or the number of a receipt.
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={`Nothing in the archive matches “${term}”`}>
              Enter a whole token, a meter number, a reference or the number of a receipt. Sales that were not
              archived are in Cash Power.
            </EmptyState>
          )
        }
      />
    </Panel>
  )
}
