// Cleanup (R-18, CL-01): old sales leave the daily lists for the archive, after a count, the own password and a verified
// backup; each time can be undone, and what went is found again below.
import { cleanup, type CleanupRun } from '@flexpower/contract'
import { useState } from 'react'
import { useCall, useRefresh } from '../api/hooks.ts'
import { Panel } from '../ui/Card.tsx'
import { Progress } from '../ui/Progress.tsx'
import { ArchiveSearch } from './ArchiveSearch.tsx'
import { type Counted, isUnderWay, stepText } from './cleanup-words.ts'
import { CleanupForm } from './CleanupForm.tsx'
import { ConfirmCleanup, UndoCleanup } from './ConfirmCleanup.tsx'
import { RunsTable } from './RunsTable.tsx'

const WATCH_MS = 1_000
const REST_MS = 60_000

export function CleanupPage() {
  const query = useCall(
    cleanup.list,
    {},
    { pollMs: (answer) => (answer?.runs.some(isUnderWay) ? WATCH_MS : REST_MS) },
  )
  const refresh = useRefresh()
  const [counted, setCounted] = useState<Counted | null>(null)
  const [undoing, setUndoing] = useState<CleanupRun | null>(null)
  const underWay = query.data?.runs.find(isUnderWay)
  const close = () => {
    setCounted(null)
    setUndoing(null)
    refresh(cleanup.list)
  }
  return (
    <>
      <CleanupForm onCounted={setCounted} />
      {underWay && (
        <Panel>
          <Progress label={stepText(underWay)} percent={underWay.progress} />
        </Panel>
      )}
      <RunsTable
        rows={query.data?.runs}
        onUndo={setUndoing}
        error={
          query.isError && query.data === undefined
            ? {
                message: 'No sale is affected. It is tried again by itself in a moment.',
                retry: () => void query.refetch(),
              }
            : undefined
        }
      />
      <ArchiveSearch />
      {counted !== null && <ConfirmCleanup counted={counted} onClose={close} />}
      {undoing !== null && <UndoCleanup run={undoing} onClose={close} />}
    </>
  )
}
