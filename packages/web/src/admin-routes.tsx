// Every path of the admin area and its page. Loaded at the first visit to the area; after that the router knows it.
import type { Route } from './router/route.ts'
import { lazyPage } from './lib/lazy-page.ts'
import { paths } from './paths.ts'
import { goTo, unknownScreen } from './layout/guard.ts'

const { admin } = paths

type Lazy = ReturnType<typeof lazyPage>

/** `shared`: the screens that the cashiers' area also has. */
const buildScreens = (shared: { account: Lazy; postPaid: Lazy; receipts: Lazy }): Route[] => [
  { path: admin.root, redirect: goTo(admin.dashboard) },
  { path: admin.dashboard, lazy: lazyPage('DashboardPage', () => import('./dashboard/DashboardPage.tsx')) },
  {
    path: admin.cashPower,
    lazy: lazyPage('AdminElectricityPage', () => import('./sale/electricity/ElectricityPage.tsx')),
  },
  {
    path: admin.airPower,
    lazy: lazyPage('AdminAirtimePage', () => import('./sale/airtime/AirtimePage.tsx')),
  },
  { path: admin.postPaid, lazy: shared.postPaid },
  { path: admin.user, lazy: lazyPage('UsersPage', () => import('./users/UsersPage.tsx')) },
  { path: admin.userRecord, lazy: lazyPage('UserRecordPage', () => import('./users/UserRecordPage.tsx')) },
  { path: admin.creditAgents, lazy: lazyPage('CreditsPage', () => import('./credits/CreditsPage.tsx')) },
  {
    path: admin.cashPowerCharges,
    lazy: lazyPage('ChargesPage', () => import('./charges/ChargesPage.tsx')),
  },
  { path: admin.report, lazy: lazyPage('ReportPage', () => import('./reports/ReportPage.tsx')) },
  { path: admin.revenue, lazy: lazyPage('RevenuePage', () => import('./revenue/RevenuePage.tsx')) },
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
    lazy: lazyPage('ChangePasswordPage', () => import('./account/ChangePasswordPage.tsx')),
  },
  {
    path: admin.forgetPassword,
    lazy: lazyPage('VendorPasswordPage', () => import('./vendor/VendorPasswordPage.tsx')),
  },
  { path: admin.balance, lazy: lazyPage('BalancePage', () => import('./vendor/BalancePage.tsx')) },
  {
    path: admin.reconciliation,
    lazy: lazyPage('ReconciliationPage', () => import('./enquiries/ReconciliationPage.tsx')),
  },
  { path: admin.audit, lazy: lazyPage('AuditPage', () => import('./history/AuditPage.tsx')) },
  { path: admin.messages, lazy: lazyPage('MessagesPage', () => import('./messages/MessagesPage.tsx')) },
  {
    path: admin.erasePhone,
    lazy: lazyPage('ErasePhonePage', () => import('./customers/ErasePhonePage.tsx')),
  },
  { path: admin.tills, lazy: lazyPage('WallPage', () => import('./till/WallPage.tsx')) },
  { path: admin.tillSessions, lazy: lazyPage('SessionsPage', () => import('./till/SessionsPage.tsx')) },
  { path: admin.tillSession, lazy: lazyPage('SessionPage', () => import('./till/SessionPage.tsx')) },
  { path: admin.ownShift, lazy: lazyPage('ShiftPage', () => import('./till/ShiftPage.tsx')) },
  { path: admin.printer, lazy: lazyPage('PrinterPage', () => import('./printer/PrinterPage.tsx')) },
  { path: admin.account, lazy: shared.account },
  { path: admin.receipts, lazy: shared.receipts },
  { path: admin.notices, lazy: lazyPage('NoticesPage', () => import('./notices/NoticesPage.tsx')) },
  { path: `${admin.root}/*`, redirect: unknownScreen('admin') },
]

export const buildAdminRoutes = (shared: Parameters<typeof buildScreens>[0]): Route[] => [
  {
    lazy: lazyPage('AdminArea', () => import('./layout/admin/AdminArea.tsx')),
    children: buildScreens(shared),
  },
]
