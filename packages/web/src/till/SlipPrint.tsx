// Prints a Z slip or an X report, saves the Z slip as PDF or sends it by mail, and shows it as it is on paper.
import { till, type TillSession, titleSlip } from '@flexpower/contract'
import { useState } from 'react'
import { call, callForFile } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { refusalText } from '../form/form-errors.ts'
import { Unread } from '../layout/later/Unread.tsx'
import { saveFile } from '../list/later/csv.ts'
import type { PrintProblem } from '../printer/later/describe-failure.ts'
import { printPaper, type PrintWay } from '../printer/later/print-paper.tsx'
import { readSettings } from '../printer/later/settings.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { describeSlip } from './describe-slip.ts'
import { SlipSheet } from './SlipSheet.tsx'

const SAFE = 'The shift itself is not affected.'

/** The server counts the prints of a Z slip, so that each says which copy it is. */
async function makePaper(session: TillSession) {
  const { copy } = session.number === null ? { copy: 0 } : await call(till.countPrint, { id: session.id })
  return { paper: describeSlip(session, copy), opensDrawer: false }
}

async function savePdf({ id, number }: TillSession): Promise<void> {
  try {
    saveFile(`z-slip-${number}.pdf`, await callForFile(till.slipFile, { id }))
  } catch (error) {
    toast.error(refusalText(error, `The PDF could not be made. ${SAFE} Please try again.`))
  }
}

async function sendMail({ id }: TillSession): Promise<void> {
  try {
    toast.success((await call(till.mailSlip, { id })).message)
  } catch (error) {
    toast.error(refusalText(error, `The server did not answer. ${SAFE} Look at your mail, then try again.`))
  }
}

interface SlipButtonsProps {
  session: TillSession
  variant?: 'primary' | 'secondary'
}

export function SlipButtons({ session, variant }: SlipButtonsProps) {
  // Not kept as "not printed yet", as a receipt is: no customer waits for it, and the list of shifts always has it.
  const [problem, setProblem] = useState<PrintProblem | null>(null)
  const [busy, setBusy] = useState<'pdf' | 'mail' | null>(null)
  async function print(way: PrintWay): Promise<void> {
    setProblem(null)
    setProblem(await printPaper(await readSettings(), way, () => makePaper(session)))
  }
  const run = (which: 'pdf' | 'mail', work: (slip: TillSession) => Promise<void>) => () => {
    setBusy(which)
    void work(session).finally(() => setBusy(null))
  }
  return (
    <>
      <Button icon="print" variant={variant} onClick={() => void print('pressed')}>
        Print {titleSlip(session)}
      </Button>
      {session.number !== null && (
        <>
          <Button icon="download" busy={busy === 'pdf'} onClick={run('pdf', savePdf)}>
            PDF
          </Button>
          <Button icon="mail" busy={busy === 'mail'} onClick={run('mail', sendMail)}>
            Send by mail
          </Button>
        </>
      )}
      {problem !== null && (
        <Notice
          tone="warning"
          title={problem.title}
          action={<Button onClick={() => void print('dialog')}>Print with a dialog</Button>}
        >
          {problem.text} {SAFE}
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
          {session && <SlipButtons session={session} variant="primary" />}
        </>
      }
    >
      {session ? (
        <SlipSheet session={session} />
      ) : isError ? (
        <Unread title="The shift could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <p aria-busy>Loading...</p>
      )}
    </Modal>
  )
}
