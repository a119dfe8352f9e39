// The last question before sales move, either way: what goes, and the Admin's password.
import { cleanup, type CleanupRun, formatDay, formatGmd, noonOf } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { toast } from '../ui/toast.ts'
import { type Counted, salesText } from './cleanup-words.ts'

const NO_ANSWER = 'The server did not answer. Close this and check whether it has started.'

export const ConfirmCleanup = ({ counted, onClose }: { counted: Counted; onClose: () => void }) => (
  <PasswordDialog
    title={`Archive ${salesText(counted.sales)}?`}
    confirmLabel="Archive"
    noAnswer={NO_ANSWER}
    onClose={onClose}
    run={async (password) => {
      const { message } = await call(cleanup.run, { days: counted.days, dryRun: false, password })
      toast.success(message)
      onClose()
    }}
  >
    <p>
      Every sale up to <b className="font-semibold">{formatDay(noonOf(counted.until))}</b>, together{' '}
      <b className="font-semibold">{formatGmd(counted.tendered)}</b>, leaves the lists. A backup is made and
      checked first; if it fails, nothing moves.
    </p>
    <p className="text-ink-2">
      Dashboard, reports and the audit stay as they are; the lists, and the sums above them, go on without
      these sales. They are still found below, and this can be undone.
    </p>
  </PasswordDialog>
)

export const UndoCleanup = ({ run, onClose }: { run: CleanupRun; onClose: () => void }) => (
  <PasswordDialog
    title={`Bring ${salesText(run.sales)} back?`}
    confirmLabel="Undo"
    noAnswer={NO_ANSWER}
    onClose={onClose}
    run={async (password) => {
      const { message } = await call(cleanup.undo, { id: run.id, password })
      toast.success(message)
      onClose()
    }}
  >
    <p>Every sale that went on {formatDay(run.at)} is in the lists again, as it was.</p>
  </PasswordDialog>
)
