// Draws the page that the router has in view, and the sign that the next one is loading. It is the same in the browser and
// on the server, because React can only hydrate what it would have drawn itself.
import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { Parts, RouterContext, ViewContext } from './hooks.tsx'
import { createRouter, type ListRoutes, type Router, type View } from './navigation.ts'
import { useScroll } from './scroll.ts'

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

type FailurePage = ComponentType<{ error: unknown }>

interface Started {
  view: ReactNode
  /** The path of the first page, once it can be drawn; it may be the target of a redirect. Null when it cannot be drawn. */
  firstPath: Promise<string | null>
}

/** Opens the page of the browser's URL. */
export function startRouter(listRoutes: ListRoutes, Failure: FailurePage): Started {
  const router = createRouter(listRoutes)
  const firstPath = new Promise<string | null>((resolve) => {
    const stop = router.subscribe(() => {
      const { view } = router.read()
      if (view === null) return
      stop()
      resolve(view.failure ? null : view.place.pathname)
    })
  })
  return { view: <RouterView router={router} Failure={Failure} />, firstPath }
}

/** `Failure` is shown for a path without a page, a page that cannot be loaded, and a page that fails. */
export function RouterView({ router, Failure }: { router: Router; Failure: FailurePage }) {
  const [{ view, isLoading }, setState] = useState(router.read)
  useEffect(() => {
    // A large page is drawn in slices, so that the current one still answers.
    const update = () => startTransition(() => setState(router.read()))
    update()
    return router.subscribe(update)
  }, [router])
  useScroll(view?.place)
  if (view === null) return <Loading />
  return (
    <RouterContext value={router}>
      <ViewContext value={view}>
        <FailureBoundary view={view} Failure={Failure}>
          {isLoading && <LoadingLine />}
          {view.failure ? <Failure error={view.failure.error} /> : <Parts parts={view.parts} />}
        </FailureBoundary>
      </ViewContext>
    </RouterContext>
  )
}

interface BoundaryProps {
  view: View
  Failure: FailurePage
  children: ReactNode
}

interface BoundaryState {
  view: View | null
  caught: { error: unknown } | null
}

/** The next page gets a new chance. */
class FailureBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { view: null, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ view }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return view === state.view ? null : { view, caught: null }
  }

  override render(): ReactNode {
    const { Failure, children } = this.props
    return this.state.caught ? <Failure error={this.state.caught.error} /> : children
  }
}
