// What stands around every page that the router draws: the same in the browser and where the server draws one, because React
// takes over only what it would have drawn itself.
import { Outlet, type RouteObject, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { Failure } from './layout/Failure.tsx'
import { Loading, LoadingLine } from './layout/Loading.tsx'

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
