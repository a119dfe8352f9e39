// Receipts that were not printed, above the list, until they are printed or dismissed; and the printing of new receipts
// without a press, where this browser is set up for it.
import { useEffect } from 'react'
import { UNREACHABLE } from '../../printer/later/describe-failure.ts'
import type { Printer, SaleDesk } from '../product.ts'
import { changeKept, findKept } from './kept-sales.ts'
import { NotPrinted, PrintProblem } from './NotPrinted.tsx'
import { printAgain } from './print-sale.ts'

interface PrintDeskProps<Sale> {
  desk: SaleDesk<Sale>
  printer: Printer<Sale>
}

export function PrintDesk<Sale>({ desk, printer }: PrintDeskProps<Sale>) {
  useAutomaticPrint(desk, printer)
  const { show, unprinted } = printer
  return (
    <>
      <PrintProblem printer={printer} />
      {unprinted.map((each) => (
        <NotPrinted
          key={each.id}
          unprinted={each}
          printer={printer}
          onPrint={(way) => void printAgain(each, way).then(show, () => show(UNREACHABLE))}
        />
      ))}
    </>
  )
}

/**
 * A sale of this tab that has just ended: on the card, or announced because somebody else is being served. Its row knows
 * that it was printed, so that neither a reload nor showing it again prints a copy.
 */
function useAutomaticPrint<Sale>({ shown, outcomes }: SaleDesk<Sale>, { print }: Printer<Sale>): void {
  useEffect(() => {
    const told = outcomes.flatMap((outcome) => (outcome.kind === 'sold' ? [outcome] : []))
    for (const { sale, key } of [...(shown?.isNew ? [shown] : []), ...told]) {
      if (sale === null || key === null || findKept(key)?.isPrinted !== false) continue
      changeKept(key, { isPrinted: true })
      print(sale, 'automatic')
    }
  }, [shown, outcomes, print])
}
