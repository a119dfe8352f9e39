// Deletes a user (U-02, A-24) after a confirmation. A user with float cannot be deleted: taking it back is offered, in
// one call with the deletion. A refusal shows the reason next to the specified text.
import { type Bututs, type Credit, formatGmd, type User, users } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useReadAgain } from '../floats/use-read-again.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { CheckboxField } from '../ui/form/Field.tsx'
import { toast } from '../ui/toast.ts'

interface DeleteUserProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

interface Left {
  kind: Credit['kind']
  amount: Bututs
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const [takesBack, setTakesBack] = useState(false)
  const readAgain = useReadAgain()
  const left = listFloat(user)
  return (
    <ConfirmActionDialog
      danger
      title="Are you sure want to delete?"
      run={async () => {
        await call(users.remove, { id: user.id, ...(takesBack && { takesFloatBack: true }) })
        toast.success('User deleted successfully.')
        onDeleted()
      }}
      failed="Failed to delete user."
      noAnswer={NO_ANSWER}
      onClose={onClose}
      onSettled={readAgain}
    >
      <p>
        <b className="font-semibold">{user.name}</b>, {user.type}, {user.email}
      </p>
      <p className="text-ink-2">
        They are signed out everywhere and cannot sign in again. Their sales and their history stay.
      </p>
      {left.length > 0 && (
        <>
          <p className="text-warning">
            Float is left: {left.map(describe).join(', ')}. A user with float cannot be deleted.
          </p>
          <CheckboxField
            label="Take it back first"
            hint="It goes back to the bank. A large amount needs a second Admin: take that back on the float's page"
            checked={takesBack}
            onChange={(event) => setTakesBack(event.target.checked)}
          />
        </>
      )}
    </ConfirmActionDialog>
  )
}

const listFloat = (user: User): Left[] =>
  (
    [
      { kind: 'electricity', amount: user.electricityFloat },
      { kind: 'airtime', amount: user.airtimeFloat },
    ] as const
  ).filter(({ amount }) => amount > 0)

const describe = ({ kind, amount }: Left): string =>
  `${formatGmd(amount)} ${kind === 'electricity' ? 'cash power' : 'airtime'}`

const NO_ANSWER =
  'The server did not answer, so it is not known whether the user was deleted and the float taken back. Both are done or neither: look in the list before you try again.'
