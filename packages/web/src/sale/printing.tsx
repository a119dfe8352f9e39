// Prints receipts, and knows those that were not confirmed. How that is done is loaded later.
import { useCallback, useState } from 'react'
import { partLoader } from '../lib/lazy-page.ts'
import type { PrintWay } from '../printer/later/print-paper.tsx'
import type { Announcement, PrintableSale, Printer, ProductFacts } from './product.ts'
import { listUnprinted } from './unprinted.ts'

/** What the desk of every product may need after its first moments. */
export const loadParts = partLoader(() => import('./later/desk-parts.ts'))

const readPrints = (problem: Announcement | null) => ({ problem, unprinted: listUnprinted() })

export function usePrinter<Sale extends PrintableSale>(product: ProductFacts): Printer<Sale> {
  const [prints, setPrints] = useState(() => readPrints(null))
  const show = useCallback((problem: Announcement | null) => setPrints(readPrints(problem)), [])
  const print = useCallback(
    (sale: Sale, way?: PrintWay) => {
      void loadParts()
        .then(({ printSale }) => printSale(product, sale, way))
        .then(show, () => show({ title: 'Not printed', text: 'Try again in a moment.' }))
    },
    [product, show],
  )
  return { ...prints, show, print }
}
