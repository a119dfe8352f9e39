// The toolbar above a list of any length: search, days, files for a spreadsheet. What a press opens is loaded at that
// press, the days when the browser is idle.
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { lazyPart, partLoader, useIdlePart } from '../lib/lazy-page.ts'
import { Button } from '../ui/Button.tsx'
import { SearchBox } from './SearchBox.tsx'
import { toast } from '../ui/toast.ts'
import type { FileProgressProps } from './later/FileProgress.tsx'
import type { FileWish, ListTools } from './list-table-props.ts'

const loadFileProgress = partLoader(() => import('./later/FileProgress.tsx'))
const FileProgress = lazyPart(loadFileProgress, (part) => part.FileProgress)
const loadDays = partLoader(() => import('./later/DaysChoice.tsx'))
const DaysChoice = lazyPart(loadDays, (part) => part.DaysChoice)

interface ListToolbarProps<Row> extends ListTools<Row> {
  /** Nothing has been read yet. */
  isIdle: boolean
  /** Next to the files. */
  children?: ReactNode
  /** Below, over the whole width. */
  below?: ReactNode
}

export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { view, question, columns, file, isDated = true, isIdle } = props
  // `lazy` loses the type parameter for the rows; each list has its own row type.
  const Making = FileProgress as unknown as ComponentType<FileProgressProps<Row>>
  const hasDays = useIdlePart(loadDays)
  const [wish, setWish] = useState<FileWish | null>(null)
  const makeFile = (kind: FileWish['kind']) =>
    loadFileProgress().then(
      () => setWish({ kind, press: (wish?.press ?? 0) + 1 }),
      () => toast.error('The file was not made. Press again in a moment.'),
    )
  return (
    <>
      <SearchBox defaultValue={view.search} onSearch={view.setSearch} />
      {props.filters}
      <div className="list-tools">
        {props.children}
        <Button icon="download" disabled={isIdle} onClick={() => void makeFile('csv')}>
          CSV
        </Button>
        <Button disabled={isIdle} onClick={() => void makeFile('xlsx')}>
          Excel
        </Button>
      </div>
      {isDated && <div className="days-place">{hasDays && <DaysChoice view={view} />}</div>}
      <Suspense fallback={null}>
        {props.below}
        {wish !== null && (
          <Making key={wish.press} {...{ question, columns, file, wish }} onDone={() => setWish(null)} />
        )}
      </Suspense>
    </>
  )
}
