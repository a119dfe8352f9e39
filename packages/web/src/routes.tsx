// Every address of the web application and what it shows. Pages are loaded when they are visited. Nothing here imports
// the router itself: main.tsx reads this table before the router is there, and the home page does without it.
import type { RouteObject } from 'react-router'
import { site } from './api/site.ts'
import { lazyPage } from './lib/lazy-page.ts'
import { paths } from './paths.ts'
import { goTo, ownHome, unknownScreen, visitorsOnly } from './shell/guard.ts'

const { admin, cashier } = paths

const accountPage = lazyPage('AccountPage', () => import('./account/AccountPage.tsx'))

/** The same screen in both areas: an Admin's rows are all, a Cashier's the own. */
const postPaid = lazyPage('PostPaidPage', () => import('./postpaid/PostPaidPage.tsx'))

interface PublicRoute {
  path: string
  /** What sends somebody on, as for every route. */
  loader?: () => Response | null
  lazy: ReturnType<typeof lazyPage>
}

/** Pages that need no router: a first visit draws them by React alone. */
export const publicRoutes: PublicRoute[] = [
  { path: paths.home, lazy: lazyPage('HomePage', () => import('./public/HomePage.tsx')) },
  { path: paths.about, lazy: lazyPage('AboutPage', () => import('./public/AboutPage.tsx')) },
  { path: paths.signup, lazy: lazyPage('SignupPage', () => import('./public/SignupPage.tsx')) },
  {
    path: paths.login,
    loader: visitorsOnly(ownHome),
    lazy: lazyPage('LoginPage', () => import('./session/LoginPage.tsx')),
  },
]

const sessionRoutes: RouteObject[] = [
  {
    path: paths.forget,
    loader: visitorsOnly(() => paths.login),
    lazy: lazyPage('ForgotPasswordPage', () => import('./session/ForgotPasswordPage.tsx')),
  },
  {
    path: paths.passwordReset,
    loader: visitorsOnly(ownHome),
    lazy: lazyPage('NewPasswordPage', () => import('./session/NewPasswordPage.tsx')),
  },
]

const adminRoutes: RouteObject[] = [
  { path: admin.root, loader: goTo(admin.dashboard) },
  { path: admin.dashboard, lazy: lazyPage('DashboardPage', () => import('./dashboard/DashboardPage.tsx')) },
  {
    path: admin.cashPower,
    lazy: lazyPage('AdminCashPowerPage', () => import('./electricity/CashPowerPage.tsx')),
  },
  { path: admin.airPower, lazy: lazyPage('AdminAirPowerPage', () => import('./airtime/AirPowerPage.tsx')) },
  { path: admin.postPaid, lazy: postPaid },
  { path: admin.user, lazy: lazyPage('UsersPage', () => import('./users/UsersPage.tsx')) },
  { path: admin.userRecord, lazy: lazyPage('UserRecordPage', () => import('./users/UserRecordPage.tsx')) },
  { path: admin.creditAgents, lazy: lazyPage('CreditsPage', () => import('./credits/CreditsPage.tsx')) },
  {
    path: admin.cashPowerCharges,
    lazy: lazyPage('ChargesPage', () => import('./charges/ChargesPage.tsx')),
  },
  { path: admin.report, lazy: lazyPage('ReportPage', () => import('./reports/ReportPage.tsx')) },
  { path: admin.backup, lazy: lazyPage('BackupPage', () => import('./backup/BackupPage.tsx')) },
  { path: admin.cleanup, lazy: lazyPage('CleanupPage', () => import('./cleanup/CleanupPage.tsx')) },
  {
    path: admin.customerEnquiries,
    lazy: lazyPage('CustomerEnquiryPage', () => import('./enquiries/CustomerEnquiryPage.tsx')),
  },
  {
    path: admin.shiftEnquiries,
    lazy: lazyPage('ShiftEnquiryPage', () => import('./enquiries/ShiftEnquiryPage.tsx')),
  },
  {
    path: admin.changePassword,
    lazy: lazyPage('ChangePasswordPage', () => import('./passwords/ChangePasswordPage.tsx')),
  },
  {
    path: admin.forgetPassword,
    lazy: lazyPage('VendorPasswordPage', () => import('./passwords/VendorPasswordPage.tsx')),
  },
  { path: admin.balance, lazy: lazyPage('BalancePage', () => import('./vendor/BalancePage.tsx')) },
  {
    path: admin.reconciliation,
    lazy: lazyPage('ReconciliationPage', () => import('./enquiries/ReconciliationPage.tsx')),
  },
  { path: admin.audit, lazy: lazyPage('AuditPage', () => import('./audit/AuditPage.tsx')) },
  { path: admin.messages, lazy: lazyPage('MessagesPage', () => import('./messages/MessagesPage.tsx')) },
  { path: admin.account, lazy: accountPage },
  { path: `${admin.root}/*`, loader: unknownScreen('admin') },
]

const cashierRoutes: RouteObject[] = [
  { path: cashier.root, loader: goTo(cashier.dashboard) },
  { path: cashier.dashboard, loader: goTo(cashier.cashPower) },
  {
    path: cashier.cashPower,
    lazy: lazyPage('CashierCashPowerPage', () => import('./electricity/CashPowerPage.tsx')),
  },
  { path: cashier.user, lazy: lazyPage('OwnRecordPage', () => import('./users/OwnRecordPage.tsx')) },
  {
    path: cashier.airPower,
    lazy: lazyPage('CashierAirPowerPage', () => import('./airtime/AirPowerPage.tsx')),
  },
  { path: cashier.postPaid, lazy: postPaid },
  { path: cashier.account, lazy: accountPage },
  { path: `${cashier.root}/*`, loader: unknownScreen('cashier') },
]

const demoRoutes: RouteObject[] = [
  { path: paths.outbox, lazy: lazyPage('OutboxPage', () => import('./public/OutboxPage.tsx')) },
  { path: paths.styleSheet, lazy: lazyPage('StyleSheet', () => import('./ui/StyleSheet.tsx')) },
]

export const routes: RouteObject[] = [
  ...publicRoutes,
  ...sessionRoutes,
  { lazy: lazyPage('AdminArea', () => import('./shell/AdminArea.tsx')), children: adminRoutes },
  { lazy: lazyPage('CashierArea', () => import('./shell/BackOffice.tsx')), children: cashierRoutes },
  ...(site.demo ? demoRoutes : []),
]
