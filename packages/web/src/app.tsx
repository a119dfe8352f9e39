// The application with its router: everything but a first visit to a public page starts here.
import { useEffect } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onSessionEnd } from './api/session.ts'
import { isInArea, paths } from './paths.ts'
import { ROOT_ROUTE, rootRoute } from './root-route.tsx'
import { loadAdminRoutes, routes } from './routes.tsx'
import type { LoginState } from './login-state.ts'

const router = createBrowserRouter([rootRoute(routes)], {
  patchRoutesOnNavigation: async ({ path, patch }) => {
    if (isInArea('admin', path.toLowerCase())) patch(ROOT_ROUTE, await loadAdminRoutes())
  },
})

/** Only somebody who is inside is sent to the login; a public page stays what it is. */
function leaveArea(): void {
  const { pathname, search } = router.state.location
  if (!isInArea('admin', pathname) && !isInArea('cashier', pathname)) return
  const state: LoginState = { ended: true, from: pathname + search }
  void router.navigate(paths.login, { replace: true, state })
}

/** The path of the first page, once it is ready to be drawn: somebody may have been sent on. Null when it cannot be. */
export const arrive = (): Promise<string | null> =>
  new Promise((resolve) => {
    const look = () => {
      if (!router.state.initialized) return
      stop()
      resolve(router.state.errors === null ? router.state.location.pathname : null)
    }
    const stop = router.subscribe(look)
    look()
  })

export function App() {
  useEffect(() => onSessionEnd(leaveArea), [])
  return <RouterProvider router={router} />
}
