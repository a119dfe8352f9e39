// Help for a user who cannot sign in: a link to choose a new password, and sign-in without the lost phone.
import { type User, users } from '@flexpower/contract'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface HelpProps {
  user: User
  onDone: () => void
}

export const ResetLink = ({ user, onDone }: HelpProps) => (
  <AskedCall
    icon="mail"
    label="Send reset link"
    title={`Send ${user.name} a reset link?`}
    confirmLabel="Send"
    run={(password) => call(users.sendResetLink, { id: user.id, password })}
    noAnswer="The server did not answer, so it is not known whether the link was sent. Try again: an older link then ends."
    onDone={onDone}
  >
    <p>
      A link to choose a new password goes to {user.email}. It works once and for 30 minutes. Until it is used
      the present password stays.
    </p>
  </AskedCall>
)

export const WithoutCode = ({ user, onDone }: HelpProps) => (
  <AskedCall
    icon="lock"
    label="Turn off two-step sign-in"
    title={`Let ${user.name} in without a code?`}
    confirmLabel="Turn off"
    run={(password) => call(users.removeSecondFactor, { id: user.id, password })}
    noAnswer="The server did not answer. Look at the history below, and try again."
    onDone={onDone}
  >
    <p>
      For somebody who lost the phone and the recovery codes. The password alone then signs {user.name} in;
      they can turn it on again under Your Account. Make sure that it is {user.name} who asks.
    </p>
  </AskedCall>
)

/** A button that asks for the Admin's password before it changes how a user signs in. */
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
