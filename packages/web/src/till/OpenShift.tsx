// The open shift: since when, what moved, sales in doubt, and what can be done with it.
import { formatGmd, formatMoment, movementWords, type TillSession } from '@flexpower/contract'
import { useState } from 'react'
import { openDrawer } from '../printer/later/print-paper.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { MoveCash } from './MoveCash.tsx'
import { MovementsTable } from './MovementsTable.tsx'
import { SlipButtons } from './SlipPrint.tsx'

interface OpenShiftProps {
  session: TillSession
  onChanged: (session: TillSession) => void
  onCount: () => void
}

const KINDS = ['in', 'out', 'drop'] as const

export function OpenShift({ session, onChanged, onCount }: OpenShiftProps) {
  const [moving, setMoving] = useState<(typeof KINDS)[number] | null>(null)
  const { inDoubt, figures } = session
  function startCount(): void {
    void openDrawer()
    onCount()
  }
  return (
    <>
      <StatGroup label="Open shift">
        <Stat label="Open since" value={formatMoment(session.openedAt)} />
        <Stat label="Opening" value={formatGmd(session.opening)} note="In the drawer at the beginning" />
        {figures !== null && <Stat label="Expected cash" value={formatGmd(figures.expected)} />}
      </StatGroup>
      {inDoubt.length > 0 && (
        <Notice
          tone="info"
          title={
            inDoubt.length === 1 ? '1 sale has no result yet' : `${inDoubt.length} sales have no result yet`
          }
        >
          Their cash belongs in the drawer. They are listed on the slip if the shift is closed before they
          end.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => setMoving(kind)}>
            {movementWords[kind]}
          </Button>
        ))}
        {figures !== null && <SlipButtons session={session} />}
        <Button variant="primary" size="lg" className="max-sm:basis-full sm:ml-auto" onClick={startCount}>
          Count and close
        </Button>
      </div>
      {session.movements.length > 0 && (
        <Panel title="Cash in and out" flush>
          <MovementsTable session={session} />
        </Panel>
      )}
      {moving !== null && (
        <MoveCash
          kind={moving}
          onClose={() => setMoving(null)}
          onMoved={(changed) => {
            setMoving(null)
            onChanged(changed)
          }}
        />
      )}
    </>
  )
}
