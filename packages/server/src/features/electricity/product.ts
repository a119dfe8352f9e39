// Electricity: how it is verified, priced, ordered, found again, listed and compared with the utility's books, and what a sale
// keeps of the utility's answer.
import {
  type Bututs,
  type ElectricitySale,
  electricitySale,
  formatGmd,
  formatToken,
  formatUnits,
  isCredit,
  toNoon,
} from '@flexpower/contract'
import { nameTokens } from '../../gateways/meter-token.ts'
import { accepted, mapAccepted, type Outcome, unknown } from '../../gateways/outcome.ts'
import {
  describeRecord,
  findPhone,
  isBill,
  nameSeen,
  type ElectricityOrder,
  type UtilityQuote,
  type Recorded,
  type Vended,
} from '../../gateways/utility.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { HeldSale } from '../../ledger/book.ts'
import { Refusal } from '../../refusal.ts'
import type { Context } from '../../runtime/context.ts'
import { type Band, priceSale } from '../../sales/pricing.ts'
import type {
  Delivery,
  KnownRecord,
  ListedSales,
  Product,
  ReadAgain,
  RecordedSale,
  SaleRow,
  Verifier,
} from '../../sales/product.ts'
import { hideMiddle } from '../../sales/receipts.ts'
import { formatReceiptNumber } from '../../sales/reference.ts'
import { notBooked } from '../../sales/refusals.ts'
import {
  asDalasi,
  asInstant,
  asNumber,
  asText,
  detail,
  detailInDalasi,
  detailInstant,
  type JsonSql,
  receiptCodeColumn,
  receiptNumberColumn,
  type ShownColumns,
} from '../../sales/shown-columns.ts'
import type { Terms } from '../../sales/terms.ts'
import { answerAtCounter } from '../../utility-answer.ts'

/** What a verification stores: the utility's answer, and the price that the customer was told. */
export interface PricedQuote extends Terms<UtilityQuote> {
  /** The band as it was then. Bands change, but a sale keeps the one it was priced with. */
  band: Omit<Band, 'id'> | null
}

/** What a confirmed sale stores beside the columns that every product has. */
type Details = Omit<Vended, 'tokens' | 'customerName'>
/** As the record has it: sales from before tokens had names have none. */
type KeptDetails = Omit<Details, 'paidAt' | 'tokenNames'> & { paidAt: string | Date; tokenNames?: string[] }

type Parts = Pick<Context, 'config' | 'db' | 'log' | 'utility'>

export function createElectricity(parts: Parts): Product<'electricity'> {
  const { config, utility } = parts
  const { productName, utilityName } = config.site
  const writeSms = (meter: string, paid: Bututs, tokens: readonly string[], names: readonly string[]) =>
    `${productName}: ${lateText(meter, formatGmd(paid), tokens, names)}`
  return {
    name: 'electricity',
    floatKind: 'electricity',
    payee: accounts.utility,
    counterpart: utilityName,
    subjectName: 'meter',
    otherSide: 'utility',
    ordered: 'vended',
    quotedName: 'customerName',
    comesWithTokens: true,
    found: { name: 'customer_name', tokens: 'tokens' },
    verify: (seller, meter, tendered) => verifyMeter(parts, seller, meter, tendered),
    send: async (sale) => mapAccepted(await utility.sell(buildOrder(sale)), buildDelivery),
    find: async (sale) =>
      mapAccepted(await utility.findSale(buildOrder(sale), sale.createdAt), (found) =>
        found === null || 'kind' in found ? found : buildDelivery(found),
      ),
    readSeen: async (sale, seen) =>
      readSeen(sale, await utility.readTransaction(nameSeen(seen, sale.createdAt))),
    isDebtOnly: (quote) => (quote as PricedQuote).quote.debtOnly,
    deliveredByWord: ({ quote, createdAt }, tokens) => wordOfMouth(quote as PricedQuote, createdAt, tokens),
    lateSms: ({ subject, tendered }, { tokens, details }) =>
      config.sms === null ? null : writeSms(subject, tendered, tokens, (details as Details).tokenNames),
    again: {
      what: 'token',
      writeSms: ({ subject, tendered, tokens, details }) =>
        tokens.length === 0
          ? null
          : writeSms(subject, tendered, tokens, (details as KeptDetails).tokenNames ?? nameTokens(tokens)),
    },
    countUnits: ({ details }) => (details as KeptDetails).units,
    publicFacts: ({ subject, details }) => [
      { label: 'Units', value: formatUnits((details as KeptDetails).units) },
      { label: 'Meter', value: hideMiddle(subject) },
    ],
    readRecord: (record, known) =>
      isBill(record as Recorded) ? null : readSoldUnits(record as Recorded, known),
    show,
    listed,
  }
}

