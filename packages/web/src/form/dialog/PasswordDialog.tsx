// Asks for the password of the signed-in user before something that an open browser alone must not do. A refusal
// appears under the field, and the dialog stays open.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { refusalText } from '../form-errors.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { preloadToasts, toast } from '../../ui/toast.ts'

interface PasswordDialogProps {
  title: string
  confirmLabel: string
  children: ReactNode
  /** Closes the dialog itself when it is done; what it throws is shown. */
  run: (password: string) => Promise<void>
  /** Shown when no answer came. */
  noAnswer?: string
  onClose: () => void
}

export function PasswordDialog({
  title,
  confirmLabel,
  children,
  run,
  noAnswer = 'The server did not answer. Try again.',
  onClose,
}: PasswordDialogProps) {
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
      await run(password)
    } catch (error) {
      const text = refusalText(error, noAnswer)
      setProblem(text)
      toast.error(text)
    } finally {
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
