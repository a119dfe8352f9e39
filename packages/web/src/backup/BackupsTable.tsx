// The history of backups (BK-01): Date, File, and a download for each.
import { type Backup, BACKUP_GONE, backups, backupStates } from '@flexpower/contract'
import { useState } from 'react'
import { callForFile } from '../api/client.ts'
import type { ListWindow } from '../list/list-window.ts'
import type { OwnListView } from '../list/list-view.ts'
import { refusalText } from '../form/form-errors.ts'
import { saveFile } from '../list/later/csv.ts'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, momentColumn } from '../list/columns.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { byText, isUnderWay, sizeText, stateTones } from './backup-words.ts'

const columns: readonly Column<Backup>[] = [
  momentColumn,
  {
    id: 'file',
    header: 'File',
    mobile: 'title',
    cell: ({ file, bytes, by, isGone }) => (
      <>
        <span className="wrap-anywhere">{file}</span>{' '}
        <span className="cell-note">
          {byText(by)}
          {bytes !== null && `, ${sizeText(bytes)}`}
        </span>{' '}
        {isGone && <span className="cell-note">{BACKUP_GONE}</span>}
      </>
    ),
    file: {
      File: ({ file }) => file,
      'Made by': ({ by }) => by ?? '',
      Size: ({ bytes }) => (bytes === null ? '' : sizeText(bytes)),
    },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, failure }) => (
      <>
        <Badge tone={stateTones[state]}>{backupStates[state]}</Badge>{' '}
        {failure !== null && (
          <span className="cell-note max-w-80 text-pretty whitespace-normal">{failure}</span>
        )}
      </>
    ),
    file: {
      State: ({ state }) => backupStates[state],
      'On this server': ({ bytes, isGone }) => (bytes === null || isGone ? 'No' : 'Yes'),
      Failure: ({ failure }) => failure ?? '',
    },
  },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (backup) => <Export backup={backup} />,
  },
]

export const BackupsTable = ({ list, view }: { list: ListWindow<Backup>; view: OwnListView }) => (
  <ListTable
    caption="Backups"
    list={list}
    view={view}
    columns={columns}
    searchHint="Search by date, file, who made it, size or state."
    failure="No backup is affected. It is tried again automatically in a moment."
    empty={
      <EmptyState icon="backup" title="No backup yet">
        Create one above.
      </EmptyState>
    }
    file={{ name: 'backups' }}
  />
)

/** The download stays encrypted: nobody can read it without the key of this installation. */
function Export({ backup }: { backup: Backup }) {
  const { id, file, bytes, isGone } = backup
  const [isBusy, setBusy] = useState(false)
  // A backup that is not finished may turn out to be unusable, so it cannot be downloaded.
  if (bytes === null || isGone || isUnderWay(backup)) return null
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
