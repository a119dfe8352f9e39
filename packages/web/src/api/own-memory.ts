// What this browser remembers for the user who is signed in.
import { readHint } from './session.ts'

export interface OwnMemory<Memory> {
  read: () => Memory
  remember: (change: Partial<Memory>) => void
}

/**
 * What this browser remembers for the signed-in user, under `name-userId`; `nothing` has the defaults. Local storage is
 * emptied at logout, so the next user starts with nothing. Whatever cannot be read or stored is a lost convenience, never
 * an error.
 */
export function ownMemory<Memory extends object>(name: string, nothing: Memory): OwnMemory<Memory> {
  const place = () => `${name}-${readHint('user_id') ?? 'unknown'}`
  const read = (): Memory => {
    try {
      const written: unknown = JSON.parse(window.localStorage.getItem(place()) ?? '{}')
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
      // The storage is full or not allowed.
    }
  }
  return { read, remember }
}
