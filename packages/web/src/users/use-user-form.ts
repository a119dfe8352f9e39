// Saves a user (U-03, A-22, A-23). A change to how a user signs in needs the password of the Admin who makes it.
import { CallRefused, changedUserForm, newUserForm, type User, users } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { type RecordForm, useRecordForm } from '../form/send/use-record-form.ts'
import { toast } from '../ui/toast.ts'
import { type CheckedUser, fillValues, makesAdmin, needsProof, type UserFieldName } from './user-values.ts'

interface Proof {
  makesAdmin: boolean
  name: string
  give: (password: string) => Promise<void>
  cancel: () => void
}

export interface UserFormState extends RecordForm<User, UserFieldName, CheckedUser> {
  save: () => Promise<void>
  /** The change that waits for the Admin's password; null when there is none. */
  proof: Proof | null
}

export function useUserForm(user: User | null, onSaved: () => void): UserFormState {
  const [unproven, setUnproven] = useState<CheckedUser | null>(null)
  const refresh = useRefresh()
  const record = useRecordForm<User, UserFieldName, CheckedUser>({
    record: user,
    noun: 'user',
    schema: user === null ? newUserForm : changedUserForm,
    fill: fillValues,
    store,
    readNow: ({ id }) => call(users.one, { userId: id }),
    isForCaller: isAboutYourPassword,
    onRefused: () => {
      setUnproven(null)
      refresh(users.list, users.overview)
    },
    onSaved: (isNew) => {
      toast.success(isNew ? 'User created successfully' : 'User updated successfully')
      onSaved()
    },
  })
  const { form, seen, send } = record
  const save = form.handleSubmit(async (checked) => {
    if (needsProof(seen, checked)) setUnproven(checked)
    else await send(checked)
  })
  const proof = unproven && {
    makesAdmin: makesAdmin(seen, unproven),
    name: unproven.name,
    give: (yourPassword: string) => send(unproven, yourPassword),
    cancel: () => setUnproven(null),
  }
  return { ...record, save, proof }
}

const isAboutYourPassword = (error: unknown): boolean =>
  error instanceof CallRefused && error.errors['yourPassword'] !== undefined

/** An empty password on a change keeps the current one. */
function store(
  seen: User | null,
  { password, ...checked }: CheckedUser,
  yourPassword?: string,
): Promise<unknown> {
  const input = { ...checked, ...(yourPassword !== undefined && { yourPassword }) }
  if (seen === null) return call(users.add, { ...input, password })
  return call(users.update, {
    id: seen.id,
    ...input,
    ...(password !== '' && { password }),
    seenVersion: seen.version,
  })
}
