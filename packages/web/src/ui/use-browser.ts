// What only the browser knows: whether React has taken over the page, and how wide the screen is.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration; true after that, and at once where React draws without hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The `md` breakpoint (C-03). */
const QUERY = '(min-width: 900px)'

export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, isWide)
}

function subscribe(notify: () => void): () => void {
  const media = matchMedia(QUERY)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}

function isWide(): boolean {
  return matchMedia(QUERY).matches
}
