// The door of an area: lets in who belongs there, sends everybody else where they belong (R-07, S-14), and remembers
// the page that was asked for until they have signed in.
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isSignedIn, sessionEndedHere } from '../api/session.ts'
import type { Area } from '../paths.ts'
import type { LoginState } from '../login-state.ts'
import { wayOut } from './guard.ts'

export function RequireSession({ area, children }: { area: Area; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const elsewhere = wayOut(area)
  // Drawn again after the session was over, this must not say less than the navigation that is already under way.
  const [wasInside] = useState(elsewhere === null)
  if (elsewhere === null) return children
  const state: LoginState | null = isSignedIn()
    ? null
    : { from: pathname + search, ended: wasInside || sessionEndedHere() }
  return <Navigate to={elsewhere} replace state={state} />
}
