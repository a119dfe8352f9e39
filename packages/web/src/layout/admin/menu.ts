// The screens of the admin area: the sidebar, the header's title, the icons and the palette all read this table.
import { paths } from '../../paths.ts'
import { type Menu, showOtherSales, showSales } from '../menu.ts'

const { admin } = paths

export const adminMenu: Menu = {
  /** S-10, in this order. */
  sidebar: [
    { path: admin.dashboard, title: 'Dashboard', icon: 'grid' },
    { path: admin.user, title: 'User', icon: 'user' },
    showSales('electricity', 'admin'),
    { path: admin.customerEnquiries, title: 'Customer Enquiries', icon: 'enquiry' },
    { path: admin.shiftEnquiries, title: 'Shift Enquiries', icon: 'clock' },
    { path: admin.balance, title: 'Balance', icon: 'wallet' },
    { path: admin.creditAgents, title: 'Credit Agents', icon: 'coins' },
    { path: admin.cashPowerCharges, title: 'Cash Power Charges', icon: 'percent' },
    { path: admin.changePassword, title: 'Change Password', icon: 'key' },
  ],
  /** Reached from the dashboard and by URL. */
  others: [
    { path: admin.userRecord, title: 'User', icon: 'user' },
    ...showOtherSales('admin'),
    { path: admin.report, title: 'Revenue Report', icon: 'report' },
    { path: admin.revenue, title: 'Revenue', icon: 'report' },
    { path: admin.backup, title: 'Backup', icon: 'backup' },
    { path: admin.cleanup, title: 'Cleanup', icon: 'archive' },
    { path: admin.reconciliation, title: 'Reconciliation', icon: 'compare' },
    { path: admin.audit, title: 'Audit', icon: 'acts' },
    { path: admin.messages, title: 'Messages', icon: 'mail' },
    { path: admin.erasePhone, title: 'Erase a Number', icon: 'trash' },
    { path: admin.tills, title: 'Tills', icon: 'coins' },
    { path: admin.tillSessions, title: 'Shifts', icon: 'clock' },
    { path: admin.tillSession, title: 'Shift', icon: 'clock' },
    { path: admin.ownShift, title: 'My Shift', icon: 'coins' },
    { path: admin.forgetPassword, title: 'Forgot Password', icon: 'key' },
    { path: admin.printer, title: 'Printer', icon: 'print' },
    { path: admin.receipts, title: 'Receipts', icon: 'bill' },
    { path: admin.notices, title: 'Notices', icon: 'bell' },
    { path: admin.account, title: 'Your Account', icon: 'lock' },
  ],
}
