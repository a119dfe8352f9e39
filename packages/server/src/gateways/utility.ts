// The electricity utility as the features see it: our names and our types, whatever the utility's interface calls them.
import type { Bututs, Day, EvidenceLine } from '@flexpower/contract'
import type { Contradiction, Outcome } from './outcome.ts'

/** Our own account at the utility. */
export interface VendorInfo {
  vendorId: string
  description: string
  /** Below zero if the utility lets a vendor overdraw. */
  balance: Bututs
  vendorIdChanged: boolean
}

/** One line of the utility's price: for VAT, `units` is the taxed amount in dalasi and `price` the percent. */
export interface PriceLine {
  concept: string
  units: number
  price: number
  amount: Bututs
}

/** What a payment would buy. The lines and `debtPaid` together are the payment, to the butut. */
export interface UtilityQuote {
  customerName: string
  serviceAddress: string
  account: string
  tariff: string
  meter: string
  units: number
  /** Dalasi for each kWh; the average if the tariff has steps. */
  unitPrice: number
  priceLines: PriceLine[]
  debtPaid: Bututs
  debtPercent: number
  accountBalance: Bututs
  /** The money settles debt, and no token will come. */
  debtOnly: boolean
}

export interface ElectricityOrder {
  /** Our own, unique forever: the sale is found by it if its answer is lost. */
  reference: string
  meter: string
  /** What the utility receives. */
  amount: Bututs
  phone: string
  quote: UtilityQuote
}

/** A sale as the utility has it on record. */
export interface Vended {
  utilityTransaction: string
  receipt: string
  customerName: string
  account: string
  serviceAddress: string
  tariff: string
  units: number
  unitPrice: number
  priceLines: PriceLine[]
  debtPaid: Bututs
  debtPercent: number
  accountBalance: Bututs
  paidAt: Date
  paymentMethod: string
  /** In the order of entry, key-change tokens first. Without a credit only for meters whose money settles debt. */
  tokens: string[]
  /** What each token is; empty if there is only one and it is what was paid for. */
  tokenNames: string[]
  /** Units that nobody paid for, beside `units`, and what the utility says they are worth; null: none came. */
  free: { units: number | null; amount: Bututs | null } | null
}

/** What is owed on a post-paid account. */
export interface UtilityBill {
  account: string
  customerName: string
  serviceAddress: string
  due: Bututs
}

export interface BillPayment {
  /** Our own, unique forever: the payment is found by it if its answer is lost. */
  reference: string
  account: string
  amount: Bututs
  phone: string
  bill: UtilityBill
}

/** A payment of a bill as the utility has it on record. */
export interface PaidBill {
  utilityTransaction: string
  receipt: string
  customerName: string
  /** What is still owed. */
  dueAfter: Bututs
  paidAt: Date
}

/** A sale or a payment as the utility has it under its own number, whoever ordered it. */
export interface Recorded extends Omit<Vended, 'paidAt'> {
  /** Empty for a payment of a bill. */
  meter: string
  /** What the utility received. */
  amount: Bututs
  /** What came with the order and may name it: its identifier and its comment. */
  remarks: string
  /** Null if the utility does not say. */
  paidAt: Date | null
}

/** A sale as one of the utility's lists has it. */
export interface NamedSale {
  /** Its number, or its receipt if the list has no number. */
  transaction: string
  /** Empty if the list has none. */
  receipt: string
  /** The meter or the account; empty if the list does not say. */
  subject: string
  at: Date
}

/** What a look-up has found, by its name. */
export const nameSeen = ({ transaction, receipt, subject, at }: EvidenceLine, sentAt: Date): NamedSale => ({
  transaction,
  receipt,
  subject,
  at: at ?? sentAt,
})

/** A record as it is compared with an order. `subject`: its meter, or the account of a bill. */
export const describeRecord = (record: Recorded, subject: string): EvidenceLine => ({
  transaction: record.utilityTransaction,
  receipt: record.receipt,
  at: record.paidAt,
  subject,
  amount: record.amount,
  reference: record.remarks,
})

export const isBill = ({ meter, tokens }: Recorded): boolean => meter === '' && tokens.length === 0

/** Our orders have the customer's number after the reference. */
export const findPhone = (remarks: string): string =>
  remarks.split(/\s+/).findLast((word) => /^\d{7,15}$/.test(word)) ?? ''

/** A line of the utility's own enquiries. */
export interface UtilityPurchase {
  utilityTransaction: string
  meter: string
  customerName: string
  /** Midnight if the list has only the day. */
  at: Date
  /** What the utility received. */
  amount: Bututs
  units: number
  unitsAmount: Bututs
  receipt: string
  account: string
  cashierName: string
  /** What ties it to an order of ours; null if the enquiry leaves it out. */
  references: string[] | null
}

/** `down`: queries and orders are answered `unknown`, never sent, until a query gets an answer again. */
export interface Health {
  state: 'up' | 'slow' | 'down'
  since: Date
  /** Median of the latest answers; null before the first, and while there are none. */
  answersInMs: number | null
}

export interface UtilityGateway {
  vendorInfo(): Promise<Outcome<VendorInfo>>
  /** What the payment would buy at this meter; nothing is paid. */
  quote(meter: string, amount: Bututs): Promise<Outcome<UtilityQuote>>
  /** Sent once and never again, whatever comes back. */
  sell(order: ElectricityOrder): Promise<Outcome<Vended>>
  /** What happened to an order that was sent then: null if nothing on the utility's list could be it. */
  findSale(order: ElectricityOrder, sentAt: Date): Promise<Outcome<Vended | Contradiction | null>>
  bill(account: string): Promise<Outcome<UtilityBill>>
  /** Sent once and never again, whatever comes back. */
  payBill(payment: BillPayment): Promise<Outcome<PaidBill>>
  /** What happened to a payment that was sent then: null if nothing on the utility's list could be it. */
  findBillPayment(payment: BillPayment, sentAt: Date): Promise<Outcome<PaidBill | Contradiction | null>>
  customerPurchases(meter: string, from: Date, to: Date): Promise<Outcome<UtilityPurchase[]>>
  /** What was sold on that day by the one user of the utility's interface that all our cashiers share. */
  shiftPurchases(day: Day): Promise<Outcome<UtilityPurchase[]>>
  /** One of its transactions, with the tokens that its lists leave out. */
  readTransaction(named: NamedSale): Promise<Outcome<Recorded>>
  /**
   * Changes our password at the utility; from then on this gateway logs in with the new one. Unknown: the utility may have
   * either, unless it was never sent.
   */
  changePassword(next: string): Promise<Outcome<null>>
  /** Asks the utility to reset the password of one of its vendors' users; the utility itself sends them the new one. */
  resetPassword(vendorId: string, vendorUser: string): Promise<Outcome<null>>
  /** Logs in with a password; if the utility accepts it, this gateway uses it from then on. */
  adoptPassword(password: string): Promise<Outcome<null>>
  health(): Health
}
