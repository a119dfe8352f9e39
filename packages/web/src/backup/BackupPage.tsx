// Backups (R-17, BK-01): make one and watch it being written and checked, see the earlier ones, download any of them.
import { type Backup, backups, type Window } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { useListWindow } from '../list/list-window.ts'
import { now } from '../lib/clock.ts'
import { useListView } from '../list/list-view.ts'
import { refusalText } from '../form/form-errors.ts'
import { CallCard, Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/form/Progress.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { copiesText, isUnderWay, rulesText, stepWords } from './backup-words.ts'
import { BackupsTable } from './BackupsTable.tsx'

const WATCH_MS = 1_000
const REST_MS = 60_000

const choosePoll = (read: Window<Backup> | undefined) => (read?.rows.some(isUnderWay) ? WATCH_MS : REST_MS)

export function BackupPage() {
  const view = useListView()
  const list = useListWindow(backups.list, {}, view, { pollMs: choosePoll })
  // The newest one is watched, whatever the table shows.
  const { data: newest } = useCall(backups.list.window, { limit: 1 }, { pollMs: choosePoll })
  const { data: rules } = useCall(backups.rules, {}, { pollMs: () => REST_MS })
  const { make, failure } = useMake()
  const last = newest?.rows[0]
  const underWay = last && isUnderWay(last) ? last : undefined
  return (
    <>
      <div className="flex flex-wrap items-stretch gap-4">
        <div className="grid w-80 max-sm:w-full">
          <CallCard
            title="Create New Backup"
            note="Written, then restored to check it"
            icon="backup"
            onClick={() => void make()}
          />
        </div>
        {underWay && (
          <Panel className="min-w-0 flex-1 basis-80">
            <Progress label={stepWords[underWay.state]} percent={underWay.progress} />
          </Panel>
        )}
      </div>
      {failure !== null && <Notice tone="danger" title={failure} />}
      <LastFailure backup={last} />
      {rules && rules.copyFailure !== null && (
        <Notice tone="danger" title="The newest backup is not copied">
          {rules.copyFailure} The backup on this server is good. The copy is tried again every ten minutes.
        </Notice>
      )}
      {rules && (
        <p className="max-w-180 text-sm wrap-anywhere text-pretty text-ink-3">
          {rulesText(rules, now())} {copiesText(rules)}
        </p>
      )}
      <BackupsTable list={list} view={view} />
    </>
  )
}

function LastFailure({ backup }: { backup: Backup | undefined }) {
  if (backup?.state !== 'failed') return null
  return (
    <Notice tone="danger" title="The last backup failed">
      {backup.failure} Selling goes on, and earlier backups are as they were. Create a new one.
    </Notice>
  )
}

function useMake() {
  const refresh = useRefresh()
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(preloadToasts, [])
  async function make(): Promise<void> {
    setFailure(null)
    try {
      const { message } = await call(backups.make, {})
      toast.success(message)
    } catch (error) {
      const text = refusalText(
        error,
        'The server did not answer. Check below whether the backup has started.',
      )
      setFailure(text)
      toast.error(text)
    }
    refresh(backups.list)
  }
  return { make, failure }
}
