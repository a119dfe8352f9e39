// Cleanup (R-18, CL-01): moves old sales from the daily lists to the archive, after a count, the Admin's password and a
// verified backup. Each run can be undone, and archived sales can be searched below.
import {
  cleanup,
  type CleanupRun,
  countOf,
  formatDay,
  formatGmd,
  toNoon,
  type Window,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { ArchiveSearch } from './ArchiveSearch.tsx'
import { CleanupForm } from './CleanupForm.tsx'
import { RunsTable } from './RunsTable.tsx'
import { type Counted, isUnderWay, stepText } from './cleanup-words.ts'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { useListView, useUrlValue } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { Panel } from '../ui/Card.tsx'
import { Progress } from '../ui/form/Progress.tsx'
import { toast } from '../ui/toast.ts'

const WATCH_MS = 1_000
const REST_MS = 60_000

const choosePoll = (read: Window<CleanupRun> | undefined) =>
  read?.rows.some(isUnderWay) ? WATCH_MS : REST_MS

export function CleanupPage() {
  // The page has a second search, in the archive.
  const view = useListView('runs')
  const list = useListWindow(cleanup.list, {}, view, { pollMs: choosePoll })
  // A run that is under way is watched, whatever the table shows.
  const { data: latest } = useCall(cleanup.list.window, { limit: 50 }, { pollMs: choosePoll })
  // A link with a search term is for finding archived sales, not for archiving more.
  const [words] = useUrlValue('search')
  const [isForArchive] = useState(words !== '')
  const refresh = useRefresh()
  const [counted, setCounted] = useState<Counted | null>(null)
  const [undoing, setUndoing] = useState<CleanupRun | null>(null)
  const underWay = latest?.rows.find(isUnderWay)
  const close = () => {
    setCounted(null)
    setUndoing(null)
    refresh(cleanup.list)
  }
  return (
    <>
      {isForArchive && <ArchiveSearch />}
      <CleanupForm onCounted={setCounted} />
      {underWay && (
        <Panel>
          <Progress label={stepText(underWay)} percent={underWay.progress} />
        </Panel>
      )}
      <RunsTable list={list} view={view} onUndo={setUndoing} />
      {!isForArchive && <ArchiveSearch />}
      {counted !== null && <ConfirmCleanup counted={counted} onClose={close} />}
      {undoing !== null && <UndoCleanup run={undoing} onClose={close} />}
    </>
  )
}

/** The last question before sales are moved, in either direction: what is moved, and the Admin's password. */
const NO_ANSWER = 'The server did not answer. Close this and check whether it has started.'

export const ConfirmCleanup = ({ counted, onClose }: { counted: Counted; onClose: () => void }) => (
  <PasswordDialog
    title={`Archive ${countOf(counted.sales, 'sale')}?`}
    confirmLabel="Archive"
    noAnswer={NO_ANSWER}
    onClose={onClose}
    run={async (password) => {
      const { message } = await call(cleanup.run, { days: counted.days, dryRun: false, password })
      toast.success(message)
      onClose()
    }}
  >
    <p>
      Every sale up to <b className="font-semibold">{formatDay(toNoon(counted.until))}</b>, together{' '}
      <b className="font-semibold">{formatGmd(counted.tendered)}</b>, leaves the lists. A backup is made and
      checked first; if it fails, nothing moves.
    </p>
    <p className="text-ink-2">
      Dashboard, reports and the audit stay as they are; the lists, and the sums above them, go on without
      these sales. They are still found below, and this can be undone.
    </p>
  </PasswordDialog>
)

export const UndoCleanup = ({ run, onClose }: { run: CleanupRun; onClose: () => void }) => (
  <PasswordDialog
    title={`Bring ${countOf(run.sales, 'sale')} back?`}
    confirmLabel="Undo"
    noAnswer={NO_ANSWER}
    onClose={onClose}
    run={async (password) => {
      const { message } = await call(cleanup.undo, { id: run.id, password })
      toast.success(message)
      onClose()
    }}
  >
    <p>Every sale that went on {formatDay(run.at)} is in the lists again, as it was.</p>
  </PasswordDialog>
)
