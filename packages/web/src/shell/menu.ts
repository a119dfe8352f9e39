// Every screen of the back office in one table: the sidebars, the header's title, the icon and the words of a screen
// that is still to come all read from here.
import { type Area, paths } from '../paths.ts'
import type { IconName } from '../ui/Icon.tsx'

export interface Screen {
  path: string
  title: string
  icon: IconName
  /** What a person does here, in one sentence. */
  purpose: string
}

const { admin, cashier } = paths

/** S-10, in this order. */
const adminSidebar: readonly Screen[] = [
  {
    path: admin.dashboard,
    title: 'Dashboard',
    icon: 'grid',
    purpose: 'Today’s sales, this month’s, and what is left at the utility.',
  },
  {
    path: admin.user,
    title: 'User',
    icon: 'user',
    purpose: 'Add, edit and remove administrators and cashiers, and see what float each one holds.',
  },
  {
    path: admin.cashPower,
    title: 'Cash Power',
    icon: 'bolt',
    purpose: 'Sell prepaid electricity on the house’s account, find any sale, and print its receipt again.',
  },
  {
    path: admin.customerEnquiries,
    title: 'Customer Enquiries',
    icon: 'enquiry',
    purpose: 'Look up what a meter has bought between two days, as the utility recorded it.',
  },
  {
    path: admin.shiftEnquiries,
    title: 'Shift Enquiries',
    icon: 'clock',
    purpose: 'See what one cashier sold on one day, as the utility recorded it.',
  },
  {
    path: admin.balance,
    title: 'Balance',
    icon: 'wallet',
    purpose: 'The balance of the vendor account at the utility, and which account it is.',
  },
  {
    path: admin.creditAgents,
    title: 'Credit Agents',
    icon: 'coins',
    purpose: 'Load float for an agent against a bank slip, and see every load so far.',
  },
  {
    path: admin.cashPowerCharges,
    title: 'Cash Power Charges',
    icon: 'percent',
    purpose: 'The fee of a sale by its amount: bands, fixed or in percent, active or not.',
  },
  {
    path: admin.changePassword,
    title: 'Change Password',
    icon: 'key',
    purpose: 'Choose a new password for your own account.',
  },
]

/** S-11: these and nothing else. */
const cashierSidebar: readonly Screen[] = [
  {
    path: cashier.cashPower,
    title: 'Cash Power',
    icon: 'bolt',
    purpose: 'Sell prepaid electricity, and print the receipt of any of your own sales.',
  },
  {
    path: cashier.user,
    title: 'User',
    icon: 'user',
    purpose: 'Your own record: name, location and cash power balance.',
  },
]

/** Reached from the dashboard, from the cash power page and by address. */
const others: readonly Screen[] = [
  {
    path: admin.airPower,
    title: 'Air Power',
    icon: 'signal',
    purpose: 'Sell airtime for Africell, QCell, Gamcel and Comium, and see every sale.',
  },
  {
    path: admin.postPaid,
    title: 'Post Paid',
    icon: 'bill',
    purpose: 'Take payments for post-paid bills by account reference, and print the receipt.',
  },
  {
    path: admin.report,
    title: 'Revenue Report',
    icon: 'report',
    purpose: 'Transactions, turnover and revenue between two days, for everyone or for one cashier.',
  },
  {
    path: admin.backup,
    title: 'Backup',
    icon: 'backup',
    purpose: 'Make a verified backup, see the earlier ones, and download any of them.',
  },
  {
    path: admin.cleanup,
    title: 'Cleanup',
    icon: 'archive',
    purpose: 'Move old, closed transactions to the archive. No record of money is ever destroyed.',
  },
  {
    path: admin.forgetPassword,
    title: 'Forgot Password',
    icon: 'key',
    purpose: 'Reset or replace the password of the utility’s vendor interface.',
  },
  {
    path: cashier.airPower,
    title: 'Air Power',
    icon: 'signal',
    purpose: 'Sell airtime from your airtime float, and see your own sales.',
  },
  {
    path: cashier.postPaid,
    title: 'Post Paid',
    icon: 'bill',
    purpose: 'Take payments for post-paid bills, and print the receipt.',
  },
]

const sidebars: Record<Area, readonly Screen[]> = { admin: adminSidebar, cashier: cashierSidebar }

export const screens: readonly Screen[] = [...adminSidebar, ...cashierSidebar, ...others]

export const sidebarOf = (area: Area): readonly Screen[] => sidebars[area]

export const screenAt = (path: string): Screen | undefined =>
  screens.find((each) => each.path === path.replace(/\/$/, ''))
