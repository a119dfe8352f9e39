// Airtime: how it is priced, ordered from the operator, found again, listed and compared with the aggregator's books.
import {
  type AirtimeCost,
  type AirtimeSale,
  airtimeSale,
  type Bututs,
  bututs,
  type Operator,
} from '@flexpower/contract'
import type { RecordedTopUp, TopUpOrder } from '../../gateways/airtime.ts'
import { mapAccepted, neverSent, unknown } from '../../gateways/outcome.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { HeldSale } from '../../ledger/book.ts'
import type { Context } from '../../runtime/context.ts'
import { takePercent } from '../../sales/pricing.ts'
import type { Delivery, KnownRecord, Product, RecordedSale, SaleRow } from '../../sales/product.ts'
import { notBooked } from '../../sales/refusals.ts'
import {
  asDalasi,
  asInstant,
  asNumber,
  asText,
  detail,
  receiptCodeColumn,
  type ShownColumns,
} from '../../sales/shown-columns.ts'
import type { Terms } from '../../sales/terms.ts'

/** Whose credit is sold. */
type AirtimeTerms = Terms<{ operator: Operator }>

/** What only an airtime sale stores. */
export interface AirtimeDetails {
  operator: Operator
  transaction: string
  operatorTransaction: string
  /** Missing in sales from before this was stored; null if it was not reported. */
  cost?: AirtimeCost | null
}

const NOBODY = 'no mobile operator is connected'

/** Where airtime is not sold: earlier sales are still in the books, and open ones wait for the gateway. */
export function createAirtime({
  airtime: gateway,
  config,
}: Pick<Context, 'airtime' | 'config'>): Product<'airtime'> {
  return {
    name: 'airtime',
    floatKind: 'airtime',
    payee: accounts.operators,
    counterpart: 'The mobile operator',
    subjectName: 'phone number',
    otherSide: 'airtime',
    ordered: 'tendered',
    quotedName: 'operator',
    comesWithTokens: false,
    found: { name: `coalesce(details ->> 'operator', '')`, tokens: 'tokens' },
    send: async (sale) =>
      gateway === null
        ? neverSent(NOBODY)
        : mapAccepted(await gateway.topUp(buildOrder(sale)), (done) => buildDelivery(sale, done)),
    find: async (sale) =>
      gateway === null
        ? unknown(NOBODY)
        : mapAccepted(await gateway.findTopUp(buildOrder(sale), sale.createdAt), (found) =>
            found === null || 'kind' in found ? found : buildDelivery(sale, found),
          ),
    deliveredByWord: (sale) => buildDelivery(sale, { transaction: '', operatorTransaction: '', cost: null }),
    readRecord: (record, known) => readTopUp(record as RecordedTopUp, known, config.airtimeDiscount),
    publicFacts: ({ details }) => [{ label: 'Operator', value: (details as AirtimeDetails).operator }],
    show,
    listed: { row: airtimeSale, columns, unshown: ['fee', 'transaction_id'] },
  }
}

/** C-05 The discount is the provider's revenue; the client's own figure does not count. */
export function priceTopUp(
  { config }: Pick<Context, 'config'>,
  amount: Bututs,
  operator: Operator,
): AirtimeTerms {
  const discount = takePercent(amount, config.airtimeDiscount)
  return {
    fee: discount,
    vended: bututs(amount - discount),
    commission: bututs(0),
    chargeId: null,
    quote: { operator },
  }
}

function readTopUp(topUp: RecordedTopUp, { holder }: KnownRecord, discount: number): RecordedSale {
  const { transaction, operator, operatorTransaction, phone, at, delivered, cost } = topUp
  const tendered = topUp.ordered ?? delivered
  if (topUp.status !== 'delivered' || delivered === null || tendered === null)
    throw notBooked(`${holder} has not delivered this top-up.`)
  if (operator === null) throw notBooked(`${holder} names an operator whose airtime is not sold here.`)
  return {
    product: 'airtime',
    subject: phone,
    phone,
    transaction,
    at,
    amount: delivered,
    units: null,
    cost,
    remarks: topUp.reference,
    name: operator,
    fixed: { tendered, fee: takePercent(tendered, discount) },
    delivery: { customerName: '', tokens: [], details: { operator, transaction, operatorTransaction, cost } },
    quote: { operator },
  }
}

const readOperator = ({ quote }: HeldSale) => (quote as AirtimeTerms).quote.operator

/** The phone receives what the customer paid; the discount is between the operator and us. */
const buildOrder = (sale: HeldSale): TopUpOrder => ({
  reference: sale.reference,
  operator: readOperator(sale),
  phone: sale.subject,
  amount: sale.tendered,
})

function buildDelivery(
  sale: HeldSale,
  { transaction, operatorTransaction, cost }: Required<Omit<AirtimeDetails, 'operator'>>,
): Delivery {
  const details: AirtimeDetails = { operator: readOperator(sale), transaction, operatorTransaction, cost }
  return { customerName: '', tokens: [], details }
}

const show = (row: SaleRow): AirtimeSale => ({
  id: row.id,
  at: row.at,
  phone: row.subject,
  operator: (row.details as AirtimeDetails).operator,
  tendered: row.tendered,
  vended: row.vended,
  cashierName: row.cashier_name,
  cashierId: row.user_id,
  location: row.location,
  transactionId: row.transaction_id,
  receiptCode: row.receipt_code,
})

const columns: ShownColumns<AirtimeSale> = {
  id: asNumber('id'),
  at: asInstant('at'),
  phone: asText('subject'),
  operator: detail('operator'),
  tendered: asDalasi('tendered'),
  vended: asDalasi('vended'),
  cashierName: asText('cashier_name'),
  cashierId: asNumber('user_id'),
  location: asText('location'),
  transactionId: asText('transaction_id'),
  receiptCode: receiptCodeColumn,
}
