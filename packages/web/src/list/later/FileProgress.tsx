// Makes a file of a list while the page stays usable. It shows the progress, can be stopped, and says when the file
// could not be made.
import { formatCount } from '@flexpower/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { buildFile, readAll, readFileColumns } from './list-file.ts'
import { randomFileNumber, saveFile } from './csv.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import type { FileWish, ListTools } from '../list-table-props.ts'

export interface FileProgressProps<Row> extends Pick<ListTools<Row>, 'question' | 'columns' | 'file'> {
  wish: FileWish
  onDone: () => void
}

export function FileProgress<Row>({ wish, question, columns, file, onDone }: FileProgressProps<Row>) {
  const [progress, setProgress] = useState({ written: 0, total: 0 })
  const [stop] = useState(() => new AbortController())
  const make = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const made = await buildFile(readAll(question, signal), {
        kind: wish.kind,
        name: `${file.name}-${randomFileNumber()}`,
        columns: (await file.columns?.()) ?? readFileColumns(columns),
        onProgress: (written, total) => setProgress({ written, total }),
      })
      saveFile(made.name, made.content)
      onDone()
    } catch {
      if (signal.aborted) return
      toast.error('The file was not made: the list could not be read to its end. Press it again in a moment.')
      onDone()
    }
  })
  useEffect(() => {
    void make(stop.signal)
    return () => stop.abort()
  }, [stop])
  const { written, total } = progress
  return (
    <output className="data-note basis-full border-0! p-0!">
      <progress max={Math.max(1, total)} value={written} aria-label="Making the file" />
      {`${formatCount(written)} of ${formatCount(total)} rows`}
      <Button
        variant="ghost"
        onClick={() => {
          stop.abort()
          onDone()
        }}
      >
        Cancel
      </Button>
    </output>
  )
}
