// Whether there is room for a table. Only the table or the cards are drawn, so that no row is announced twice.

import { useSyncExternalStore } from 'react'

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
