// A product: all that the rest of the server has to know about it, in one value.
import type {
  AirtimeCost,
  Answer,
  Api,
  Bututs,
  Codec,
  Day,
  EvidenceLine,
  OtherSide,
  ProductName,
  UserType,
} from '@flexpower/contract'
import type { Selectable } from 'kysely'
import type { FloatKind, Schema } from '../db/schema.ts'
import type { Contradiction, Outcome, Refused } from '../gateways/outcome.ts'
import type { HeldSale } from '../ledger/book.ts'
import type { Unshown } from './read-page.ts'
import type { ShownColumns } from './shown-columns.ts'
import type { Terms } from './terms.ts'

export type SaleRow = Selectable<Schema['sale']>

/** A sale as the contract shows it. */
export type ShownSale<Name extends ProductName> =
  Answer<Api[Name]['status']> extends { sale?: infer Shown } ? NonNullable<Shown> : never

/** What the other side delivered. */
export interface Delivery {
  customerName: string
  tokens: string[]
  /** What only this product has, stored as it is; with the fields of `FoundBy` if it has them. */
  details: unknown
}

/** The details by which a sale is found in the other side's books: their numbers, their time, its cost. */
export interface FoundBy {
  utilityTransaction?: string
  receipt?: string
  transaction?: string
  paidAt?: string
  cost?: AirtimeCost | null
}

/** A record of the other side, read again because an Admin says that it is this sale. */
export interface ReadAgain {
  record: EvidenceLine
  delivery: Delivery
}

/** A sale as the other side has it now: all that is needed to write it into our books. */
export interface RecordedSale {
  product: ProductName
  subject: string
  phone: string
  transaction: string
  at: Date
  /** What they received; of airtime, what the phone received. */
  amount: Bututs
  units: number | null
  /** What it cost us; null if they do not say, or charge what was ordered. */
  cost: AirtimeCost | null
  /** What came with the order and may name it. */
  remarks: string
  /** Who or what it was sold to, as a list shows it. */
  name: string
  /** What the customer paid and its fee, if they follow from theirs; null: they are between the customer and us. */
  fixed: { tendered: Bututs; fee: Bututs } | null
  delivery: Delivery
  /** What only this product stores of its order. */
  quote: object
}

/** The user who sells. */
export interface Verifier {
  type: UserType
  /** Hundredths of a percent of the fee. */
  commissionPercent: number
}

/** A product, as far as selling it exactly once is concerned. */
export interface Orderable {
  name: ProductName
  /** The float that a cashier sells it from. */
  floatKind: FloatKind
  /** The account that receives the vend amount. */
  payee: string
  /** The name of the other side, for texts. */
  counterpart: string
  /** What the subject is called in texts: "meter". */
  subjectName: string
  /** Orders once; never repeats. */
  send(sale: HeldSale): Promise<Outcome<Delivery>>
  /**
   * Looks the order up. A refusal if it ended as one; null if the other side has nothing that could be it; a
   * contradiction if it has our reference with a different order.
   */
  find(sale: HeldSale): Promise<Outcome<Delivery | Refused | Contradiction | null>>
  /** The SMS to the customer if the answer came late: by then the customer may have left. Null: none. */
  lateSms?(sale: Pick<HeldSale, 'subject' | 'tendered'>, delivery: Delivery): string | null
}

export interface Product<Name extends ProductName = ProductName> extends Orderable {
  name: Name
  /** Which other side has it in its books. */
  otherSide: OtherSide
  /** Which amount of a sale we order: the one that the other side's books show. */
  ordered: 'vended' | 'tendered'
  /** The field of the quote that says who or what the order is for: the customer's name if there is one. */
  quotedName: string
  /** Whether an Admin who confirms a sale by hand has to enter its tokens. */
  comesWithTokens: boolean
  /** What it bought, in kWh; missing: nothing that is counted so. */
  countUnits?(row: SaleRow): number
  /**
   * What it bought, and for what, on the page that anybody with the receipt's code can open: no token, name or phone
   * number.
   */
  publicFacts?(row: SaleRow): readonly PublicFact[]
  /** What a customer can have sent again, by its name and as an SMS; null or missing: there is nothing to send. */
  again?: { what: string; writeSms(row: SaleRow): string | null }
  /** What a search shows as name and as tokens, as SQL over its sale. */
  found: { name: string; tokens: string }
  /** Who may see its sales; missing: all staff, each their own. */
  isSeenBy?(caller: { mayTakePostpaid: boolean }): boolean
  /** What it costs and buys, if the other side is asked first. Missing if the order itself has everything. */
  verify?(seller: Verifier, subject: string, tendered: Bututs): Promise<Terms>
  /**
   * Reads the record in the evidence. Missing if every look-up is by our own reference, so there is nothing to choose
   * from.
   */
  readSeen?(sale: HeldSale, seen: EvidenceLine): Promise<Outcome<ReadAgain>>
  /** Whether it only pays a debt, as the other side said beforehand: no token comes with it. */
  isDebtOnly?(quote: unknown): boolean
  /** What is known about a sale that an Admin confirms after asking the other side. */
  deliveredByWord(sale: HeldSale, tokens: string[]): Delivery
  /**
   * A record of the other side as a sale of this product; null: it belongs to another product. Throws a refusal if it
   * cannot be booked.
   */
  readRecord(record: unknown, known: KnownRecord): RecordedSale | null
  /** A sale as the contract shows it. */
  show(row: SaleRow): ShownSale<Name>
  /** The same for its lists, where PostgreSQL writes it; a test checks that the two agree. */
  listed: ListedSales<ShownSale<Name>>
}

export interface PublicFact {
  label: string
  value: string
}

/** What the comparison knows about a record, and who has it. */
export interface KnownRecord {
  subject: string
  day: Day
  holder: string
}

export interface ListedSales<Row> {
  row: Codec<Row>
  columns: ShownColumns<Row>
  /** What its table does not show: a search leaves it out. A whole reference still finds its sale. */
  unshown: readonly Unshown[]
}

/** Everything that is sold. */
export type Products = { [Name in ProductName]: Product<Name> }

export const listProducts = (products: Products): Product[] => Object.values(products)

/** What is ordered from that side. */
export const findProductsAt = (products: Products, otherSide: OtherSide): ProductName[] =>
  listProducts(products).flatMap((product) => (product.otherSide === otherSide ? [product.name] : []))

/** SQL that distinguishes the products; `tell` returns SQL. */
export const caseByProduct = (products: Products, tell: (product: Product) => string): string =>
  `case product ${listProducts(products)
    .map((product) => `when '${product.name}' then ${tell(product)}`)
    .join(' ')} end`
