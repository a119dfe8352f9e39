// A button that asks for the Admin's password before it changes how a user signs in.
import { type ReactNode, useState } from 'react'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface AskedCallProps {
  icon: IconName
  label: string
  title: string
  confirmLabel: string
  children: ReactNode
  run: (password: string) => Promise<{ message: string }>
  /** Shown when no answer came. */
  noAnswer: string
  onDone: () => void
}

export function AskedCall(props: AskedCallProps) {
  const [isAsking, setAsking] = useState(false)
  async function run(password: string): Promise<void> {
    const { message } = await props.run(password)
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
        <PasswordDialog
          title={props.title}
          confirmLabel={props.confirmLabel}
          run={run}
          noAnswer={props.noAnswer}
          onClose={() => setAsking(false)}
        >
          {props.children}
        </PasswordDialog>
      )}
    </>
  )
}
