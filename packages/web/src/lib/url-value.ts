// One value of the page's address, such as a search term or a tab: a reload or a link shows the same again.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The empty text takes the value out of the address; the others in it stay. */
export function useUrlValue(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const setValue = useCallback(
    (value: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [name, setParams],
  )
  return [params.get(name) ?? '', setValue]
}
