// What a product is at the counter: a value with everything that differs between products. Modals, open sales,
// outcomes, keys, menu and palette read it and know no product by name.
import type { Answer, Bututs, Counter, OpenSale, ProductName, sales } from '@flexpower/contract'
import type { ComponentType } from 'react'
import type { PartLoader } from '../lib/lazy-page.ts'
import type { Area } from '../paths.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { Paper } from '../ui/receipt/paper.ts'
import type { PrintWay } from '../printer/later/print-paper.tsx'
import type { UnprintedSale } from './unprinted.ts'

/** What a user enters, for any product. */
export interface Entry {
  /** The meter, the phone number or the account. */
  subject: string
  amount: string
  /** The phone to notify. Airtime has no phone other than its subject. */
  phone: string
  /** Only for airtime. */
  operator?: string
}

/** A sale as it was entered. The key identifies it on the server, so that sending it again cannot sell twice. */
export interface EnteredSale extends Entry {
  key: string
}

/** What every screen knows about every product. */
export interface ProductFacts {
  product: ProductName
  /** The name of its screen, its path and its icon. */
  title: string
  path: Record<Area, string>
  icon: IconName
  /** Whether the user at this counter may sell it. */
  isOpenTo: (counter: Counter) => boolean
  /** What it is sold to. */
  subject: string
  /** The company that has to answer. */
  otherSide: string
  /** Airtime has no customer name, only the operator's. */
  nameIsOf: 'customer' | 'operator'
  /** Whether a sale ends with a token to key in. */
  hasToken: boolean
  /** What a successful sale ends with. */
  result: string
  /** How a sentence begins when nothing was sold; a name follows the second one. */
  nothingSold: string
  nothingSoldTo: string
  /** How a sentence ends when the sale succeeded. */
  sold: string
  /** What selling it is called, and selling it again. */
  action: string
  again: string
  /** What Enter does in its form, and what a scanner reads. */
  enter: string
  scanned: string | null
  /** Its sales. Its own screen loads them at first, other screens only when one of them ends. */
  loadSales: () => Promise<ProductSales<unknown>>
  /** What is needed only after a press: loaded once, when the page has settled or at the first press. */
  loadLater: PartLoader<ReceiptParts>
}

/** A product as its own screen sells it. */
export interface ProductOnSale<Sale> extends ProductFacts {
  loadSales: () => Promise<ProductSales<Sale>>
  loadLater: PartLoader<LaterParts<Sale>>
}

/** The sales of a product on the server. */
export interface ProductSales<Sale> {
  /** Lists that show them; read again after a sale. */
  lists: readonly { path: string }[]
  readStatus: (reference: string, options?: { signal: AbortSignal }) => Promise<{ sale?: Sale | undefined }>
  // A method, so that code that has the sales of any product can describe what it read from them.
  describe(sale: Sale): Announcement
}

/** What to say about a sale that ended while nobody was looking. */
export interface Announcement {
  title: string
  text: string
}

export interface LaterParts<Sale> {
  SaleModal: ComponentType<SaleModalProps<Sale>>
  /** For a sale that has more to show than its notice. */
  SaleCard?: ComponentType<SaleCardProps<Sale>>
  describeReceipt?(sale: Sale, print: CountedPrint): Paper
}

/** As far as code that prints the sales of any product knows them. */
interface ReceiptParts {
  SaleModal: unknown
  // A method, for the same reason as `describe`.
  describeReceipt?(sale: unknown, print: CountedPrint): Paper
}

export interface SaleModalProps<Sale> {
  desk: SaleDesk<Sale>
  attempt: Attempt
  float: KnownFloat
}

export interface SaleCardProps<Sale> {
  desk: SaleDesk<Sale>
  shown: SoldSale<Sale>
  printer: Printer<Sale>
}

/** For a product with receipts. A sale that has more to show than its notice has a card, which can print it. */
export interface DeskCard<Sale> {
  SaleCard?: ComponentType<SaleCardProps<Sale>>
  printer: Printer<Sale>
}

