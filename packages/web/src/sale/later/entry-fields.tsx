// What the fields of all products share.
import { type Bututs, bututs, formatCount, parseHundredths } from '@flexpower/contract'
import type { FormEvent, KeyboardEvent } from 'react'
import { Chips } from '../../ui/form/Choice.tsx'

/** CP-16, AP-03: other keys do nothing. Pasted text is checked like all input. */
export function keepDigitKeys(event: FormEvent<HTMLInputElement> & { data?: string }): void {
  if (event.data?.length === 1 && !/\d/.test(event.data)) event.preventDefault()
}

/**
 * Enter in a field moves to the first empty one, and submits when none is empty: no errors for fields that were not
 * reached yet. A scanner ends with Enter too, and so moves on from the meter.
 */
export function leadOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  const inputs = event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([readonly])')
  const empty = Array.from(inputs).find(({ value }) => value.trim() === '')
  if (empty === undefined || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  empty.focus()
}

/** All three stay visible once they are locked, in one row where there is room. */
export const LOCKED_ROW =
  'grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-[1.2fr_1.1fr_1fr] [&_.input]:min-w-0'

/** The amount in a field, as the server reads it; nothing for a text that the server would refuse. */
export function readAmount(text: string): Bututs {
  const hundredths = parseHundredths(text)
  return bututs(typeof hundredths === 'number' ? Math.max(0, hundredths) : 0)
}

interface AmountChipsProps {
  amounts: readonly number[]
  /** As it is in the field. */
  value: string
  onChange: (value: string) => void
}

/** Common amounts, one press each. */
export const AmountChips = ({ amounts, value, onChange }: AmountChipsProps) => (
  <Chips
    label="Amounts"
    options={amounts.map((amount) => ({ value: String(amount), label: formatCount(amount) }))}
    value={value}
    onChange={onChange}
    skipsTab
  />
)
