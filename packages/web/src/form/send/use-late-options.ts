// A select can show its value only once its options are loaded. Its element stays the same, so that it keeps the focus.
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

export function useLateOptions<Values extends FieldValues>(
  { setValue, getValues }: Pick<UseFormReturn<Values>, 'setValue' | 'getValues'>,
  name: Path<Values>,
  areLoaded: boolean,
): void {
  useEffect(() => {
    if (areLoaded) setValue(name, getValues(name))
  }, [areLoaded, name, setValue, getValues])
}
