// Deleting a user (U-02, A-24): asked first, and a refusal says why beside the specified words.
import { formatGmd, type User, users } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

const FAILED = 'Failed to delete user.'

interface DeleteUserProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  useEffect(preloadToasts, [])

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await call(users.remove, { id: user.id })
      toast.success('User deleted successfully.')
      onDeleted()
    } catch (error) {
      setReason(refusalText(error, NO_ANSWER))
      toast.error(FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Are you sure want to delete?"
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {reason !== null && (
        <Notice tone="danger" title={FAILED}>
          {reason}
        </Notice>
      )}
      <p>
        <b className="font-semibold">{user.name}</b>, {user.type}, {user.email}
      </p>
      <p className="text-ink-2">
        They are signed out everywhere and cannot sign in again. Their sales and their history stay.
      </p>
      <FloatWarning user={user} />
    </ConfirmDialog>
  )
}

/** The server refuses it; better to know before. */
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
  'No answer came, so it is not known whether the user was deleted. Look in the list before you try again.'
