// What the fields of every sale have in common.
import type { FormEvent } from 'react'

/** CP-16, AP-03: other keys do nothing. What is pasted is checked like all input. */
export function keepDigitKeys(event: FormEvent<HTMLInputElement> & { data?: string }): void {
  if (event.data?.length === 1 && !/\d/.test(event.data)) event.preventDefault()
}

/** All three stay in sight once they are locked, in one row where there is room. */
export const LOCKED_ROW =
  'grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-[1.2fr_1.1fr_1fr] [&_.input]:min-w-0'
