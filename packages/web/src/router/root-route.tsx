// What surrounds every page that the router draws. It is the same in the browser and on the server, because React can
// only hydrate what it would have drawn itself.
import { Outlet, type RouteObject, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { Failure } from '../layout/Failure.tsx'

const LATE = 'opacity-100 starting:opacity-0 transition-opacity duration-(--slow) delay-300'

/** In place of the first page. */
const Loading = () => (
  <p aria-live="polite" className={`grid min-h-dvh place-items-center text-ink-3 ${LATE}`}>
    Loading...
  </p>
)

/** Above the current page, while the next one is loading. */
const LoadingLine = () => (
  <div aria-live="polite" className={`fixed inset-x-0 top-0 z-(--z-toast) h-0.5 bg-primary ${LATE}`}>
    <span className="sr-only">Loading...</span>
  </div>
)

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

/** The routes of an area are added under this id. */
export const ROOT_ROUTE = 'root'

export const rootRoute = (children: RouteObject[]): RouteObject => ({
  id: ROOT_ROUTE,
  Component: Root,
  ErrorBoundary: RouteFailure,
  HydrateFallback: Loading,
  children,
})
