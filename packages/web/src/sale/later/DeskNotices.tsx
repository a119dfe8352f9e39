// What is said above the list of a product: receipts that were not printed, and the outcomes of sales.
import type { DeskCard, SaleDesk } from '../product.ts'
import { OutcomeNotices } from './OutcomeNotices.tsx'
import { PrintDesk } from './PrintDesk.tsx'

export interface DeskNoticesProps<Sale> {
  desk: SaleDesk<Sale>
  card: DeskCard<Sale> | undefined
}

export const DeskNotices = <Sale,>({ desk, card }: DeskNoticesProps<Sale>) => (
  <>
    {card !== undefined && <PrintDesk desk={desk} printer={card.printer} />}
    <OutcomeNotices desk={desk} hasCard={card?.SaleCard !== undefined} />
  </>
)
