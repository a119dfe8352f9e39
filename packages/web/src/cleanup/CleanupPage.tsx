// Cleanup (R-18, CL-01): old sales leave the daily lists for the archive, after a count, the own password and a verified
// backup; each time can be undone, and what went is found again below.
import { cleanup, type CleanupRun, type Window } from '@flexpower/contract'
import { useState } from 'react'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { useListWindow } from '../list/list-window.ts'
import { useListView } from '../list/list-view.ts'
import { useUrlValue } from '../list/url-value.ts'
import { Panel } from '../ui/Card.tsx'
import { Progress } from '../ui/form/Progress.tsx'
import { ArchiveSearch } from './ArchiveSearch.tsx'
import { type Counted, isUnderWay, stepText } from './cleanup-words.ts'
import { CleanupForm } from './CleanupForm.tsx'
import { ConfirmCleanup, UndoCleanup } from './ConfirmCleanup.tsx'
import { RunsTable } from './RunsTable.tsx'

const WATCH_MS = 1_000
const REST_MS = 60_000

const pollOf = (read: Window<CleanupRun> | undefined) => (read?.rows.some(isUnderWay) ? WATCH_MS : REST_MS)

export function CleanupPage() {
  // The page has a second search, in the archive.
  const view = useListView('runs')
  const list = useListWindow(cleanup.list, {}, view, { pollMs: pollOf })
  // Whatever the table shows, what is under way is watched.
  const { data: latest } = useCall(cleanup.list.window, { limit: 50 }, { pollMs: pollOf })
  // Who comes with words in the address comes for what was archived, not to archive more.
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
