// What a user does on each screen, in one sentence: for the palette.
import { PRODUCTS, type ProductName } from '@flexpower/contract'
import { type Area, paths, salePaths } from '../paths.ts'

const { admin, cashier } = paths

const salePurposes: Readonly<Record<ProductName, Record<Area, string>>> = {
  electricity: {
    admin: 'Sell prepaid electricity on the house’s account, find any sale, and print its receipt again.',
    cashier: 'Sell prepaid electricity, and print the receipt of any of your sales.',
  },
  airtime: {
    admin: 'Sell airtime for Africell, QCell, Gamcel and Comium, and see every sale.',
    cashier: 'Sell airtime from your airtime float, and see your sales.',
  },
  postpaid: {
    admin: 'Take payments for post-paid bills by account reference, and print the receipt.',
    cashier: 'Take payments for post-paid bills, and print the receipt.',
  },
}

const purposes: Readonly<Record<string, string>> = {
  [admin.dashboard]: 'Today’s sales, this month’s, and what is left at the utility.',
  [admin.user]: 'Add, edit and remove administrators and cashiers, and see what float each one holds.',
  [admin.customerEnquiries]: 'Look up what a meter has bought between two days, as the utility recorded it.',
  [admin.shiftEnquiries]: 'See what one cashier sold on one day, as the utility recorded it.',
  [admin.balance]: 'The balance of the vendor account at the utility, and which account it is.',
  [admin.creditAgents]: 'Load float for an agent against a bank slip, and see every load so far.',
  [admin.cashPowerCharges]: 'The fee of a sale by its amount: bands, fixed or in percent, active or not.',
  [admin.changePassword]: 'Choose a new password for your account.',
  [cashier.user]: 'Your record: name, location and cash power balance.',
  [admin.userRecord]: 'One user: float, the day so far, where they are signed in, and who changed what.',
  [admin.report]: 'Transactions, turnover and revenue between two days, for everyone or for one cashier.',
  [admin.revenue]:
    'Revenue and commission of all products by day, week, month, cashier or location, and reports by mail.',
  [admin.backup]: 'Make a verified backup, see the earlier ones, and download any of them.',
  [admin.cleanup]: 'Move old, closed transactions to the archive. No record of money is ever destroyed.',
  [admin.reconciliation]:
    'Compare a day of ours with the utility’s and the airtime aggregator’s, and settle what differs.',
  [admin.audit]: 'Who did what, when and from where, with what was there before and after.',
  [admin.messages]: 'What visitors wrote from the home page: read it, answer it, find it again.',
  [admin.erasePhone]: 'Remove a customer’s phone number from sales, lists and messages. The books stay.',
  [admin.forgetPassword]: 'Reset or replace the password of the utility’s vendor interface.',
  [admin.tills]: 'Every cashier now: who sells, cash in the drawer, float left, and what needs attention.',
  [admin.tillSessions]: 'Every cashier’s shifts: cash expected and counted, differences, Z slips.',
  [admin.ownShift]: 'Your own drawer: open it, pay a customer back for a cashier, count and close it.',
  [admin.tillSession]: 'One shift: an X report at any time, its Z slip, and closing it for a cashier.',
  [cashier.shift]: 'Open your shift, record cash in and out, count the drawer, and print the Z slip.',
  [admin.account]: 'Two-step sign-in, and every browser in which you are signed in.',
  [admin.printer]: 'How receipts are printed in this browser: connection, paper, cash drawer, test page.',
  [cashier.printer]: 'How receipts are printed in this browser: connection, paper, cash drawer, test page.',
  [cashier.commission]: 'What you earned in commission between two days, to print or to save.',
  [admin.receipts]: 'Find a purchase by meter, phone or code, and send its token again.',
  [cashier.receipts]: 'Find a purchase by meter, phone or code, and send its token again.',
  [admin.notices]: 'What you should know of, what you have read, and what else comes by mail or SMS.',
  [cashier.notices]: 'What you should know of, what you have read, and what else comes by mail or SMS.',
  [cashier.account]: 'Two-step sign-in, and every browser in which you are signed in.',
}

/** By the path of every screen. */
const all: Readonly<Record<string, string>> = {
  ...purposes,
  ...Object.fromEntries(
    PRODUCTS.flatMap((product) => [
      [salePaths[product].admin, salePurposes[product].admin],
      [salePaths[product].cashier, salePurposes[product].cashier],
    ]),
  ),
}

export const findPurpose = (path: string): string => all[path] ?? ''
