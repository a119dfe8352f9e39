// The form of a user, for a new one and for a change (U-01, U-03, U-05).
import type { User } from '@flexpower/contract'
import { actorText, momentText } from '../history/act-words.ts'
import type { Clash } from '../form/send/changes.ts'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { type UserFormState, useUserForm } from './use-user-form.ts'
import { fieldLabels, readable, type UserFieldName } from './user-values.ts'
import { UserFields } from './UserFields.tsx'

interface UserFormProps {
  /** Null: a new one. */
  user: User | null
  onClose: () => void
  onSaved: () => void
}

export function UserForm({ user, onClose, onSaved }: UserFormProps) {
  const { form, problem, save, loadNewer, proof } = useUserForm(user, onSaved)
  return (
    <FormModal
      title={user === null ? 'Add a new user' : `Edit ${user.name}`}
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void save()}
    >
      <ProblemNotice problem={problem} onLoad={loadNewer} />
      <UserFields form={form} isNew={user === null} />
      {proof !== null && (
        <PasswordDialog
          title={proof.makesAdmin ? `Make ${proof.name} an Admin?` : `Change how ${proof.name} signs in?`}
          confirmLabel="Save"
          run={proof.give}
          onClose={proof.cancel}
        >
          {proof.makesAdmin && <p>An Admin can manage users, load credit and decide open sales.</p>}
          {user !== null && !proof.makesAdmin && (
            <p>
              {user.name} gets a mail that names you. A new password also signs {user.name} out everywhere.
            </p>
          )}
        </PasswordDialog>
      )}
    </FormModal>
  )
}

interface ProblemNoticeProps {
  problem: UserFormState['problem']
  onLoad: () => void
}

function ProblemNotice({ problem, onLoad }: ProblemNoticeProps) {
  switch (problem?.kind) {
    case undefined:
      return null
    case 'refused':
      return (
        <Notice tone="danger" title={<Lines lines={problem.messages} />}>
          Nothing was saved. Change it and save again.
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="danger" title={problem.message}>
          The server did not answer, so it is not known whether this was saved. No money has moved. Save
          again: nothing is saved twice.
        </Notice>
      )
    case 'deleted':
      return (
        <Notice tone="danger" title={problem.message}>
          {problem.by !== null &&
            `${actorText(problem.by.actor)} deleted this user on ${momentText(problem.by.at)}. `}
          Nothing was saved.
        </Notice>
      )
    case 'changed':
      return (
        <Notice tone="warning" title={problem.message}>
          <p>
            {problem.by !== null &&
              `${actorText(problem.by.actor)} saved the newer state on ${momentText(problem.by.at)}. `}
            What you typed is still here.
          </p>
          <Clashes clashes={problem.clashes} />
          <Button icon="refresh" className="mt-2" onClick={onLoad}>
            Load the newer state
          </Button>
        </Notice>
      )
    case 'merged':
      return (
        <Notice tone="info" title="The newer state is loaded, with what you typed on top">
          {problem.clashes.length === 0 ? (
            'Look through it and save.'
          ) : (
            <>
              <p>You both changed these. The form has your version. Check it and save.</p>
              <Clashes clashes={problem.clashes} />
            </>
          )}
        </Notice>
      )
  }
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))

const Clashes = ({ clashes }: { clashes: readonly Clash<UserFieldName>[] }) => (
  <ul className="mt-1 list-disc pl-4">
    {clashes.map(({ field, before, now, typed }) => (
      <li key={field}>
        {fieldLabels[field]}: was {readable(field, before)}, is now {readable(field, now)}
        {typed !== null && `, and you typed ${readable(field, typed)}`}
      </li>
    ))}
  </ul>
)
