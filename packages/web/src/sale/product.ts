// What a product is at the counter: a value with everything that differs between products. Modals, open sales,
// outcomes, keys, menu and palette read it and know no product by name.
import type { Bututs, Counter, OpenSale, ProductName } from '@flexpower/contract'
import type { ComponentType } from 'react'
import type { PartLoader } from '../lib/lazy-page.ts'
import type { Area } from '../paths.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { EnteredSale, Entry, PendingSale } from './sale-memory.ts'

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
}

/** A product as its own screen sells it. */
export interface ProductOnSale<Sale> extends ProductFacts {
  loadSales: () => Promise<ProductSales<Sale>>
  /** What is needed only after a press: loaded once, when the page has settled or at the first press. */
  loadLater: PartLoader<LaterParts<Sale>>
}

/** The sales of a product on the server. */
export interface ProductSales<Sale> {
  /** Lists that show them; read again after a sale. */
  lists: readonly { path: string }[]
  readStatus: (reference: string) => Promise<{ sale?: Sale | undefined }>
  // A method, so that code that has the sales of any product can describe what it read from them.
  describe(sale: Sale): Announcement
  /** What to remember for the next sale. */
  remember?(sale: Sale, phone: string): void
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
  printReceipt?: PrintReceipt<Sale>
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

/** Null or not read yet: nothing is checked here, and the server decides. */
export type KnownFloat = Bututs | null | undefined

/** Draws a receipt into an open window and prints it; `copy` is 0 for the original. */
export type PrintReceipt<Sale> = (target: Window, sale: Sale, copy: number) => Promise<void>

export interface Printer<Sale> {
  print: (sale: Sale) => void
  /** What went wrong. */
  problem: Announcement | null
  dismiss: () => void
}

/** One sale from the opening of the modal to its final answer. */
export interface Attempt {
  entered: EnteredSale
  /** Sent before, without an answer: the same key is sent again. */
  isRepeat: boolean
  /** Was in the modal when the session ended. */
  isRestored: boolean
  /** Prepared for the next customer: its modal is drawn, but not open yet. */
  isAhead: boolean
  /** What the server has for a restored sale; null when nothing was sent. */
  pending: PendingSale | null
}

export interface SoldSale<Sale> {
  sale: Sale
  /** Known only right after the sale. */
  phone: string
  isNew: boolean
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

export type SaleOutcome<Sale> =
  | { kind: 'refused'; product: ProductName; message: string; entry: Entry }
  | SaleResult<Sale>
  | { kind: 'unanswered'; product: ProductName; entered: EnteredSale }

/** The sale in the modal. */
export interface SaleInHand {
  attempt: Attempt | null
  isSaleOpen: boolean
  /** The sale in the modal, when its end is awaited there. */
  pendingReference: string | null
  /** Why the money of the sale in the modal came back; null until it does. */
  released: string | null
  startSale: (subject?: string) => void
  /** A new sale with a new key, with the same input as an earlier one. */
  sellAgain: (entry: Entry) => void
  repeatSale: (entered: EnteredSale) => void
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
  outcomes: readonly SaleOutcome<Sale>[]
  dismiss: (outcome: SaleOutcome<Sale>) => void
  sold: (sale: Sale, phone: string) => void
  refused: (message: string, entry: Entry) => void
  /** From now on, until its answer comes, the key of this sale survives a reload. */
  sent: (entered: EnteredSale) => void
  /** Refused before anything was sold; it is not sent again. */
  unsent: (key: string) => void
  /** Reads the float again: somebody may have loaded some, or sold elsewhere. */
  readFloat: () => void
  pending: (reference: string, phone: string) => void
  unanswered: (entered: EnteredSale) => void
}
