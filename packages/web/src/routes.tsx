// Every path of the web application and its page; those of the admin area are in admin-routes.tsx. Pages are loaded
// when they are visited. Nothing here imports the router itself: main.tsx reads this table first, and the home page
// does without the router.
import type { RouteObject } from 'react-router'
import { site } from './api/site.ts'
import { lazyPage, loadChunk } from './lib/lazy-page.ts'
import { matchesPath, paths } from './paths.ts'
import { goTo, leaveForLogin, ownHome, unknownScreen, visitorsOnly } from './layout/guard.ts'

const { cashier } = paths

/** The same screens in both areas: an Admin sees all rows, a Cashier their own. */
const sharedPages = {
  account: lazyPage('AccountPage', () => import('./account/AccountPage.tsx')),
  postPaid: lazyPage('PostpaidPage', () => import('./sale/postpaid/PostpaidPage.tsx')),
}

interface PublicRoute {
  path: string
  /** Redirects, like the loader of any route. */
  loader?: () => Response | null
  lazy: ReturnType<typeof lazyPage>
}

const publicRoutes: PublicRoute[] = [
  { path: paths.home, lazy: lazyPage('HomePage', () => import('./public/HomePage.tsx')) },
  { path: paths.about, lazy: lazyPage('AboutPage', () => import('./public/AboutPage.tsx')) },
  { path: paths.signup, lazy: lazyPage('SignupPage', () => import('./public/SignupPage.tsx')) },
]

/** Pages that need no router: on a first visit React alone draws them, and the login always. */
export const pagesWithoutRouter: PublicRoute[] = [
  ...publicRoutes,
  {
    path: paths.login,
    loader: visitorsOnly(ownHome),
    lazy: lazyPage('LoginPage', () => import('./session/LoginPage.tsx')),
  },
]

const sessionRoutes: RouteObject[] = [
  { path: paths.login, loader: leaveForLogin },
  {
    path: paths.forget,
    loader: visitorsOnly(() => paths.login),
    lazy: lazyPage('ForgotPasswordPage', () => import('./session/PasswordPages.tsx')),
  },
  {
    path: paths.passwordReset,
    loader: visitorsOnly(ownHome),
    lazy: lazyPage('NewPasswordPage', () => import('./session/PasswordPages.tsx')),
  },
]

const cashierRoutes: RouteObject[] = [
  { path: cashier.root, loader: goTo(cashier.dashboard) },
  { path: cashier.dashboard, loader: goTo(cashier.cashPower) },
  {
    path: cashier.cashPower,
    lazy: lazyPage('CashierElectricityPage', () => import('./sale/electricity/ElectricityPage.tsx')),
  },
  { path: cashier.user, lazy: lazyPage('OwnRecordPage', () => import('./users/OwnRecordPage.tsx')) },
  {
    path: cashier.airPower,
    lazy: lazyPage('CashierAirtimePage', () => import('./sale/airtime/AirtimePage.tsx')),
  },
  { path: cashier.postPaid, lazy: sharedPages.postPaid },
  { path: cashier.account, lazy: sharedPages.account },
  { path: `${cashier.root}/*`, loader: unknownScreen('cashier') },
]

const demoRoutes: RouteObject[] = [
  { path: paths.outbox, lazy: lazyPage('OutboxPage', () => import('./public/OutboxPage.tsx')) },
  { path: paths.styleSheet, lazy: lazyPage('StyleSheet', () => import('./style-sheet/StyleSheet.tsx')) },
]

export const routes: RouteObject[] = [
  ...publicRoutes,
  ...sessionRoutes,
  { lazy: lazyPage('CashierArea', () => import('./layout/BackOffice.tsx')), children: cashierRoutes },
  ...(site.demo ? demoRoutes : []),
]

/** A cashier on a poor link does not load the table of screens that are closed to cashiers. */
export const loadAdminRoutes = async (): Promise<RouteObject[]> =>
  (await loadChunk(() => import('./admin-routes.tsx'))).buildAdminRoutes(sharedPages)

type Load = () => Promise<unknown>

/**
 * Which page code a path needs, found without the router. main.tsx requests it together with the router, so that a poor
 * link needs one round trip instead of two. Returns the lazy parts from the outermost layout to the page; empty when no
 * route has exactly this path.
 */
export function listFirstChunks(among: readonly RouteObject[], path: string): Load[] {
  for (const route of among) {
    const own = typeof route.lazy === 'function' ? [route.lazy as Load] : []
    if (route.path !== undefined && matchesPath(route.path, path)) return own
    const inner = listFirstChunks(route.children ?? [], path)
    if (inner.length > 0) return [...own, ...inner]
  }
  return []
}
