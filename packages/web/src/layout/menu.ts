// Every screen of the back office in one table: the sidebars, the header's title, the icons and the palette all read
// it. What each screen is for is in purposes.ts, which no page loads at first.
import type { ProductName } from '@flexpower/contract'
import { type Area, paths, salePaths } from '../paths.ts'
import { matchesPath } from '../router/route.ts'
import type { IconName } from '../ui/Icon.tsx'

export interface Screen {
  path: string
  title: string
  icon: IconName
}

const { admin, cashier } = paths

/** The title and icon of each product's screen. */
export const saleScreens: Readonly<Record<ProductName, Omit<Screen, 'path'>>> = {
  electricity: { title: 'Cash Power', icon: 'bolt' },
  airtime: { title: 'Air Power', icon: 'signal' },
  postpaid: { title: 'Post Paid', icon: 'bill' },
}

const showSales = (product: ProductName, area: Area): Screen => ({
  path: salePaths[product][area],
  ...saleScreens[product],
})

/** S-10, in this order. */
const adminSidebar: readonly Screen[] = [
  { path: admin.dashboard, title: 'Dashboard', icon: 'grid' },
  { path: admin.user, title: 'User', icon: 'user' },
  showSales('electricity', 'admin'),
  { path: admin.customerEnquiries, title: 'Customer Enquiries', icon: 'enquiry' },
  { path: admin.shiftEnquiries, title: 'Shift Enquiries', icon: 'clock' },
  { path: admin.balance, title: 'Balance', icon: 'wallet' },
  { path: admin.creditAgents, title: 'Credit Agents', icon: 'coins' },
  { path: admin.cashPowerCharges, title: 'Cash Power Charges', icon: 'percent' },
  { path: admin.changePassword, title: 'Change Password', icon: 'key' },
]

/** S-11: these and nothing else. */
const cashierSidebar: readonly Screen[] = [
  showSales('electricity', 'cashier'),
  { path: cashier.user, title: 'User', icon: 'user' },
]

/** Reached from the dashboard, from the cash power page and by URL. */
const others: readonly Screen[] = [
  { path: admin.userRecord, title: 'User', icon: 'user' },
  showSales('airtime', 'admin'),
  showSales('postpaid', 'admin'),
  { path: admin.report, title: 'Revenue Report', icon: 'report' },
  { path: admin.revenue, title: 'Revenue', icon: 'report' },
  { path: admin.backup, title: 'Backup', icon: 'backup' },
  { path: admin.cleanup, title: 'Cleanup', icon: 'archive' },
  { path: admin.reconciliation, title: 'Reconciliation', icon: 'compare' },
  { path: admin.audit, title: 'Audit', icon: 'acts' },
  { path: admin.messages, title: 'Messages', icon: 'mail' },
  { path: admin.forgetPassword, title: 'Forgot Password', icon: 'key' },
  { path: admin.account, title: 'Your Account', icon: 'lock' },
  { path: cashier.account, title: 'Your Account', icon: 'lock' },
  { path: cashier.commission, title: 'Commission', icon: 'percent' },
  showSales('airtime', 'cashier'),
  showSales('postpaid', 'cashier'),
]

const sidebars: Record<Area, readonly Screen[]> = { admin: adminSidebar, cashier: cashierSidebar }

export const screens: readonly Screen[] = [...adminSidebar, ...cashierSidebar, ...others]

export const listSidebar = (area: Area): readonly Screen[] => sidebars[area]

export const screenAt = (path: string): Screen | undefined =>
  screens.find((each) => matchesPath(each.path, path))
