// Sales whose end is not known yet, of every product, as the server lists them. What this browser knows about its own
// ones is in later/.
import { type OpenSale, sales } from '@flexpower/contract'
import { describeCall, useCall } from '../api/hooks/use-call.ts'

export const WATCHING_MS = 1500
const IDLE_MS = 30_000
/** After that the server counts as away. */
export const SILENT_MS = 8000

const OPEN_MOST = { limit: 200 }
export const openSalesReading = describeCall(sales.open.window, OPEN_MOST)

export function useOpenSales(): { openSales: readonly OpenSale[]; openSalesAt: number } {
  const { data, dataUpdatedAt } = useCall(sales.open.window, OPEN_MOST, {
    pollMs: (latest) => (latest?.total ? WATCHING_MS : IDLE_MS),
    longestMs: SILENT_MS,
  })
  return { openSales: data?.rows ?? NONE, openSalesAt: dataUpdatedAt }
}

const NONE: readonly OpenSale[] = []
