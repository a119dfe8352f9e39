// What the files of every product have in common: the columns of the table, with plain numbers that a spreadsheet adds up.
import { toDalasi } from '@flexpower/contract'
import { momentValue } from '../list/columns.tsx'
import type { Sold } from './sold-columns.tsx'

export const soldValues = {
  at: momentValue,
  tendered: ({ tendered }: Sold) => toDalasi(tendered),
  vended: ({ vended }: Sold) => toDalasi(vended),
  cashierName: ({ cashierName }: Sold) => cashierName,
  location: ({ location }: Sold) => location,
}
