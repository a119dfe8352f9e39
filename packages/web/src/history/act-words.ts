// What an action changed, as text: readable field names, amounts as money, and never a password. The server mostly
// stores text already; plain values become text here.
import { type Act, bututs, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { capitalize } from '../lib/later/capitalize.ts'
import { type FileColumns, momentValue } from '../list/columns.tsx'

export interface ActField {
  name: string
  label: string
  /** Null: there was no value, or there is none now. */
  before: string | null
  after: string | null
}

/** Everything that is known about the record, changed or not. */
export function listFields({ before, after }: Pick<Act, 'before' | 'after'>): ActField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    name,
    label: formatLabel(name),
    ...(isSecret(name)
      ? { before: null, after: isSame(before?.[name], after?.[name]) ? null : 'set again' }
      : { before: formatValue(name, before?.[name]), after: formatValue(name, after?.[name]) }),
  }))
}

export const isChanged = ({ before, after }: ActField): boolean => before !== after

/** For these fields, only the fact that they changed is shown, never their value. */
export const isSecret = (name: string): boolean => /password|secret|hash/i.test(name)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** `user_type` and `userType` are both 'User type'. */
function formatLabel(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return capitalize(words)
}

const MONEY = /amount|balance|^start$|^end$/i
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function formatValue(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return INSTANT.test(value) ? momentText(new Date(value)) : value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Number.isSafeInteger(value) && MONEY.test(name)
    ? formatGmd(bututs(value as number))
    : JSON.stringify(value)
}

/** `14 Nov 2026, 14:18` */
export const momentText = (at: Date): string => `${formatDay(at)}, ${formatTime(at)}`

/** Null: the server itself, such as its nightly jobs. */
export const actorText = (actor: string | null): string => actor ?? 'The system'

/** One line for each action, with what it changed. */
export const actFileColumns: FileColumns<Act> = {
  Date: momentValue,
  Who: ({ actor }) => actorText(actor),
  Action: ({ action }) => action,
  Name: ({ title }) => title,
  Record: ({ record }) => record,
  From: ({ address }) => address,
  Changes: (act) =>
    listFields(act)
      .filter(isChanged)
      .map(({ label, before, after }) => `${label}: ${before ?? '–'} → ${after ?? '–'}`)
      .join(', '),
}
