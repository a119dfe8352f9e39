// Values of the page's address, such as a search term or a tab: a reload or a link shows the same again.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Reads any of them; writes some at once. The empty text takes a value out of the address; the others in it stay. */
export function useUrlValues(): [(name: string) => string, (changes: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams()
  const setValues = useCallback(
    (changes: Record<string, string>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(changes))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return [(name) => params.get(name) ?? '', setValues]
}

export function useUrlValue(name: string): [string, (value: string) => void] {
  const [read, write] = useUrlValues()
  return [read(name), useCallback((value: string) => write({ [name]: value }), [name, write])]
}
