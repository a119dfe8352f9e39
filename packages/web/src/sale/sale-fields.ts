// What the fields of every sale have in common.
import type { FormEvent, KeyboardEvent } from 'react'

/** CP-16, AP-03: other keys do nothing. What is pasted is checked like all input. */
export function keepDigitKeys(event: FormEvent<HTMLInputElement> & { data?: string }): void {
  if (event.data?.length === 1 && !/\d/.test(event.data)) event.preventDefault()
}

/**
 * Enter in a field leads to the first one that is still empty, and submits when none is: nobody is told off for fields that
 * they have not reached. A scanner ends with Enter too, and so leads on from the meter.
 */
export function leadOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  const inputs = event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([readonly])')
  const empty = Array.from(inputs).find(({ value }) => value.trim() === '')
  if (empty === undefined || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  empty.focus()
}

/** All three stay in sight once they are locked, in one row where there is room. */
export const LOCKED_ROW =
  'grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-[1.2fr_1.1fr_1fr] [&_.input]:min-w-0'
