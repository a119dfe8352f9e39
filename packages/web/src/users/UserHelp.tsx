// Ways to help a user who cannot get in: a link to choose a new password, and sign-in without the phone that was lost.
import { type User, users } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { AskedCall } from './AskedCall.tsx'

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
