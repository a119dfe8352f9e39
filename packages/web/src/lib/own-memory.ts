// What this browser remembers for the one who is signed in. Local storage is emptied at logout, so the next person starts
// with nothing. When the server ends a session, session storage keeps some of it until the same person signs in again (see
// endSession). Whatever cannot be read or kept is a lost convenience, never an error.
import { readHint } from '../api/session.ts'

export interface OwnMemory<Memory> {
  read: () => Memory
  remember: (change: Partial<Memory>) => void
}

/** Kept under `name-userId`; what was never written is as in `nothing`. */
export function ownMemory<Memory extends object>(name: string, nothing: Memory): OwnMemory<Memory> {
  const place = () => `${name}-${readHint('user_id') ?? 'unknown'}`
  const read = (): Memory => {
    try {
      const written: unknown = JSON.parse(
        window.localStorage.getItem(place()) ?? window.sessionStorage.getItem(place()) ?? '{}',
      )
      return typeof written === 'object' && written !== null ? { ...nothing, ...written } : nothing
    } catch {
      // Written by hand or by an older version.
      return nothing
    }
  }
  const remember = (change: Partial<Memory>): void => {
    try {
      window.localStorage.setItem(place(), JSON.stringify({ ...read(), ...change }))
    } catch {
      // The storage is full or forbidden.
    }
  }
  return { read, remember }
}
