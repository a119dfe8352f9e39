// A button whose deed is asked for once more in words before it is done.
import { type ReactNode, useState } from 'react'
import { DeedDialog } from '../shell/DeedDialog.tsx'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
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
  async function run(): Promise<void> {
    const { message } = await props.run()
    toast.success(message)
    setAsking(false)
    props.onDone()
  }
  return (
    <>
      <Button icon={props.icon} className="max-sm:order-last" onClick={() => setAsking(true)}>
        {props.label}
      </Button>
      {isAsking && (
        <DeedDialog
          title={props.title}
          confirmLabel={props.confirmLabel}
          cancelLabel="Cancel"
          run={run}
          noAnswer={props.noAnswer}
          onClose={() => setAsking(false)}
        >
          {props.children}
        </DeedDialog>
      )}
    </>
  )
}
