// The application with its router: everything except a first visit to a public page starts here.
import type { ReactNode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isInArea } from '../paths.ts'
import { loadAdminRoutes, routes } from '../routes.tsx'
import { ROOT_ROUTE, rootRoute } from './root-route.tsx'

interface App {
  view: ReactNode
  /** The path of the first page, once it can be drawn; it may be the target of a redirect. Null when it cannot be drawn. */
  firstPath: Promise<string | null>
}

/** Call it only when it is needed: a router navigates as soon as it exists. */
export function startApp(): App {
  const router = createBrowserRouter([rootRoute(routes)], {
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isInArea('admin', path)) patch(ROOT_ROUTE, await loadAdminRoutes())
    },
  })
  const firstPath = new Promise<string | null>((resolve) => {
    const look = () => {
      if (!router.state.initialized) return
      stop()
      resolve(router.state.errors === null ? router.state.location.pathname : null)
    }
    const stop = router.subscribe(look)
    look()
  })
  return { view: <RouterProvider router={router} />, firstPath }
}
