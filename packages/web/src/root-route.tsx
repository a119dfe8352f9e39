// What stands around every page that the router draws: the same in the browser and where the server draws one, because React
// takes over only what it would have drawn itself.
import { Outlet, type RouteObject, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
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

export const rootRoute = (children: RouteObject[]): RouteObject => ({
  Component: Root,
  ErrorBoundary: RouteFailure,
  HydrateFallback: Loading,
  children,
})
