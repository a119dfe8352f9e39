// Searching a list that is here as a whole (T-03): every shown field of a row, as it is shown.
import { useMemo } from 'react'

/** `textOf` must be the same function every time: the texts are made once for a list, not once for a letter. */
export function useFoundRows<Row>(
  rows: readonly Row[] | undefined,
  textOf: (row: Row) => string,
  term: string,
): readonly Row[] | undefined {
  const texts = useMemo(() => rows?.map((row) => textOf(row).toLowerCase()), [rows, textOf])
  const wanted = term.trim().toLowerCase()
  return useMemo(
    () => (wanted === '' ? rows : rows?.filter((_, index) => texts?.[index]?.includes(wanted))),
    [rows, texts, wanted],
  )
}
