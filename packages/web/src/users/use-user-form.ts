// Saving a user (U-03, A-22, A-23): every refusal finds its field or its notice, and a record that somebody else changed
// meanwhile is neither overwritten nor lost.
import {
  type Act,
  acts,
  CallRefused,
  changedUserForm,
  newUserForm,
  type User,
  users,
  YOUR_PASSWORD,
} from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { preloadToasts, toast } from '../ui/toast.ts'
import {
  type CheckedUser,
  type Clash,
  findClashes,
  fieldNames,
  buildInput,
  makesAdmin,
  mergeValues,
  needsProof,
  type UserValues,
  fillValues,
} from './user-values.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'

export type UserSaveProblem =
  | { kind: 'refused'; messages: readonly string[] }
  /** No answer, or none that can be read. */
  | { kind: 'unknown'; message: string }
  | { kind: 'changed'; message: string; by: Act | null; newer: User; clashes: readonly Clash[] }
  /** The newer state is in the form; these fields were changed on both sides. */
  | { kind: 'merged'; clashes: readonly Clash[] }

interface Proof {
  makesAdmin: boolean
  name: string
  give: (password: string) => Promise<void>
  cancel: () => void
}

export interface UserFormState {
  form: UseFormReturn<UserValues, unknown, CheckedUser>
  problem: UserSaveProblem | null
  save: () => Promise<void>
  loadNewer: () => void
  /** What waits for the Admin's password; null when nothing does. */
  proof: Proof | null
}

export function useUserForm(user: User | null, onSaved: () => void): UserFormState {
  const [seen, setSeen] = useState(user)
  const [problem, setProblem] = useState<UserSaveProblem | null>(null)
  const [unproven, setUnproven] = useState<CheckedUser | null>(null)
  const refresh = useRefresh()
  const form = useForm<UserValues, unknown, CheckedUser>({
    defaultValues: fillValues(user),
    resolver: formResolver(user === null ? newUserForm : changedUserForm),
    mode: 'onTouched',
  })
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])

  async function send(checked: CheckedUser, yourPassword?: string): Promise<void> {
    try {
      await store(seen, checked, yourPassword)
    } catch (error) {
      if (isAboutYourPassword(error)) throw error
      setUnproven(null)
      const met = await readProblem(error, seen, form.getValues())
      setProblem(met)
      for (const message of listMessages(met)) toast.error(message)
      showFieldErrors(error, form.setError, fieldNames)
      // What the page shows behind the form may be out of date, or it would not have been refused.
      refresh(users.list, users.overview)
      return
    }
    toast.success(seen === null ? 'User created successfully' : 'User updated successfully')
    onSaved()
  }

  function loadNewer(): void {
    if (problem?.kind !== 'changed' || seen === null) return
    const states = [fillValues(seen), form.getValues(), fillValues(problem.newer)] as const
    form.reset(mergeValues(...states))
    setSeen(problem.newer)
    setProblem({ kind: 'merged', clashes: findClashes(...states).filter(({ typed }) => typed !== null) })
  }
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
  return { form, problem, save, loadNewer, proof }
}

const isAboutYourPassword = (error: unknown): boolean =>
  error instanceof CallRefused && error.errors[YOUR_PASSWORD] !== undefined

function store(seen: User | null, checked: CheckedUser, yourPassword?: string): Promise<unknown> {
  const { password } = checked
  const proof = yourPassword === undefined ? {} : { yourPassword }
  if (seen === null) return call(users.add, { ...buildInput(checked), password, ...proof })
  return call(users.update, {
    id: seen.id,
    ...buildInput(checked),
    ...(password !== '' && { password }),
    ...proof,
    seenVersion: seen.version,
  })
}

async function readProblem(error: unknown, seen: User | null, typed: UserValues): Promise<UserSaveProblem> {
  if (!(error instanceof CallRefused)) return { kind: 'unknown', message: TRY_AGAIN }
  if (error.status === 409 && seen !== null) {
    const newer = await readNewer(seen)
    if (newer !== null) {
      const clashes = findClashes(fillValues(seen), typed, fillValues(newer))
      return {
        kind: 'changed',
        message: refusalText(error, TRY_AGAIN),
        by: await readLastChange(seen),
        newer,
        clashes,
      }
    }
  }
  const messages = [...new Set(Object.values(error.errors).flat())]
  return { kind: 'refused', messages: messages.length > 0 ? messages : [refusalText(error, TRY_AGAIN)] }
}

/** Null when it cannot be read, or when the conflict was about something else than this record's state. */
async function readNewer({ id, version }: User): Promise<User | null> {
  try {
    const newer = await call(users.one, { userId: id })
    return newer === null || newer.version === version ? null : newer
  } catch {
    return null
  }
}

/** Who did it is worth knowing, but not worth failing for. */
async function readLastChange({ id }: User): Promise<Act | null> {
  try {
    const history = await call(acts.list.window, { record: `user/${id}`, limit: 50 })
    return history.rows.find(({ before, after }) => before !== null && after !== null) ?? null
  } catch {
    return null
  }
}

function listMessages(problem: UserSaveProblem): readonly string[] {
  if (problem.kind === 'refused') return problem.messages
  return problem.kind === 'merged' ? [] : [problem.message]
}
