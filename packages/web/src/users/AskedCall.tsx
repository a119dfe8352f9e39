// A button whose deed is asked for once more in words before it is done; what the server says of it is told in the dialog.
import { type ReactNode, useState } from 'react'
import { refusalText } from '../lib/refusal.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

interface AskedCallProps {
  icon: IconName
  label: string
  title: string
  confirmLabel: string
  children: ReactNode
  run: () => Promise<{ message: string }>
  /** What is told when no answer came. */
  noAnswer: string
  onDone: () => void
}

export function AskedCall(props: AskedCallProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(): Promise<void> {
    setBusy(true)
    try {
      const { message } = await props.run()
      toast.success(message)
      setAsking(false)
      props.onDone()
    } catch (error) {
      setProblem(refusalText(error, props.noAnswer))
    } finally {
      setBusy(false)
    }
  }
  function ask(): void {
    setProblem(null)
    setAsking(true)
  }
  return (
    <>
      <Button icon={props.icon} className="max-sm:order-last" onClick={ask}>
        {props.label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={props.title}
        confirmLabel={props.confirmLabel}
        cancelLabel="Cancel"
        busy={isBusy}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      >
        {problem !== null && <Notice tone="danger" title={problem} />}
        {props.children}
      </ConfirmDialog>
    </>
  )
}
