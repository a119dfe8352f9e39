// 'Todos': every row of a list, loaded window after window and drawn only where it is in view. The progress stays
// visible until the last row has arrived. A list of millions comes in stretches, one after the other: a page can hold
// and scroll only so many rows (docs/decisions/0012).
import { formatCount } from '@flexpower/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListQuestion } from '../list-window.ts'
import { readAll } from './list-file.ts'
import { Button } from '../../ui/Button.tsx'
import { CardList } from '../DataTableCards.tsx'
import { TableGrid } from '../DataTableGrid.tsx'
import { useSlice } from './use-slice.ts'
import { useWideScreen } from '../../ui/use-browser.ts'
import type { ListTableProps } from '../list-table-props.ts'

/**
 * Browsers lay out about 17 million pixels, and a row takes a kilobyte or two of memory. A card is four times as high
 * as a row.
 */
const ROWS_MOST = { wide: 200_000, narrow: 50_000 }

/** A part of the list that begins after that many rows, at that cursor. */
interface Stretch {
  before: number
  cursor: number | undefined
}

const BEGINNING: Stretch = { before: 0, cursor: undefined }

interface Loaded<Row> {
  rows: readonly Row[]
  total: number
  state: 'reading' | 'whole' | 'failed' | { next: number }
}

export function AllRows<Row extends { id: number }>(props: ListTableProps<Row>) {
  const [stretch, setStretch] = useState(BEGINNING)
  const [attempt, setAttempt] = useState(0)
  return (
    <Rows
      {...props}
      key={`${stretch.before} ${attempt}`}
      stretch={stretch}
      onStretch={setStretch}
      onAgain={() => setAttempt(attempt + 1)}
    />
  )
}

interface RowsProps<Row> extends ListTableProps<Row> {
  stretch: Stretch
  onStretch: (stretch: Stretch) => void
  onAgain: () => void
}

function Rows<Row extends { id: number }>(props: RowsProps<Row>) {
  const { caption, columns, list, stretch } = props
  const isWide = useWideScreen()
  const loaded = useStretch(list.question, stretch, ROWS_MOST[isWide ? 'wide' : 'narrow'])
  const { rows, total, state } = loaded
  const { box, slice, first, last } = useSlice(rows.length, isWide ? 45 : 190)
  const Form = isWide ? TableGrid : CardList
  if (state === 'whole' && rows.length + stretch.before === 0) return props.empty
  return (
    <>
      <div ref={box}>
        <Form
          caption={caption}
          columns={columns}
          rows={rows.slice(first, last)}
          rowKey={({ id }) => id}
          heldRows={0}
          slice={{ first: stretch.before + first, total, ...slice }}
        />
      </div>
      <Progress {...props} loaded={loaded} />
    </>
  )
}

function Progress<Row>(props: RowsProps<Row> & { loaded: Loaded<Row> }) {
  const { list, stretch, onStretch, loaded } = props
  const { rows, total, state } = loaded
  if (state === 'whole' && stretch.before === 0 && list.window?.isTotalExact !== false) return null
  const here = stretch.before + rows.length
  return (
    <output className={`data-note ${state === 'reading' ? 'is-reading' : ''}`}>
      {state === 'reading' && (
        <progress max={Math.max(1, total)} value={here} aria-label="Loading all rows" />
      )}
      {here === 0
        ? 'Loading the rows'
        : stretch.before === 0 && typeof state === 'string'
          ? `${formatCount(here)} of ${formatCount(total)} rows`
          : `Rows ${formatCount(stretch.before + 1)}–${formatCount(here)} of ${formatCount(total)}`}
      {typeof state === 'object' && ': as many as a page can hold. CSV and Excel have all of them.'}
      {stretch.before > 0 && <Button onClick={() => onStretch(BEGINNING)}>Back to the first</Button>}
      {typeof state === 'object' && (
        <Button onClick={() => onStretch({ before: here, cursor: state.next })}>Next rows</Button>
      )}
      {state === 'failed' && <Button onClick={props.onAgain}>Try again</Button>}
      {state === 'reading' && (
        <Button variant="ghost" onClick={() => list.pages.onSize(10)}>
          Cancel
        </Button>
      )}
    </output>
  )
}

function useStretch<Row>(
  question: ListQuestion<Row>,
  { before, cursor }: Stretch,
  most: number,
): Loaded<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row>>({ rows: [], total: before, state: 'reading' })
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const rows: Row[] = []
    let total = before
    try {
      for await (const part of readAll(question, signal, cursor)) {
        if (signal.aborted) return
        rows.push(...part.rows)
        total = Math.max(part.total, before + rows.length)
        const isFull = rows.length >= most && part.next !== null
        const state = part.next === null ? 'whole' : isFull ? { next: part.next } : 'reading'
        // A copy, so that later rows do not change what is being drawn.
        setLoaded({ rows: rows.slice(), total, state })
        if (isFull) return
      }
    } catch {
      if (!signal.aborted) setLoaded({ rows, total, state: 'failed' })
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void read(stop.signal)
    return () => stop.abort()
  }, [])
  return loaded
}
