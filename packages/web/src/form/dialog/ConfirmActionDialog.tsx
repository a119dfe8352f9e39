// An action that needs a confirmation. If the server refuses, the reason is shown in the dialog, which stays open; the
// toast only repeats it.
import { useEffect, useState } from 'react'
import { failureTitle, refusalText } from '../form-errors.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { preloadToasts, toast } from '../../ui/toast.ts'

interface ConfirmActionProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'danger' | 'confirmLabel' | 'cancelLabel'> {
  run: () => Promise<void>
  /** The title of a refusal, above the reason; without it only the reason is shown. */
  failed?: string
  /** Why it failed: the server's message, or this text when no answer came. */
  noAnswer: string | ((error: unknown) => string)
  onClose: () => void
  /** Called on success and on failure: somebody else may have changed the lists meanwhile. */
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
  const [problem, setProblem] = useState<{ title: string; text: string | null } | null>(null)
  // Once the network is gone, it is too late to load the code that shows the toast.
  useEffect(preloadToasts, [])

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      const text = typeof noAnswer === 'string' ? refusalText(error, noAnswer) : noAnswer(error)
      const title = failed === undefined ? text : failureTitle(error, failed)
      setProblem({ title, text: title === text ? null : text })
      toast.error(title)
    } finally {
      setBusy(false)
      onSettled?.()
    }
  }
  return (
    <ConfirmDialog {...dialog} open busy={isBusy} onConfirm={() => void confirm()} onCancel={onClose}>
      {problem !== null && (
        <Notice tone="danger" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      {dialog.children}
    </ConfirmDialog>
  )
}
