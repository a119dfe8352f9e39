// The frame around every signed-in page: sidebar, header, page. Each area has its menu, and its guard lets in only users
// who belong there: every type except Cashier has the admin menu (S-10).
import { logout as endSession } from '@flexpower/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from '../router/hooks.tsx'
import { call } from '../api/client.ts'
import { queryClient } from '../api/hooks/use-call.ts'
import { isOnline } from '../api/hooks/use-online.ts'
import { onSessionEnd, sessionEndedHere, signOut } from '../api/session.ts'
import { site } from '../api/site.ts'
import { lazyPart, partLoader, useIdlePart } from '../lib/lazy-page.ts'
import { DemoBanner } from './DemoBanner.tsx'
import './install-offer.ts'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { wayOut } from './guard.ts'
import { cashierMenu, type Menu } from './menu.ts'
import { goToLogin } from '../login-state.ts'
import { type Area, paths } from '../paths.ts'
import { Brand } from '../ui/Brand.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { MAIN_ID, SkipLink } from '../ui/SkipLink.tsx'

export const CashierArea = () => (
  <RequireSession area="cashier">
    <BackOffice menu={cashierMenu} />
  </RequireSession>
)

/** Without a network the frame stays, with its menu, and says that the screen is not on this device. */
export async function showUnstored(failure: unknown): Promise<ComponentType> {
  const notices = await loadNotices().catch(() => null)
  if (notices === null || (isOnline() && (await notices.canLoadCode()))) throw failure
  return notices.UnstoredScreen
}
CashierArea.showInstead = showUnstored

/** S-06. Loading a new document forgets everything that this one has read. */
async function logout(): Promise<void> {
  await signOut((signal) => call(endSession, {}, { signal }))
  window.location.assign(paths.home)
}

export function BackOffice({ menu, children }: { menu: Menu; children?: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <DemoBanner />
      <div className="office">
        <Sidebar menu={menu} />
        <Drawer side="left" label="Menu" isOpen={isMenuOpen} onClose={closeMenu} head={<HomeLink />}>
          <nav aria-label="Main" className="flex flex-1 flex-col">
            <SideMenu form="drawer" menu={menu} onChoose={closeMenu} onLogout={() => void logout()} />
          </nav>
        </Drawer>
        <div className="min-w-0 md:border-l md:border-line">
          <TopBar menu={menu} isMenuOpen={isMenuOpen} onOpenMenu={() => setMenuOpen(true)} />
          <main id={MAIN_ID} tabIndex={-1} className="grid max-w-384 content-start gap-4 p-4 md:p-6">
            <Settled />
            {children}
            <Outlet />
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}

const loadNotices = partLoader(() => import('./later/AppNotices.tsx'))
const AppNotices = lazyPart(loadNotices, (parts) => parts.AppNotices)

/** What says how the application itself is doing: the first load does not wait for it. */
const Settled = () => useIdlePart(loadNotices) && <AppNotices />

/** In a demo the banner above takes part of the window; Logout must stay in view. */
const SIDEBAR_HEIGHT = site.demo ? 'h-[calc(100dvh-36px)]' : 'h-dvh'

const Sidebar = ({ menu }: { menu: Menu }) => (
  <nav aria-label="Main" className={`office-side ${SIDEBAR_HEIGHT}`}>
    <HomeLink />
    <SideMenu form="sidebar" menu={menu} onLogout={() => void logout()} />
  </nav>
)

const HomeLink = () => (
  <a href={paths.home} className="office-home">
    <Brand name={site.productName} />
  </a>
)

/**
 * The guard of an area: lets in users who belong there and redirects everybody else (R-07, S-14). It remembers the
 * requested page until they have signed in.
 */
export function RequireSession({ area, children }: { area: Area; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const elsewhere = wayOut(area)
  const [wasInside] = useState(elsewhere === null)
  const isStranger = elsewhere === paths.login
  const from = pathname + search
  useEffect(() => {
    const leave = () => goToLogin({ from, ended: wasInside || sessionEndedHere() })
    if (isStranger) leave()
    return onSessionEnd(leave)
  }, [isStranger, from, wasInside])
  if (elsewhere === null) return children
  return isStranger ? null : <Navigate to={elsewhere} />
}
