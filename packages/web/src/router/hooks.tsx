// What layouts and pages need of the router: where they are, how to go elsewhere, and links.
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  memo,
  type MouseEvent,
  useCallback,
  useContext,
  useEffect,
  useMemo,
} from 'react'
import type { NavigateOptions, Place, Router, View } from './navigation.ts'
import type { PathValues } from './route.ts'

export const RouterContext = createContext<Router | null>(null)
export const ViewContext = createContext<View | null>(null)
const InnerParts = createContext<View['parts']>([])

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('There is no router around this component')
  return router
}

function useView(): View {
  const view = useContext(ViewContext)
  if (view === null) throw new Error('There is no page around this component')
  return view
}

export const useLocation = (): Place => useView().place

/** The values of the `:parameters` in the page's path. */
export const useParams = (): PathValues => useView().values

export const useNavigate = (): Router['navigate'] => useRouter().navigate

type Query = URLSearchParams | Record<string, string>
type SetQuery = (next: Query | ((current: URLSearchParams) => Query), options?: NavigateOptions) => void

/** The query of the page's URL, and how to replace it. */
export function useSearchParams(): [URLSearchParams, SetQuery] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const set = useCallback<SetQuery>(
    (next, options) => {
      const query = typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next
      void navigate(`?${new URLSearchParams(query)}`, options)
    },
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), set]
}

/** Draws a page in its layouts. */
export const Parts = memo(function Parts({ parts }: { parts: readonly ComponentType[] }) {
  const [Outer, ...inner] = parts
  return (
    Outer && (
      <InnerParts value={inner}>
        <Outer />
      </InnerParts>
    )
  )
})

/** Where a layout has its page. */
export const Outlet = () => <Parts parts={useContext(InnerParts)} />

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  to: string
}

/** A link to another page of the router. The browser opens it if it is wanted in another tab or window. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    // The page in view again is not a new entry in the browser's history.
    void navigate(to, { replace: event.currentTarget.href === window.location.href })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey

/** Goes elsewhere as soon as it is drawn. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
