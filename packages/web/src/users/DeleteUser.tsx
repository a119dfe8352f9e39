// Deletes a user (U-02, A-24) after a confirmation. A refusal shows the reason next to the specified text.
import { formatGmd, type User, users } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { toast } from '../ui/toast.ts'

interface DeleteUserProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

export const DeleteUser = ({ user, onClose, onDeleted }: DeleteUserProps) => (
  <ConfirmActionDialog
    danger
    title="Are you sure want to delete?"
    run={async () => {
      await call(users.remove, { id: user.id })
      toast.success('User deleted successfully.')
      onDeleted()
    }}
    failed="Failed to delete user."
    noAnswer={NO_ANSWER}
    onClose={onClose}
  >
    <p>
      <b className="font-semibold">{user.name}</b>, {user.type}, {user.email}
    </p>
    <p className="text-ink-2">
      They are signed out everywhere and cannot sign in again. Their sales and their history stay.
    </p>
    <FloatWarning user={user} />
  </ConfirmActionDialog>
)

/** The server would refuse it, so say it here first. */
function FloatWarning({ user }: { user: User }) {
  const left = [
    user.electricityFloat > 0 ? `${formatGmd(user.electricityFloat)} cash power` : '',
    user.airtimeFloat > 0 ? `${formatGmd(user.airtimeFloat)} airtime` : '',
  ].filter(Boolean)
  if (left.length === 0) return null
  return (
    <p className="text-warning">Float is left: {left.join(', ')}. A user with float cannot be deleted.</p>
  )
}

const NO_ANSWER =
  'The server did not answer, so it is not known whether the user was deleted. Look in the list before you try again.'
