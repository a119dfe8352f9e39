// What a product is to the counter: a value with everything that differs between the things that are sold. Modals, open sales,
// outcomes, keys, menu and palette read it and know no product by name.
import type { Bututs, Counter, OpenSale, ProductName } from '@flexpower/contract'
import type { ComponentType } from 'react'
import type { Area } from '../paths.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { EnteredSale, Entry, PendingSale } from './sale-memory.ts'

/** What every screen knows of every product. */
export interface ProductFacts {
  product: ProductName
  /** The name of its screen, where that is, and its icon. */
  title: string
  path: Record<Area, string>
  icon: IconName
  /** Whether the person at this counter may sell it. */
  isOpenTo: (counter: Counter) => boolean
  /** What it is sold to. */
  subject: string
  /** Who has to answer. */
  otherSide: string
  /** Airtime has no customer's name, only the operator's. */
  nameIsOf: 'customer' | 'operator'
  /** Whether a sale ends with a token to key in. */
  hasToken: boolean
  /** What a sale ends with when all went well. */
  result: string
  /** How a sentence begins when nothing was sold; a name follows the second. */
  nothingSold: string
  nothingSoldTo: string
  /** How a sentence ends when it went well. */
  sold: string
  /** What selling it is called, and doing so once more. */
  action: string
  again: string
  /** What Enter does in its form, and what a scanner reads. */
  enter: string
  scanned: string | null
  /** Its sales, as its own screen has them at first and other screens only when one of them ends. */
  loadSales: () => Promise<ProductSales<unknown>>
}

/** A product as its own screen sells it. */
export interface ProductOnSale<Sale> extends ProductFacts {
  loadSales: () => Promise<ProductSales<Sale>>
  /** What is needed only after a press: fetched once, when the page has settled or at the first press. */
  loadLater: () => Promise<LaterParts<Sale>>
}

/** The sales of a product on the server. */
export interface ProductSales<Sale> {
  /** Lists that show them: read again when one was made. */
  lists: readonly { path: string }[]
  readStatus: (reference: string) => Promise<{ sale?: Sale | undefined }>
  // A method: whoever has the sales of any product can still describe what it read from them.
  describe(sale: Sale): Announcement
  /** What to keep for the next time. */
  remember?(sale: Sale, phone: string): void
}

/** What there is to say of a sale that ended while nobody looked. */
export interface Announcement {
  title: string
  text: string
}

export interface LaterParts<Sale> {
  SaleModal: ComponentType<SaleModalProps<Sale>>
  /** Where a sale has more to show than a notice says. */
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

/** Null or not read yet: nothing is held against the sale here, and the server decides. */
export type KnownFloat = Bututs | null | undefined

/** Draws a receipt into an open window and prints it; `copy` is 0 for the original. */
export type PrintReceipt<Sale> = (target: Window, sale: Sale, copy: number) => Promise<void>

export interface Printer<Sale> {
  print: (sale: Sale) => void
  /** What did not work. */
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
  /** What the server has of a restored sale; null when nothing was sent. */
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
      /** Null: it is another screen's, which shows it. */
      sale: Sale | null
    }
  /** Nothing was sold and the money is back; the sale as it was seen last, when this page has seen it. */
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
  /** Why the money of the sale in the modal came back; null as long as it has not. */
  released: string | null
  startSale: (subject?: string) => void
  /** A new sale, with a key of its own, of what was entered once before. */
  sellAgain: (entry: Entry) => void
  repeatSale: (entered: EnteredSale) => void
  closeSale: () => void
}

/** The sale that is shown after it was made, or because somebody chose it from the list. */
export interface SaleOnCard<Sale> {
  shown: SoldSale<Sale> | null
  isCardOpen: boolean
  show: (shown: SoldSale<Sale>) => void
  closeCard: () => void
}

/** Everything that goes on at the counter of one product. */
export interface SaleDesk<Sale> extends SaleInHand, SaleOnCard<Sale> {
  product: ProductFacts
  openSales: readonly OpenSale[]
  outcomes: readonly SaleOutcome<Sale>[]
  dismiss: (outcome: SaleOutcome<Sale>) => void
  sold: (sale: Sale, phone: string) => void
  refused: (message: string, entry: Entry) => void
  /** From now on, until its answer comes, the key of this sale survives a reload. */
  sent: (entered: EnteredSale) => void
  /** Refused before anything was sold, and not to be asked for again. */
  unsent: (key: string) => void
  /** Reads the float again: somebody may have loaded some, or sold elsewhere. */
  readFloat: () => void
  pending: (reference: string, phone: string) => void
  unanswered: (entered: EnteredSale) => void
}
