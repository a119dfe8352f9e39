// Electricity for the mechanism that sells everything: how an order reaches the utility, how it is looked up, and what a
// sale keeps of the utility's answer.
import { type ElectricitySale, formatGmd, formatToken } from '@flexpower/contract'
import type { Outcome } from '../../gateways/outcome.ts'
import type { Order, Quote, UtilityGateway, Vended } from '../../gateways/utility.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { OpenSale } from '../../ledger/book.ts'
import type { Band, Price } from '../../sales/pricing.ts'
import type { Delivery, SaleLine, SaleRow } from '../../sales/vending.ts'

/** What a verification keeps: the utility's word, and the price that the customer was told. */
export interface PricedQuote extends Price {
  quote: Quote
  /** The band as it was then: bands change, and a sale keeps the one it was priced with. */
  band: Omit<Band, 'id'> | null
}

/** What a confirmed sale keeps beside the columns that every product has. */
type Details = Omit<Vended, 'tokens' | 'customerName'>

/** `smsFrom`: the name under which late tokens go to phones; null where no SMS is sent. */
export function electricityLine(
  utility: UtilityGateway,
  utilityName: string,
  smsFrom: string | null,
): SaleLine {
  return {
    product: 'electricity',
    floatKind: 'electricity',
    payee: accounts.utility,
    counterpart: utilityName,
    subjectName: 'meter',
    send: async (sale, reference) => mapAccepted(await utility.sell(orderOf(sale, reference)), deliveryOf),
    find: async (sale, reference) =>
      mapAccepted(
        await utility.findSale(orderOf(sale, reference), sale.createdAt),
        (found) => found && deliveryOf(found),
      ),
    lateSms: ({ subject: meter, tendered }, { tokens }) =>
      smsFrom === null ? null : `${smsFrom}: ${lateText(meter, formatGmd(tendered), tokens)}`,
  }
}

function lateText(meter: string, paid: string, tokens: readonly string[]): string {
  const [only] = tokens
  if (only === undefined) return `${paid} for meter ${meter} settled debt. No token comes with it.`
  if (tokens.length === 1) return `${paid} for meter ${meter}, token ${formatToken(only)}`
  const inOrder = tokens.map((token, at) => `${at + 1}) ${formatToken(token)}`)
  return `${paid} for meter ${meter}, ${tokens.length} tokens, key them in, in this order: ${inOrder.join(' ')}`
}

const mapAccepted = <From, To>(outcome: Outcome<From>, map: (value: From) => To): Outcome<To> =>
  outcome.kind === 'accepted' ? { kind: 'accepted', value: map(outcome.value) } : outcome

function orderOf(sale: OpenSale, reference: string): Order {
  const { quote, vended } = sale.quote as PricedQuote
  return { reference, meter: sale.subject, amount: vended, phone: sale.phone, quote }
}

function deliveryOf({ tokens, customerName, ...details }: Vended): Delivery {
  return { tokens, customerName, details }
}

/** What is known of a sale that an Admin confirms on the utility's word of mouth. */
export function detailsFromQuote({ quote }: PricedQuote, paidAt: Date): Details {
  const { customerName: _, meter: __, debtOnly: ___, ...known } = quote
  return { ...known, utilityTransaction: '', receipt: '', paidAt, paymentMethod: '' }
}

export function shownSale(row: SaleRow): ElectricitySale {
  const details = row.details as Omit<Details, 'paidAt'> & { paidAt: string | Date }
  return {
    id: row.id,
    at: row.at,
    customerName: row.customer_name,
    meter: row.subject,
    tendered: row.tendered,
    vended: row.vended,
    fee: row.fee,
    tokens: row.tokens,
    creditToken: row.tokens.at(-1) ?? '',
    cashierName: row.cashier_name,
    cashierId: row.user_id,
    location: row.location,
    transactionId: row.transaction_id,
    receiptNumber: `R-${String(row.receipt_number).padStart(7, '0')}`,
    account: details.account,
    accountBalance: details.accountBalance,
    serviceAddress: details.serviceAddress,
    paymentMethod: details.paymentMethod,
    debtPaid: details.debtPaid,
    debtPercent: details.debtPercent,
    debtShare: details.debtPaid,
    tariff: details.tariff,
    unitPrice: details.unitPrice,
    priceLines: details.priceLines,
    units: details.units,
    paidAt: new Date(details.paidAt),
  }
}
