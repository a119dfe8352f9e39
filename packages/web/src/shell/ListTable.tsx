// A list of any length as a screen shows it: search, pages, all of it, its columns as each person likes them, and files for a
// spreadsheet. Everything beyond the page in view is loaded when it is asked for.
import { formatDay } from '@flexpower/contract'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { ListWindow } from '../api/list-window.ts'
import { loadChunk } from '../lib/lazy-page.ts'
import { ownMemory } from '../lib/own-memory.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ALL_ROWS } from '../ui/Pager.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { toast } from '../ui/toast.ts'
import type { FileProgressProps } from './FileProgress.tsx'
import type { FileWish, ListTableProps } from './list-table-props.ts'

const loadExtras = () => loadChunk(() => import('./list-extras.ts'))
const ColumnChoice = lazy(async () => ({ default: (await loadExtras()).ColumnChoice }))
/** `lazy` forgets that these two take rows of any kind; each list has its own. */
const extrasOf = <Row,>() => ({
  Whole: AllRows as unknown as ComponentType<ListTableProps<Row>>,
  Making: FileProgress as unknown as ComponentType<FileProgressProps<Row>>,
})
const AllRows = lazy(async () => ({ default: (await loadExtras()).AllRows }))
const FileProgress = lazy(async () => ({ default: (await loadExtras()).FileProgress }))

const hiddenColumns = ownMemory<Record<string, string[]>>('hidden-columns', {})

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, list, columns } = props
  const { query, window, pages } = list
  const { Whole } = extrasOf<Row>()
  const [hidden, setHidden] = useState(() => hiddenColumns.read()[caption] ?? [])
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  const table = { ...props, columns: shown, empty: <Empty {...props} /> }
  return (
    <DataTable
      {...table}
      rows={window?.rows}
      pages={pages}
      isBehind={list.isBehind}
      error={
        query.isError && window === undefined
          ? { message: props.failure, retry: () => void query.refetch() }
          : undefined
      }
      body={
        pages.pageSize === ALL_ROWS ? (
          <Suspense fallback={<DataTable {...table} rows={undefined} paged={false} className="border-0!" />}>
            <Whole {...table} key={list.question.key} />
          </Suspense>
        ) : undefined
      }
      note={<SearchedBack list={list} />}
      toolbar={
        <Toolbar
          {...props}
          hidden={hidden}
          onHidden={(next) => {
            setHidden(next)
            hiddenColumns.remember({ [caption]: next })
          }}
        />
      }
    />
  )
}

interface ToolbarProps<Row> extends ListTableProps<Row> {
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
}

function Toolbar<Row>({ hidden, onHidden, ...props }: ToolbarProps<Row>) {
  const { Making } = extrasOf<Row>()
  const [isChoosing, setChoosing] = useState(false)
  const [wish, setWish] = useState<FileWish | null>(null)
  const makeFile = (kind: FileWish['kind']) =>
    loadExtras().then(
      () => setWish({ kind, press: (wish?.press ?? 0) + 1 }),
      () => toast.error('The file was not made: the server did not answer. Press again in a moment.'),
    )
  const isEmpty = props.list.window === undefined
  return (
    <>
      <SearchBox defaultValue={props.term} onSearch={props.onSearch} />
      <div className="flex gap-3 md:ml-auto">
        <IconButton
          icon="columns"
          label="Columns"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        />
        <Button icon="download" disabled={isEmpty} onClick={() => void makeFile('csv')}>
          CSV
        </Button>
        <Button disabled={isEmpty} onClick={() => void makeFile('xlsx')}>
          Excel
        </Button>
      </div>
      <Suspense fallback={null}>
        {isChoosing && <ColumnChoice columns={props.columns} hidden={hidden} onChange={onHidden} />}
        {wish !== null && <Making {...props} key={wish.press} wish={wish} onDone={() => setWish(null)} />}
      </Suspense>
    </>
  )
}

function Empty<Row>({ list, term, searchHint, empty }: ListTableProps<Row>) {
  if (term === '') return empty
  const { window } = list
  const isPart = window !== undefined && window.searchedBackTo !== null
  return (
    <EmptyState
      icon="search"
      title={isPart ? `Nothing matches “${term}” so far` : `Nothing matches “${term}”`}
    >
      {searchHint}
    </EmptyState>
  )
}

/** What is too short or too common to be found at once is looked for piece by piece. */
function SearchedBack<Row>({ list: { window, pages } }: { list: ListWindow<Row> }) {
  if (!window?.searchedBackTo || pages.pageSize === ALL_ROWS) return null
  return (
    <output className="data-note">
      Searched back to {formatDay(window.searchedBackTo)}.
      <Button variant="ghost" onClick={pages.onNext}>
        Go on
      </Button>
    </output>
  )
}