/** Asks the utility what the payment buys, and prices it. */
async function verifyMeter(
  parts: Parts,
  seller: Verifier,
  meter: string,
  tendered: Bututs,
): Promise<PricedQuote> {
  const bands = await parts.db
    .selectFrom('charge')
    .select(['id', 'start_amount as start', 'end_amount as end', 'kind', 'fee'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('start_amount', '<=', tendered)
    .where('end_amount', '>=', tendered)
    .execute()
  const price = priceSale(tendered, bands, seller.type === 'Admin' ? 0 : seller.commissionPercent)
  if (!price)
    throw new Refusal(
      'refused',
      `The fee for ${formatGmd(tendered)} is not below the amount. Nothing was sold; enter a larger amount.`,
    )
  const quote = answerAtCounter(parts, await parts.utility.quote(meter, price.vended))
  return { ...price, band: bands[0] ?? null, quote }
}

function lateText(meter: string, paid: string, tokens: readonly string[], names: readonly string[]): string {
  const [only] = tokens
  if (only === undefined) return `${paid} for meter ${meter} settled debt. No token comes with it.`
  if (tokens.length === 1) return `${paid} for meter ${meter}, ${names[0] ?? 'token'} ${formatToken(only)}`
  const inOrder = tokens.map((token, at) => `${at + 1}) ${names[at]}: ${formatToken(token)}`)
  return `${paid} for meter ${meter}, ${tokens.length} tokens, key them in, in this order: ${inOrder.join(' ')}`
}

function buildOrder(sale: HeldSale): ElectricityOrder {
  const { quote, vended } = sale.quote as PricedQuote
  return { reference: sale.reference, meter: sale.subject, amount: vended, phone: sale.phone, quote }
}

function buildDelivery({ tokens, customerName, ...details }: Vended): Delivery {
  return { tokens, customerName, details }
}

/** What the record leaves out is taken from the quote. */
function readSeen(sale: HeldSale, outcome: Outcome<Recorded>): Outcome<ReadAgain> {
  if (outcome.kind !== 'accepted') return outcome
  const { meter, amount: _, remarks: __, ...told } = outcome.value
  const { quote } = sale.quote as PricedQuote
  if (!quote.debtOnly && !told.tokens.some(isCredit)) return unknown('the record names no token with units')
  return accepted({
    record: describeRecord(outcome.value, meter),
    delivery: buildDelivery({
      ...told,
      customerName: told.customerName || quote.customerName,
      serviceAddress: told.serviceAddress || quote.serviceAddress,
      account: told.account || quote.account,
      tariff: told.tariff || quote.tariff,
      paidAt: told.paidAt ?? sale.createdAt,
    }),
  })
}

function readSoldUnits(recorded: Recorded, known: KnownRecord): RecordedSale {
  const { meter, amount, remarks, customerName, tokens, ...kept } = recorded
  const hasCredit = tokens.some(isCredit)
  if (!hasCredit && recorded.debtPaid < amount)
    throw notBooked(`${known.holder} does not show the token of this sale.`)
  const paidAt = recorded.paidAt ?? toNoon(known.day)
  const subject = meter || known.subject
  return {
    product: 'electricity',
    subject,
    phone: findPhone(remarks),
    transaction: recorded.utilityTransaction,
    at: paidAt,
    amount,
    units: recorded.units,
    cost: null,
    remarks,
    name: customerName,
    fixed: null,
    delivery: { customerName, tokens, details: { ...kept, paidAt } },
    quote: { ...kept, customerName, meter: subject, debtOnly: !hasCredit },
  }
}

function wordOfMouth({ quote }: PricedQuote, paidAt: Date, tokens: string[]): Delivery {
  const { customerName, meter: _, debtOnly: __, ...known } = quote
  const told = { utilityTransaction: '', receipt: '', paidAt, paymentMethod: '', free: null }
  const details: Details = { ...known, ...told, tokenNames: nameTokens(tokens) }
  return { customerName, tokens, details }
}

function show(row: SaleRow): ElectricitySale {
  const details = row.details as KeptDetails
  return {
    id: row.id,
    at: row.at,
    customerName: row.customer_name,
    meter: row.subject,
    tendered: row.tendered,
    vended: row.vended,
    fee: row.fee,
    tokens: row.tokens,
    tokenNames: details.tokenNames ?? [],
    creditToken: row.tokens.find(isCredit) ?? row.tokens.at(-1) ?? '',
    cashierName: row.cashier_name,
    cashierId: row.user_id,
    location: row.location,
    transactionId: row.transaction_id,
    receiptNumber: formatReceiptNumber(row),
    receiptCode: row.receipt_code,
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

const columns: ShownColumns<ElectricitySale> = {
  id: asNumber('id'),
  at: asInstant('at'),
  customerName: asText('customer_name'),
  meter: asText('subject'),
  tendered: asDalasi('tendered'),
  vended: asDalasi('vended'),
  fee: asDalasi('fee'),
  tokens: asText(`array_to_string(tokens, ',')`),
  tokenNames: `coalesce((details -> 'tokenNames')::text, '[]')` as JsonSql,
  // The first token of class 0, as `isCredit` reads it; a single token is not examined.
  creditToken: asText(`case when cardinality(tokens) < 2 then coalesce(tokens[1], '') else coalesce(
    (select token from unnest(tokens) with ordinality as entered (token, place)
      where mod(div(token::numeric, 134217728), 4) = 0 order by place limit 1), tokens[cardinality(tokens)]) end`),
  cashierName: asText('cashier_name'),
  cashierId: asNumber('user_id'),
  location: asText('location'),
  transactionId: asText('transaction_id'),
  receiptNumber: receiptNumberColumn,
  receiptCode: receiptCodeColumn,
  account: detail('account'),
  accountBalance: detailInDalasi('accountBalance'),
  serviceAddress: detail('serviceAddress'),
  paymentMethod: detail('paymentMethod'),
  debtPaid: detailInDalasi('debtPaid'),
  debtPercent: detail('debtPercent'),
  debtShare: detailInDalasi('debtPaid'),
  tariff: detail('tariff'),
  unitPrice: detail('unitPrice'),
  priceLines:
    `(select coalesce(json_agg(json_build_object('concept', line -> 'concept', 'units', line -> 'units',
      'price', line -> 'price', 'amount', ${asDalasi(`line ->> 'amount'`)})), '[]')
    from jsonb_array_elements(details -> 'priceLines') as line)` as JsonSql,
  units: detail('units'),
  paidAt: detailInstant('paidAt'),
}

export const listed: ListedSales<ElectricitySale> = { row: electricitySale, columns, unshown: [] }
