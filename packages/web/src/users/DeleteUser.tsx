// Deletes a user (U-02, A-24) after a confirmation. A user with float cannot be deleted: taking it back is offered
// first. A refusal shows the reason next to the specified text.
import { type Bututs, type Credit, floats, formatGmd, type User, users } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { kindText } from '../floats/float-kinds.ts'
import { useReadAgain } from '../floats/use-read-again.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { refusalText } from '../form/form-errors.ts'
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
        if (takesBack) await takeBack(user.id, left)
        await call(users.remove, { id: user.id })
        toast.success('User deleted successfully.')
        onDeleted()
      }}
      failed="Failed to delete user."
      noAnswer={explain}
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
            hint="It goes back to the bank; a large amount waits for a second Admin"
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

/** Throws if any of it did not move: then nobody is deleted. */
async function takeBack(userId: number, left: readonly Left[]): Promise<void> {
  for (const { kind, amount } of left) {
    const reason = 'The user is deleted'
    const { state, message } = await call(floats.takeBack, { userId, kind, amount, reason })
    if (state === 'waiting') throw new Waiting(`${kindText(kind)}: ${message} Delete the user after that.`)
  }
}

/** Not a refusal, but a reason why the user is not deleted yet. */
class Waiting extends Error {}

const NO_ANSWER =
  'The server did not answer, so it is not known whether the user was deleted. Look in the list before you try again.'

const explain = (error: unknown): string =>
  error instanceof Waiting ? error.message : refusalText(error, NO_ANSWER)
