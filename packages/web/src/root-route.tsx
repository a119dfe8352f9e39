// What stands around every page that the router draws: the same in the browser and where the server draws one, because React
// takes over only what it would have drawn itself.
import { Outlet, type RouteObject, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { Failure } from './layout/Failure.tsx'

const LATE = 'opacity-100 starting:opacity-0 transition-opacity duration-(--slow) delay-300'

/** In place of the first page. */
const Loading = () => (
  <p aria-live="polite" className={`grid min-h-dvh place-items-center text-ink-3 ${LATE}`}>
    Loading...
  </p>
)

/** Above the page that is still in view, while the next one is on its way. */
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

/** By this id the routes of an area are added below it. */
export const ROOT_ROUTE = 'root'

export const rootRoute = (children: RouteObject[]): RouteObject => ({
  id: ROOT_ROUTE,
  Component: Root,
  ErrorBoundary: RouteFailure,
  HydrateFallback: Loading,
  children,
})
