// Airtime for the mechanism that sells everything: how a top-up reaches the operator and how it is looked up.
import { type AirtimeCost, type AirtimeSale, airtimeSale, type Operator } from '@flexpower/contract'
import type { AirtimeGateway, TopUpOrder } from '../../gateways/airtime.ts'
import { mapAccepted, neverSent, unknown } from '../../gateways/outcome.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { OpenSale } from '../../ledger/book.ts'
import type { Terms } from '../../sales/terms.ts'
import {
  asDalasi,
  asInstant,
  asNumber,
  asText,
  detail,
  type ShownColumns,
} from '../../sales/shown-columns.ts'
import type { Delivery, Product, SaleRow } from '../../sales/product.ts'

/** Whose credit is sold. */
export type AirtimeTerms = Terms<{ operator: Operator }>

/** What is kept of an airtime sale and of no other. */
export interface AirtimeDetails {
  operator: Operator
  transaction: string
  operatorTransaction: string
  /** Missing where it was sold before this was kept, null where nobody told. */
  cost?: AirtimeCost | null
}

const NOBODY = 'no mobile operator is connected'

/** Null where airtime is not sold: what was sold before is still on the books, and open ones wait for the gateway. */
export function createAirtime(gateway: AirtimeGateway | null): Product {
  return {
    name: 'airtime',
    floatKind: 'airtime',
    payee: accounts.operators,
    counterpart: 'The mobile operator',
    subjectName: 'phone number',
    send: async (sale) =>
      gateway === null
        ? neverSent(NOBODY)
        : mapAccepted(await gateway.topUp(orderOf(sale)), (done) => deliveryOf(sale, done)),
    find: async (sale) =>
      gateway === null
        ? unknown(NOBODY)
        : mapAccepted(await gateway.findTopUp(orderOf(sale), sale.createdAt), (found) =>
            found === null || 'kind' in found ? found : deliveryOf(sale, found),
          ),
    nameOn: (quote) => (quote as AirtimeTerms).quote.operator,
    deliveredByWord: (sale) => deliveryOf(sale, { transaction: '', operatorTransaction: '', cost: null }),
  }
}

const operatorOf = ({ quote }: OpenSale) => (quote as AirtimeTerms).quote.operator

/** The phone receives what the customer paid; the discount is between the operator and us. */
const orderOf = (sale: OpenSale): TopUpOrder => ({
  reference: sale.reference,
  operator: operatorOf(sale),
  phone: sale.subject,
  amount: sale.tendered,
})

function deliveryOf(
  sale: OpenSale,
  { transaction, operatorTransaction, cost }: Required<Omit<AirtimeDetails, 'operator'>>,
): Delivery {
  const details: AirtimeDetails = { operator: operatorOf(sale), transaction, operatorTransaction, cost }
  return { customerName: '', tokens: [], details }
}

export const shownAirtime = (row: SaleRow): AirtimeSale => ({
  id: row.id,
  at: row.at,
  phone: row.subject,
  operator: (row.details as AirtimeDetails).operator,
  tendered: row.tendered,
  vended: row.vended,
  cashierName: row.cashier_name,
  location: row.location,
  transactionId: row.transaction_id,
})

/** The same for the lists, where PostgreSQL writes it; a test holds the two together. */
const columns: ShownColumns<AirtimeSale> = {
  id: asNumber('id'),
  at: asInstant('at'),
  phone: asText('subject'),
  operator: detail('operator'),
  tendered: asDalasi('tendered'),
  vended: asDalasi('vended'),
  cashierName: asText('cashier_name'),
  location: asText('location'),
  transactionId: asText('transaction_id'),
}

export const shownTopUps = {
  product: 'airtime',
  row: airtimeSale,
  columns,
  unshown: ['fee', 'transaction_id'],
} as const
