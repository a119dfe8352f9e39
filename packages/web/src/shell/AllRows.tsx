// 'Todos': every row of a list, streamed in window after window and drawn only where one looks. The progress stays in sight
// until the last row is here; what no browser could hold is left out, and said.
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListQuestion } from '../api/list-window.ts'
import { readAll } from '../api/read-all.ts'
import { Button } from '../ui/Button.tsx'
import { CardList } from '../ui/DataTableCards.tsx'
import { TableGrid } from '../ui/DataTableGrid.tsx'
import { useSlice } from '../ui/use-slice.ts'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import type { ListTableProps } from './list-table-props.ts'

/** Beyond this a browser runs out of memory, and out of pixels to scroll by. */
const ROWS_MOST = 200_000

interface Loaded<Row> {
  rows: readonly Row[]
  total: number
  state: 'reading' | 'whole' | 'stopped' | 'failed'
}

export function AllRows<Row>(props: ListTableProps<Row>) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt {...props} key={attempt} onAgain={() => setAttempt(attempt + 1)} />
}

function Attempt<Row>(props: ListTableProps<Row> & { onAgain: () => void }) {
  const { caption, columns, rowKey, list } = props
  const { rows, total, state } = useAllRows(list.question)
  const isWide = useWideScreen()
  const { box, slice, first, last } = useSlice(rows.length, isWide ? 45 : 190)
  const Form = isWide ? TableGrid : CardList
  if (state === 'whole' && rows.length === 0) return props.empty
  return (
    <>
      <div ref={box}>
        <Form
          caption={caption}
          columns={columns}
          rows={rows.slice(first, last)}
          rowKey={rowKey}
          heldRows={0}
          slice={{ first, total: Math.max(total, rows.length), ...slice }}
        />
      </div>
      {state !== 'whole' && (
        <output className="data-note">
          {state === 'reading' && (
            <progress max={Math.max(1, total)} value={rows.length} aria-label="Loading all rows" />
          )}
          {state === 'stopped'
            ? `The first ${rows.length.toLocaleString('en')} rows are here; a file can hold all of them.`
            : `${rows.length.toLocaleString('en')} of ${total.toLocaleString('en')} rows`}
          {state === 'failed' && <Button onClick={props.onAgain}>Try again</Button>}
          {state === 'reading' && (
            <Button variant="ghost" onClick={() => list.pages.onSize(10)}>
              Cancel
            </Button>
          )}
        </output>
      )}
    </>
  )
}

function useAllRows<Row>(question: ListQuestion<Row>): Loaded<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row>>({ rows: [], total: 0, state: 'reading' })
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const rows: Row[] = []
    let total = 0
    try {
      for await (const part of readAll(question, signal)) {
        if (signal.aborted) return
        rows.push(...part.rows)
        total = Math.max(part.total, rows.length)
        const isFull = rows.length >= ROWS_MOST && part.next !== null
        // A copy, so that what is drawn is what was there then.
        setLoaded({
          rows: rows.slice(),
          total,
          state: isFull ? 'stopped' : part.next === null ? 'whole' : 'reading',
        })
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
