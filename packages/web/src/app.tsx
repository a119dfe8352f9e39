// The application with its router: everything but a first visit to the home page starts here.
import { useEffect } from 'react'
import { createBrowserRouter, Outlet, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onSessionEnd } from './api/session.ts'
import { isInArea, paths } from './paths.ts'
import { routes } from './routes.tsx'
import type { LoginState } from './session/login-state.ts'
import { Failure } from './shell/Failure.tsx'
import { Loading, LoadingLine } from './shell/Loading.tsx'

function Root() {
  const { state } = useNavigation()
  return (
    <>
      {state === 'loading' && <LoadingLine />}
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

const RouteFailure = () => <Failure error={useRouteError()} />

const router = createBrowserRouter([
  { Component: Root, ErrorBoundary: RouteFailure, HydrateFallback: Loading, children: routes },
])

/** Only somebody who is inside is sent to the login; a public page stays what it is. */
function leaveArea(): void {
  const { pathname } = router.state.location
  if (!isInArea('admin', pathname) && !isInArea('cashier', pathname)) return
  const state: LoginState = { ended: true, from: pathname }
  void router.navigate(paths.login, { replace: true, state })
}

export function App() {
  useEffect(() => onSessionEnd(leaveArea), [])
  return <RouterProvider router={router} />
}
