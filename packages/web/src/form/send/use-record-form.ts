// The form of a record, for a new one and for a change. A record that somebody else changed or deleted meanwhile is neither
// overwritten nor lost.
import { type Act, acts, CallRefused, type Codec } from '@flexpower/contract'
import { useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { refusalText, showFieldErrors } from '../form-errors.ts'
import { type Clash, findClashes, type FormTexts, mergeTexts } from './changes.ts'
import { type CheckedForm, useCheckedForm } from './use-call-form.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'

interface Versioned {
  id: number
  /** Increases with every change. */
  version: number
}

export type SaveProblem<Saved, Field extends string> =
  /** `isAtField`: the texts are already under their fields. */
  | { kind: 'refused'; messages: readonly string[]; isAtField: boolean }
  /** No answer, or none that says whether it was saved. */
  | { kind: 'unknown'; message: string }
  /** Who did it, if that can be read. */
  | { kind: 'changed'; message: string; by: Act | null; newer: Saved; clashes: readonly Clash<Field>[] }
  | { kind: 'deleted'; message: string; by: Act | null }
  /** The newer state is in the form; these fields were changed on both sides. */
  | { kind: 'merged'; newer: Saved; clashes: readonly Clash<Field>[] }

interface RecordFormOptions<Saved extends Versioned, Field extends string, Checked> {
  /** Null: a new one. */
  record: Saved | null
  /** As in the audit: `user`, `charge`. */
  noun: string
  schema: Codec<Checked>
  fill: (record: Saved | null) => FormTexts<Field>
  /** `seen` is the state that the change is based on. */
  store: (seen: Saved | null, checked: Checked, proof?: string) => Promise<unknown>
  /** The current state; null or undefined when there is none. */
  readNow: (seen: Saved) => Promise<Saved | null | undefined>
  /** Errors that are passed on to the caller of `send`. */
  isForCaller?: (error: unknown) => boolean
  /** After a refusal, the lists behind the form may be out of date. */
  onRefused: () => void
  onSaved: (isNew: boolean) => void
}

export interface RecordForm<Saved, Field extends string, Checked> {
  form: CheckedForm<FormTexts<Field>, Checked>
  /** The record that will be changed; null: a new one will be added. */
  seen: Saved | null
  problem: SaveProblem<Saved, Field> | null
  send: (checked: Checked, proof?: string) => Promise<void>
  loadNewer: () => void
  /** After it was deleted meanwhile: the values in the form become a new record. */
  makeNew: () => void
}

export function useRecordForm<Saved extends Versioned, Field extends string, Checked>(
  options: RecordFormOptions<Saved, Field, Checked>,
): RecordForm<Saved, Field, Checked> {
  const { schema, fill, store, isForCaller, onRefused, onSaved } = options
  const [seen, setSeen] = useState(options.record)
  const [problem, setProblem] = useState<SaveProblem<Saved, Field> | null>(null)
  const form = useCheckedForm<FormTexts<Field>, Checked>(
    schema,
    fill(options.record) as DefaultValues<FormTexts<Field>>,
  )

  async function send(checked: Checked, proof?: string): Promise<void> {
    try {
      await store(seen, checked, proof)
    } catch (error) {
      if (isForCaller?.(error) === true) throw error
      const [first] = showFieldErrors(error, form)
      const found = await readProblem(options, error, seen, form.getValues(), first !== undefined)
      setProblem(found)
      for (const message of found.kind === 'refused' ? found.messages : [found.message]) toast.error(message)
      if (first !== undefined) form.setFocus(first)
      onRefused()
      return
    }
    onSaved(seen === null)
  }

  function loadNewer(): void {
    if (problem?.kind !== 'changed' || seen === null) return
    const { newer } = problem
    const states = { seen: fill(seen), typed: form.getValues(), newer: fill(newer) }
    form.reset(mergeTexts(states))
    setSeen(() => newer)
    setProblem({ kind: 'merged', newer, clashes: findClashes(states).filter(({ typed }) => typed !== null) })
  }
  function makeNew(): void {
    setSeen(null)
    setProblem(null)
  }
  return { form, seen, problem, send, loadNewer, makeNew }
}

async function readProblem<Saved extends Versioned, Field extends string, Checked>(
  { noun, fill, readNow }: RecordFormOptions<Saved, Field, Checked>,
  error: unknown,
  seen: Saved | null,
  typed: FormTexts<Field>,
  isAtField: boolean,
): Promise<Exclude<SaveProblem<Saved, Field>, { kind: 'merged' }>> {
  const message = refusalText(error, TRY_AGAIN)
  if (!(error instanceof CallRefused) || error.status >= 500) return { kind: 'unknown', message }
  if (seen !== null && error.status === 404)
    return { kind: 'deleted', message, by: await readLastChange(noun, seen) }
  if (seen !== null && error.status === 409) {
    // The same version: it cannot be read, or the conflict was not about this record's state.
    const newer = (await readNow(seen).catch(() => null)) ?? seen
    if (newer.version !== seen.version) {
      const clashes = findClashes({ seen: fill(seen), typed, newer: fill(newer) })
      return { kind: 'changed', message, by: await readLastChange(noun, seen), newer, clashes }
    }
  }
  const messages = [...new Set(Object.values(error.errors).flat())]
  return { kind: 'refused', messages: messages.length > 0 ? messages : [message], isAtField }
}

/** Who did it is useful to know, but not worth a failure. */
async function readLastChange(noun: string, { id }: Versioned): Promise<Act | null> {
  try {
    const history = await call(acts.list.window, { record: `${noun}/${id}`, limit: 50 })
    return history.rows.find(({ before }) => before !== null) ?? null
  } catch {
    return null
  }
}
