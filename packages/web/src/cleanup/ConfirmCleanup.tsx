// The last word before sales move, either way: what goes, and the own password.
import { cleanup, type CleanupRun, formatDay, formatGmd, noonOf } from '@flexpower/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { type Counted, salesText } from './cleanup-words.ts'

export const ConfirmCleanup = ({ counted, onClose }: { counted: Counted; onClose: () => void }) => (
  <PasswordDialog
    title={`Archive ${salesText(counted.sales)}?`}
    confirmLabel="Archive"
    onClose={onClose}
    run={(password) => call(cleanup.run, { days: counted.days, dryRun: false, password })}
  >
    <p>
      Every sale up to <b className="font-semibold">{formatDay(noonOf(counted.until))}</b>, together{' '}
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
    title={`Bring ${salesText(run.sales)} back?`}
    confirmLabel="Undo"
    onClose={onClose}
    run={(password) => call(cleanup.undo, { id: run.id, password })}
  >
    <p>Every sale that went on {formatDay(run.at)} stands in the lists again, as it was.</p>
  </PasswordDialog>
)

interface PasswordDialogProps {
  title: string
  confirmLabel: string
  children: ReactNode
  run: (password: string) => Promise<{ message: string }>
  onClose: () => void
}

function PasswordDialog({ title, confirmLabel, children, run, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(preloadToasts, [])
  async function confirm(): Promise<void> {
    if (isBusy) return
    if (password === '') {
      setProblem('Password is required')
      return
    }
    setBusy(true)
    try {
      const { message } = await run(password)
      toast.success(message)
      onClose()
    } catch (error) {
      const text = refusalText(error, 'No answer came. Close this and look whether it has begun.')
      setProblem(text)
      toast.error(text)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel="Not now"
      busy={isBusy}
      initialFocus={field}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {children}
      <PasswordField
        ref={field}
        label="Your password"
        autoComplete="current-password"
        error={problem}
        value={password}
        onChange={(event) => {
          setProblem(undefined)
          setPassword(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void confirm()
        }}
      />
    </ConfirmDialog>
  )
}
