// Saving a band (CH-02, A-28, A-29): every refusal finds its field or its notice, and a band that somebody else changed or
// deleted meanwhile is neither overwritten nor lost.
import {
  type Act,
  acts,
  CallRefused,
  type Charge,
  chargeForm,
  charges,
  type CheckedCharge,
} from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { preloadToasts, toast } from '../ui/toast.ts'
import {
  type ChargeValues,
  findClashes,
  fieldNames,
  buildInput,
  mergeValues,
  fillValues,
} from './charge-values.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'

export type ChargeSaveProblem =
  | { kind: 'refused'; message: string; isAtField: boolean }
  /** No answer, or none that can be read. */
  | { kind: 'unknown'; message: string }
  /** By whom, where that can be read. */
  | { kind: 'changed'; message: string; by: Act | null; newer: Charge }
  | { kind: 'deleted'; message: string; by: Act | null }
  /** The newer state is in the form; these fields were changed on both sides. */
  | { kind: 'merged'; newer: Charge; clashes: readonly string[] }

export interface ChargeFormState {
  form: UseFormReturn<ChargeValues, unknown, CheckedCharge>
  /** The band that will be changed; null: a new one will be added. */
  seen: Charge | null
  problem: ChargeSaveProblem | null
  save: () => Promise<void>
  loadNewer: () => void
  /** After it was deleted meanwhile: what is in the form becomes a new band. */
  makeNew: () => void
}

export function useChargeForm(charge: Charge | null, onSaved: () => void): ChargeFormState {
  const [seen, setSeen] = useState(charge)
  const [problem, setProblem] = useState<ChargeSaveProblem | null>(null)
  const refresh = useRefresh()
  const form = useForm<ChargeValues, unknown, CheckedCharge>({
    defaultValues: fillValues(charge),
    resolver: formResolver(chargeForm),
    mode: 'onTouched',
  })
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])

  async function send(checked: CheckedCharge): Promise<void> {
    try {
      await store(seen, checked)
    } catch (error) {
      const met = await readProblem(error, seen)
      setProblem(met)
      // What somebody else did meanwhile is in the list and in the history too.
      refresh(charges.list, acts.list)
      toast.error(met.message)
      showFieldErrors(error, form.setError, fieldNames)
      const first = error instanceof CallRefused && fieldNames.find((name) => name in error.errors)
      if (first) form.setFocus(first)
      return
    }
    toast.success(`Cash power charges ${seen === null ? 'created' : 'updated'} successfully`)
    onSaved()
  }

  function loadNewer(): void {
    if (problem?.kind !== 'changed' || seen === null) return
    const { newer } = problem
    const states = [fillValues(seen), form.getValues(), fillValues(newer)] as const
    form.reset(mergeValues(...states))
    setSeen(newer)
    setProblem({ kind: 'merged', newer, clashes: findClashes(...states) })
  }
  function makeNew(): void {
    setSeen(null)
    setProblem(null)
  }
  return { form, seen, problem, save: form.handleSubmit(send), loadNewer, makeNew }
}

const store = (seen: Charge | null, checked: CheckedCharge): Promise<unknown> =>
  seen === null
    ? call(charges.add, buildInput(checked))
    : call(charges.update, { id: seen.id, ...buildInput(checked), seenVersion: seen.version })

async function readProblem(
  error: unknown,
  seen: Charge | null,
): Promise<Exclude<ChargeSaveProblem, { kind: 'merged' }>> {
  const message = refusalText(error, TRY_AGAIN)
  if (!(error instanceof CallRefused) || error.status >= 500) return { kind: 'unknown', message }
  const refused = {
    kind: 'refused',
    message,
    isAtField: fieldNames.some((name) => name in error.errors),
  } as const
  if (seen === null || (error.status !== 409 && error.status !== 404)) return refused
  if (error.status === 404) return { kind: 'deleted', message, by: await readLastAct(seen) }
  const newer = await readNewer(seen)
  return newer ? { kind: 'changed', message, by: await readLastAct(seen), newer } : refused
}

/** Null when it cannot be read, or when the conflict was about something else than this band's state. */
async function readNewer({ id, version }: Charge): Promise<Charge | null> {
  try {
    const newer = (await call(charges.list, {})).find((each) => each.id === id)
    return newer === undefined || newer.version === version ? null : newer
  } catch {
    return null
  }
}

async function readLastAct({ id }: Charge): Promise<Act | null> {
  try {
    return (await call(acts.list.window, { record: `charge/${id}`, limit: 1 })).rows[0] ?? null
  } catch {
    return null
  }
}
