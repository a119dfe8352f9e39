// Mailing a user the link to choose a new password, for the one who has forgotten it and asks an Admin.
import { type User, users } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

const NO_ANSWER =
  'No answer came, so it is not known whether the link was sent. Try again: an older link then ends.'

export function ResetLink({ user, onSent }: { user: User; onSent: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const { message } = await call(users.sendResetLink, { id: user.id })
      toast.success(message)
      setAsking(false)
      onSent()
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
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
      <Button icon="mail" className="max-sm:order-last" onClick={ask}>
        Send reset link
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Send ${user.name} a reset link?`}
        confirmLabel="Send"
        cancelLabel="Cancel"
        busy={isBusy}
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        {problem !== null && <Notice tone="danger" title={problem} />}
        <p>
          A link to choose a new password goes to {user.email}. It works once and for 30 minutes. Until it is
          used the present password stays.
        </p>
      </ConfirmDialog>
    </>
  )
}
