// Every path of the web application and its page; those of the admin area are in admin-routes.tsx. Pages are loaded
// when they are visited. Nothing here imports the router itself: main.tsx reads this table first, and the home page
// does without the router.
import { findRoute, type LoadPart, type Route } from './router/route.ts'
import { site } from './api/site.ts'
import { lazyPage, loadChunk } from './lib/lazy-page.ts'
import { paths } from './paths.ts'
import { goTo, leaveForLogin, ownHome, unknownScreen, visitorsOnly } from './layout/guard.ts'

const { cashier } = paths

/** The same screens in both areas: an Admin sees all rows, a Cashier their own. */
const sharedPages = {
  account: lazyPage('AccountPage', () => import('./account/AccountPage.tsx')),
  postPaid: lazyPage('PostpaidPage', () => import('./sale/postpaid/PostpaidPage.tsx')),
  receipts: lazyPage('ReceiptsPage', () => import('./sale/receipts/ReceiptsPage.tsx')),
}

interface PublicRoute {
  path: string
  redirect?: () => string | null
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
    redirect: visitorsOnly(ownHome),
    lazy: lazyPage('LoginPage', () => import('./session/LoginPage.tsx')),
  },
]

const sessionRoutes: Route[] = [
  { path: paths.login, redirect: leaveForLogin },
  {
    path: paths.forget,
    redirect: visitorsOnly(() => paths.login),
    lazy: lazyPage('ForgotPasswordPage', () => import('./session/PasswordPages.tsx')),
  },
  {
    path: paths.passwordReset,
    redirect: visitorsOnly(ownHome),
    lazy: lazyPage('NewPasswordPage', () => import('./session/PasswordPages.tsx')),
  },
]

const cashierRoutes: Route[] = [
  { path: cashier.root, redirect: goTo(cashier.dashboard) },
  { path: cashier.dashboard, redirect: goTo(cashier.cashPower) },
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
  { path: cashier.shift, lazy: lazyPage('ShiftPage', () => import('./till/ShiftPage.tsx')) },
  {
    path: cashier.commission,
    lazy: lazyPage('CommissionPage', () => import('./revenue/CommissionPage.tsx')),
  },
  { path: cashier.printer, lazy: lazyPage('PrinterPage', () => import('./printer/PrinterPage.tsx')) },
  { path: cashier.account, lazy: sharedPages.account },
  { path: cashier.receipts, lazy: sharedPages.receipts },
  { path: cashier.notices, lazy: lazyPage('NoticesPage', () => import('./notices/NoticesPage.tsx')) },
  { path: `${cashier.root}/*`, redirect: unknownScreen('cashier') },
]

const demoRoutes: Route[] = [
  { path: paths.outbox, lazy: lazyPage('OutboxPage', () => import('./public/OutboxPage.tsx')) },
  { path: paths.styleSheet, lazy: lazyPage('StyleSheet', () => import('./style-sheet/StyleSheet.tsx')) },
]

export const routes: Route[] = [
  ...publicRoutes,
  ...sessionRoutes,
  { lazy: lazyPage('CashierArea', () => import('./layout/BackOffice.tsx')), children: cashierRoutes },
  ...(site.demo ? demoRoutes : []),
]

/** A cashier on a poor link does not load the table of screens that are closed to cashiers. */
export const loadAdminRoutes = async (): Promise<Route[]> =>
  (await loadChunk(() => import('./admin-routes.tsx'))).buildAdminRoutes(sharedPages)

/**
 * The code of a page and its layouts, found without the router. main.tsx requests it together with the router, so that a
 * poor link needs one round trip instead of two. Empty when no page has exactly this path.
 */
export function listFirstChunks(among: readonly Route[], path: string): readonly LoadPart[] {
  const match = findRoute(among, path)
  return match?.route.lazy ? match.parts : []
}
