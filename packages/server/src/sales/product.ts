// A thing that is sold: all that the rest of the server has to know about it, in one value.
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
  /** What only this product has, kept as it is; where it has them, with the fields of `FoundBy`. */
  details: unknown
}

/** The details by which a sale is found on the other side's books: their numbers of it, their time, its cost. */
export interface FoundBy {
  utilityTransaction?: string
  receipt?: string
  transaction?: string
  paidAt?: string
  cost?: AirtimeCost | null
}

/** A record of the other side's, read again because a person says that it is this sale. */
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
  /** What it cost us; null where they do not tell, or charge what was ordered. */
  cost: AirtimeCost | null
  /** What came with the order and may name it. */
  remarks: string
  /** Who or what it was sold to, as a list shows it. */
  name: string
  /** What the customer paid and the fee of it, where they follow from theirs; null: they are between the customer and us. */
  fixed: { tendered: Bututs; fee: Bututs } | null
  delivery: Delivery
  /** What only this product keeps of its order. */
  quote: object
}

/** Who wants to sell. */
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
  /** Who is on the other side, for the texts. */
  counterpart: string
  /** What the subject is called, for the texts: "meter". */
  subjectName: string
  /** Orders once; never repeats. */
  send(sale: HeldSale): Promise<Outcome<Delivery>>
  /**
   * Looks the order up: a refusal when it ended as one, null when nothing that the other side has could be it, a
   * contradiction when it has our reference with something that was not ordered.
   */
  find(sale: HeldSale): Promise<Outcome<Delivery | Refused | Contradiction | null>>
  /** What the customer's phone is told when the answer came late: by then the customer may have left. Null: nothing. */
  lateSms?(sale: Pick<HeldSale, 'subject' | 'tendered'>, delivery: Delivery): string | null
}

export interface Product<Name extends ProductName = ProductName> extends Orderable {
  name: Name
  /** Whose books have it too. */
  otherSide: OtherSide
  /** Which amount of a sale we order, so that the other side's books show the same one. */
  ordered: 'vended' | 'tendered'
  /** The field of the quote that says who or what is on the order: the customer's name where there is one. */
  quotedName: string
  /** Whether an Admin who confirms a sale by hand has to enter its tokens. */
  comesWithTokens: boolean
  /** What a search shows as name and as tokens, as SQL over its sale. */
  found: { name: string; tokens: string }
  /** Who may see its sales; missing: all staff, each their own. */
  isSeenBy?(caller: { mayTakePostpaid: boolean }): boolean
  /** What it costs and buys, where the other side is asked first. Missing where the order itself has all that it takes. */
  verify?(seller: Verifier, subject: string, tendered: Bututs): Promise<Terms>
  /** Reads what a look-up has seen. Missing where every look-up is by our own reference, and so nothing is to be chosen from. */
  readSeen?(sale: HeldSale, seen: EvidenceLine): Promise<Outcome<ReadAgain>>
  /** Whether it pays a debt and nothing else, as the other side said beforehand: no token comes with it. */
  isDebtOnly?(quote: unknown): boolean
  /** What is known of a sale that an Admin confirms on the other side's word of mouth. */
  deliveredByWord(sale: HeldSale, tokens: string[]): Delivery
  /**
   * A record of the other side's as a sale of this product; null: it is one of another product. Throws a refusal when it cannot
   * be booked.
   */
  readRecord(record: unknown, known: KnownRecord): RecordedSale | null
  /** A sale as the contract shows it. */
  show(row: SaleRow): ShownSale<Name>
  /** The same for its lists, where PostgreSQL writes it; a test holds the two together. */
  listed: ListedSales<ShownSale<Name>>
}

/** What the comparison knows of a record, and who has it. */
export interface KnownRecord {
  subject: string
  day: Day
  holder: string
}

export interface ListedSales<Row> {
  row: Codec<Row>
  columns: ShownColumns<Row>
  /** What its table does not show: a search does not look there. A whole reference still finds its sale. */
  unshown: readonly Unshown[]
}

/** Everything that is sold. */
export type Products = { [Name in ProductName]: Product<Name> }

export const listProducts = (products: Products): Product[] => Object.values(products)

/** What is ordered from that side. */
export const findProductsAt = (products: Products, otherSide: OtherSide): ProductName[] =>
  listProducts(products).flatMap((product) => (product.otherSide === otherSide ? [product.name] : []))

/** SQL that tells the products apart; `tell` answers with SQL. */
export const caseByProduct = (products: Products, tell: (product: Product) => string): string =>
  `case product ${listProducts(products)
    .map((product) => `when '${product.name}' then ${tell(product)}`)
    .join(' ')} end`
