// The server draws the public pages, and React hydrates them when its code has loaded. Until then nothing reacts to a
// press, and nothing may be shown that only this browser knows, or the two drawings would differ.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration; true after that, and at once where React draws without hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
