// Every path of the web application, built only here, so that links, routes and redirects cannot differ.
import type { ProductName } from '@flexpower/contract'
import { matchesPath } from './router/route.ts'

export const paths = {
  home: '/',
  contact: '/#contact',
  about: '/about',
  login: '/login',
  signup: '/signup',
  forget: '/forget',
  /** Drawn by the server alone, like the pages below it. */
  receiptCheck: '/r',
  /** The route's pattern; the link is sent by email and is built by the server. */
  passwordReset: '/password/reset/:token',
  /** Only in the demo, like the next one. */
  outbox: '/outbox',
  styleSheet: '/style-sheet',
  admin: {
    root: '/admin',
    dashboard: '/admin/dashboard',
    cashPower: '/admin/cash-power',
    airPower: '/admin/air-power',
    postPaid: '/admin/post-paid',
    user: '/admin/user',
    /** The route's pattern; `userRecord(id)` builds a link. */
    userRecord: '/admin/user/:id',
    creditAgents: '/admin/credit-agents',
    cashPowerCharges: '/admin/cash-power-charges',
    report: '/admin/report',
    revenue: '/admin/revenue',
    backup: '/admin/backup',
    cleanup: '/admin/cleanup',
    customerEnquiries: '/admin/customer-enquiries',
    shiftEnquiries: '/admin/shift-enquiries',
    changePassword: '/admin/change-password',
    forgetPassword: '/admin/forget-password',
    balance: '/admin/balance',
    reconciliation: '/admin/reconciliation',
    audit: '/admin/audit',
    messages: '/admin/messages',
    erasePhone: '/admin/erase-phone',
    tills: '/admin/tills',
    tillSessions: '/admin/tills/sessions',
    /** The route's pattern; `tillSession(id)` builds a link. */
    tillSession: '/admin/tills/sessions/:id',
    ownShift: '/admin/my-shift',
    printer: '/admin/printer',
    receipts: '/admin/receipts',
    account: '/admin/account',
    notices: '/admin/notices',
  },
  cashier: {
    root: '/cashier',
    dashboard: '/cashier/dashboard',
    cashPower: '/cashier/cash-power',
    user: '/cashier/user',
    airPower: '/cashier/air-power',
    postPaid: '/cashier/post-paid',
    shift: '/cashier/shift',
    commission: '/cashier/commission',
    printer: '/cashier/printer',
    receipts: '/cashier/receipts',
    account: '/cashier/account',
    notices: '/cashier/notices',
  },
} as const

/** In the URL of the counter: the guide for a new cashier is on. */
export const GUIDE = 'guide'
export const GUIDE_ON = 'on'

export const userRecord = (id: number): string => paths.admin.userRecord.replace(':id', String(id))

export const tillSession = (id: number): string => `${paths.admin.tillSessions}/${id}`

/** The revenue report of the whole provider, for one day or several. */
export const buildReportPath = (from: string, to = from): string =>
  `${paths.admin.report}?from=${from}&to=${to}&account=cashPower&entity=flexpower`

/** The screen of each product, with the list of its sales. */
export const salePaths: Readonly<Record<ProductName, Record<Area, string>>> = {
  electricity: { admin: paths.admin.cashPower, cashier: paths.cashier.cashPower },
  airtime: { admin: paths.admin.airPower, cashier: paths.cashier.airPower },
  postpaid: { admin: paths.admin.postPaid, cashier: paths.cashier.postPaid },
}

/** The list of a product with its search filled in. */
export const salesFound = (term: string, product: ProductName = 'electricity'): string =>
  `${salePaths[product].admin}?search=${encodeURIComponent(term)}`

export type Area = 'admin' | 'cashier'

/** Where a signed-in person starts (S-03). */
export const areaHome = (area: Area): string =>
  area === 'cashier' ? paths.cashier.cashPower : paths.admin.dashboard

/** Whether a path is in an area; `/administrator` is not in `/admin`. */
export const isInArea = (area: Area, path: string): boolean => {
  const root = paths[area].root
  return `${path.toLowerCase()}/`.startsWith(`${root}/`)
}

/** The pages that are open to visitors, and their titles: in the browser, and where the server draws them. */
export const publicPages = {
  home: { path: paths.home, title: 'Prepaid electricity and airtime' },
  about: { path: paths.about, title: 'About' },
  signup: { path: paths.signup, title: 'Become an agent' },
  login: { path: paths.login, title: 'Login' },
  forget: { path: paths.forget, title: 'Reset Password' },
} as const

export type PublicPage = (typeof publicPages)[keyof typeof publicPages]

const demoOnly: ReadonlySet<string> = new Set([paths.outbox, paths.styleSheet])
const outside = Object.values(paths).filter((path) => typeof path === 'string')

/**
 * Which paths have a page, for the server, which answers 404 to all others. An area counts as a whole, because only the
 * browser knows who is in it; its own router reports what the area does not have. Case does not matter, as in the
 * browser's router.
 */
export function hasPage(address: string, isDemo: boolean): boolean {
  if (isInArea('admin', address) || isInArea('cashier', address)) return true
  return outside.some((pattern) => matchesPath(pattern, address) && (isDemo || !demoOnly.has(pattern)))
}
