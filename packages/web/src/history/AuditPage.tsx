// All actions of administrators, newest first, searched by text, days or record. Each entry opens to show the record
// before and after. The search is in the URL.
import { type Act, acts, formatCount, type Window } from '@flexpower/contract'
import { useState } from 'react'
import { listQuestion } from '../list/list-window.ts'
import { type PagesQuery, usePages } from './use-pages.ts'
import { type OwnListView, useListView, useUrlValue } from '../list/list-view.ts'
import { ListToolbar } from '../list/ListToolbar.tsx'
import { NothingFound } from '../list/later/Narrowed.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ActEntry } from './ActEntry.tsx'
import { actFileColumns } from './act-words.ts'

const PAGE_ROWS = 50

export function AuditPage() {
  const view = useListView()
  const [record, setRecord] = useUrlValue('record')
  const of = record === '' ? {} : { record }
  const { search, from, to } = view
  const query = usePages(acts.list.window, {
    ...of,
    limit: PAGE_ROWS,
    ...(search && { search }),
    ...(from && { from }),
    ...(to && { to }),
  })
  return (
    <div className="panel" aria-busy={query.isPending}>
      <div className="data-toolbar">
        <ListToolbar
          view={view}
          question={listQuestion(acts.list, of, view)}
          columns={[{ header: 'Act', file: actFileColumns }]}
          file={{ name: 'audit' }}
          isIdle={query.data === undefined}
        />
        {record !== '' && <RecordFilter record={record} onClear={() => setRecord('')} />}
      </div>
      <Entries query={query} view={view} record={record} />
    </div>
  )
}

const RecordFilter = ({ record, onClear }: { record: string; onClear: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3">
    <span className="text-ink-2">
      Only <b className="font-semibold text-ink">{record}</b>
    </span>
    <Button icon="close" onClick={onClear}>
      Show every record
    </Button>
  </p>
)

interface EntriesProps {
  query: PagesQuery<Window<Act>>
  view: OwnListView
  record: string
}

function Entries({ query, view, record }: EntriesProps) {
  const [open, setOpen] = useState<number | null>(null)
  if (query.data === undefined) return query.isError ? <Unread query={query} /> : <Reading />
  const entries = query.data.flatMap((page) => page.rows)
  const total = query.data.at(-1)?.total ?? 0
  if (entries.length === 0) return <Nothing view={view} record={record} />
  return (
    <>
      <ol aria-label="Acts">
        {entries.map((act) => (
          <ActEntry
            key={act.id}
            act={act}
            isOpen={open === act.id}
            onToggle={() => setOpen(open === act.id ? null : act.id)}
          />
        ))}
      </ol>
      <footer className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-5 py-1.5 max-md:px-4">
        <span className="text-sm text-ink-3" aria-live="polite">
          {formatCount(entries.length)} of {formatCount(total)}
        </span>
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </footer>
    </>
  )
}

const SEARCH_HINT =
  'Search by a date, a person’s name, what was done, a record such as user/12, or a value before or after.'

function Nothing({ view, record }: { view: OwnListView; record: string }) {
  if (view.search !== '' || view.from || view.to)
    return <NothingFound view={view} window={undefined} searchHint={SEARCH_HINT} />
  return (
    <EmptyState
      icon="acts"
      title={record === '' ? 'Nothing has been done yet' : `Nothing was done to ${record}`}
    >
      Everything that an Admin adds, changes, deletes or decides is listed here, and cannot be removed.
    </EmptyState>
  )
}

const Unread = ({ query }: { query: PagesQuery<unknown> }) => (
  <div role="alert">
    <EmptyState
      icon="alert"
      title="The list could not be loaded"
      action={
        <Button icon="refresh" onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      No entry is lost. It is tried again automatically in a moment.
    </EmptyState>
  </div>
)

/** T-02. */
const SHIMMER_ROWS = Array.from({ length: 11 }, (_, index) => index)

const Reading = () => (
  <div className="shimmers">
    {SHIMMER_ROWS.map((row) => (
      <div
        key={row}
        data-shimmer-row
        className="flex min-h-11 items-center border-b border-line px-5 last:border-0"
      >
        <span className={`shimmer shimmer-${(row % 4) + 1}`} />
      </div>
    ))}
    <output className="sr-only">Loading...</output>
  </div>
)
