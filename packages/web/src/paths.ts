// Every address of the web application, built here and nowhere else: links, routes and redirects cannot drift apart.
export const paths = {
  home: '/',
  contact: '/#contact',
  about: '/about',
  login: '/login',
  signup: '/signup',
  forget: '/forget',
  /** The route's pattern; a link into it comes by mail and is built by the server. */
  passwordReset: '/password/reset/:token',
  styleSheet: '/style-sheet',
  admin: {
    root: '/admin',
    dashboard: '/admin/dashboard',
    cashPower: '/admin/cash-power',
    airPower: '/admin/air-power',
    postPaid: '/admin/post-paid',
    user: '/admin/user',
    creditAgents: '/admin/credit-agents',
    cashPowerCharges: '/admin/cash-power-charges',
    report: '/admin/report',
    backup: '/admin/backup',
    cleanup: '/admin/cleanup',
    customerEnquiries: '/admin/customer-enquiries',
    shiftEnquiries: '/admin/shift-enquiries',
    changePassword: '/admin/change-password',
    forgetPassword: '/admin/forget-password',
    balance: '/admin/balance',
  },
  cashier: {
    root: '/cashier',
    dashboard: '/cashier/dashboard',
    cashPower: '/cashier/cash-power',
    user: '/cashier/user',
    airPower: '/cashier/air-power',
    postPaid: '/cashier/post-paid',
  },
} as const

export type Area = 'admin' | 'cashier'

/** Where a signed-in person starts (S-03). */
export const areaHome = (area: Area): string =>
  area === 'cashier' ? paths.cashier.cashPower : paths.admin.dashboard

/** Whether an address lies in an area; `/administrator` is not in `/admin`. */
export const isInArea = (area: Area, path: string): boolean => {
  const root = paths[area].root
  return path === root || path.startsWith(`${root}/`)
}
