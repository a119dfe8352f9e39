// An action that asks for confirmation before it is done. What the server says against it is shown in the dialog, which
// stays open; a toast is only its echo.
import { useEffect, useState } from 'react'
import { refusalText } from '../form-errors.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { preloadToasts, toast } from '../../ui/toast.ts'

interface ConfirmActionProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'danger' | 'confirmLabel' | 'cancelLabel'> {
  run: () => Promise<void>
  /** What its failure is called, above the reason; without it the reason stands alone. */
  failed?: string
  /** Why it failed: the server's words, or these when no answer came. */
  noAnswer: string | ((error: unknown) => string)
  onClose: () => void
  /** Whether it worked or not: somebody else may have changed the lists meanwhile. */
  onSettled?: () => void
}

export function ConfirmActionDialog({
  run,
  failed,
  noAnswer,
  onClose,
  onSettled,
  ...dialog
}: ConfirmActionProps) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      const text = typeof noAnswer === 'string' ? refusalText(error, noAnswer) : noAnswer(error)
      setReason(text)
      toast.error(failed ?? text)
    } finally {
      setBusy(false)
      onSettled?.()
    }
  }
  return (
    <ConfirmDialog {...dialog} open busy={isBusy} onConfirm={() => void confirm()} onCancel={onClose}>
      {reason !== null && (
        <Notice tone="danger" title={failed ?? reason}>
          {failed === undefined ? null : reason}
        </Notice>
      )}
      {dialog.children}
    </ConfirmDialog>
  )
}
