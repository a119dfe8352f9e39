// The history of backups (BK-01): Date, File, and a way to take each elsewhere.
import { type Backup, backups, formatDay, formatTime } from '@flexpower/contract'
import { useState } from 'react'
import { callForFile } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { saveFile } from '../lib/save-file.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { byText, isUnderWay, sizeText, stateTones, stateWords } from './backup-words.ts'

const columns: readonly Column<Backup>[] = [
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
    id: 'file',
    header: 'File',
    mobile: 'title',
    cell: ({ file, bytes, by }) => (
      <>
        <span className="wrap-anywhere">{file}</span>{' '}
        <span className="cell-note">
          {byText(by)}
          {bytes !== null && `, ${sizeText(bytes)}`}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, failure }) => (
      <>
        <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>{' '}
        {failure !== null && (
          <span className="cell-note max-w-80 text-pretty whitespace-normal">{failure}</span>
        )}
      </>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (backup) => <Export backup={backup} />,
  },
]

export const BackupsTable = ({ rows, error }: Pick<DataTableProps<Backup>, 'rows' | 'error'>) => (
  <DataTable
    caption="Backups"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    error={error}
    empty={
      <EmptyState icon="backup" title="No backup yet">
        Create one above.
      </EmptyState>
    }
  />
)

/** Sealed as it is: without the key of this installation nobody can read it. */
function Export({ backup }: { backup: Backup }) {
  const { id, file, bytes } = backup
  const [isBusy, setBusy] = useState(false)
  // Nobody should carry away what may turn out to be no backup.
  if (bytes === null || isUnderWay(backup)) return null
  async function take(): Promise<void> {
    setBusy(true)
    try {
      saveFile(file, await callForFile(backups.download, { id }))
    } catch (error) {
      toast.error(refusalText(error, 'The backup could not be exported. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="download"
      variant="ghost"
      busy={isBusy}
      aria-label={`Export ${file}`}
      className="in-[.card-actions]:m-3 in-[.is-action]:-my-1"
      onClick={() => void take()}
    >
      Export
    </Button>
  )
}
