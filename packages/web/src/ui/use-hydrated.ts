// The server draws the public pages; React takes them over when its code has come. Until then nothing answers a press, and
// nothing may be shown that only this browser knows, or the two drawings would differ.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its drawing is taken over; true from then on, and at once where React draws by itself. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