/** Null or not read yet: nothing is checked here, and the server decides. */
export type KnownFloat = Bututs | null | undefined

/** What the server says when it counts a print; `copy` is 0 for the original. */
export type CountedPrint = Answer<typeof sales.countPrint>

/** What the sales of all products have, as far as printing needs it. */
export interface PrintableSale {
  id: number
  transactionId: string
  tendered: Bututs
  customerName?: string
  phone?: string
}

export interface Printer<Sale> {
  print: (sale: Sale, way?: PrintWay) => void
  /** Receipts that the printer did not confirm, of every product. */
  unprinted: readonly UnprintedSale[]
  /** What else went wrong. */
  problem: Announcement | null
  /** Shows a problem, or none, and what is not printed now. */
  show: (problem: Announcement | null) => void
}

/** One sale from the opening of the modal to its final answer. */
export interface Attempt {
  entered: EnteredSale
  /** Entered before this page was loaded. */
  isRestored: boolean
  /** The server was asked for it after that, and does not have it. */
  isUnsent: boolean
  /** Sent before, so its input is locked and its key may be known to the server. */
  isSent: boolean
  /** Prepared for the next customer: its modal is drawn, but not open yet. */
  isAhead: boolean
}

export interface SoldSale<Sale> {
  sale: Sale
  /** Known only right after the sale. */
  phone: string
  isNew: boolean
  /** Null: not sold by this tab, or chosen in the list. */
  key: string | null
}

export type SaleResult<Sale> =
  | {
      kind: 'sold'
      product: ProductName
      reference: string
      announcement: Announcement
      /** Null: it belongs to another screen, which shows it. */
      sale: Sale | null
    }
  /** Nothing was sold and the money is back. The sale is as last seen, if this page has seen it. */
  | { kind: 'released'; product: ProductName; reference: string; message: string; seen: OpenSale | null }

/** An end as it is told above the list, with the key of the sale if this tab has it. */
export type SaleOutcome<Sale> = { key: string | null } & (
  | { kind: 'refused'; product: ProductName; message: string; entry: Entry }
  | SaleResult<Sale>
)

/** The sale in the modal. */
export interface SaleInHand {
  attempt: Attempt | null
  isSaleOpen: boolean
  /** Whether the modal shows the sale with this key now, whenever it is asked. */
  isInHand: (key: string) => boolean
  /** Why the money of the sale in the modal came back; null until it does. */
  released: string | null
  startSale: (subject?: string) => void
  /** A new sale with a new key, with the same input as an earlier one. */
  sellAgain: (entry: Entry) => void
  /** Opens a sale that this browser has kept, with its key. */
  reopenSale: (entered: EnteredSale, known: Partial<Attempt>) => void
  closeSale: () => void
}

/** The sale that is shown after it was made, or because somebody chose it in the list. */
export interface SaleOnCard<Sale> {
  shown: SoldSale<Sale> | null
  isCardOpen: boolean
  show: (shown: SoldSale<Sale>) => void
  closeCard: () => void
}

/** Everything that happens at the counter of one product. */
export interface SaleDesk<Sale> extends SaleInHand, SaleOnCard<Sale> {
  product: ProductFacts
  openSales: readonly OpenSale[]
  /** When the open sales were read, in milliseconds; 0: not yet. */
  openSalesAt: number
  outcomes: readonly SaleOutcome<Sale>[]
  dismiss: (outcome: SaleOutcome<Sale>) => void
  /** Each shows an end where the user looks: in the modal, on the card or as a notice. True: not as a notice. */
  sold: (sale: Sale, entered: EnteredSale) => boolean
  ended: (end: SaleResult<Sale>, entered: EnteredSale | null) => boolean
  refused: (message: string, entered: EnteredSale, itsProduct?: ProductName) => void
  /** Reads the float again: somebody may have loaded some, or sold elsewhere. */
  readFloat: () => void
  /** Reads everything again that a sale changes: lists, figures, open sales. */
  refresh: () => void
}
