// Prints a Z slip or an X report, and shows it on the screen as it is on paper.
import { till, type TillSession } from '@flexpower/contract'
import { useState } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { openPrintWindow } from '../layout/print-window.ts'
import { printIn } from '../lib/print.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SlipSheet, titleSlip } from './SlipSheet.tsx'

export function PrintSlip({ session, variant }: { session: TillSession; variant?: 'primary' | 'secondary' }) {
  const [isBlocked, setBlocked] = useState(false)
  function print(): void {
    const target = openPrintWindow()
    setBlocked(target === null)
    if (target) void printIn(target, titleSlip(session), <SlipSheet session={session} />)
  }
  return (
    <>
      <Button icon="print" variant={variant} onClick={print}>
        Print {titleSlip(session)}
      </Button>
      {isBlocked && (
        <Notice tone="warning" title="The browser blocked the print window">
          Allow pop-ups for this site and print again. The shift itself is not affected.
        </Notice>
      )}
    </>
  )
}

/** A slip by the id of its shift. */
export function SlipDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: session, isError, refetch } = useCall(till.one, { id })
  return (
    <Modal
      open
      title={session ? titleSlip(session) : 'Shift'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {session && <PrintSlip session={session} variant="primary" />}
        </>
      }
    >
      {session ? (
        <SlipSheet session={session} />
      ) : isError ? (
        <EmptyState
          icon="alert"
          title="The shift could not be loaded"
          action={
            <Button icon="refresh" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Nothing has changed by that.
        </EmptyState>
      ) : (
        <p aria-busy>Loading...</p>
      )}
    </Modal>
  )
}
