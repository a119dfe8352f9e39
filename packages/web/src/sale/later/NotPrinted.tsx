// What to do about a receipt that was not printed: above the list, and on the card of its sale.
import { ownArea } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import type { PrintWay } from '../../printer/later/print-paper.tsx'
import { Link } from '../../router/hooks.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Printer } from '../product.ts'
import { forgetUnprinted, type UnprintedSale } from '../unprinted.ts'

const UNAFFECTED = 'The sale itself is not affected.'

type Shows = Pick<Printer<never>, 'problem' | 'show'>

/** A problem after which nothing waits to be printed. */
export function PrintProblem({ printer }: { printer: Shows }) {
  if (printer.problem === null) return null
  return (
    <Notice
      tone="warning"
      title={printer.problem.title}
      action={
        <IconButton
          icon="close"
          size={16}
          label="Dismiss"
          className="-my-2"
          onClick={() => printer.show(null)}
        />
      }
    >
      {printer.problem.text} {UNAFFECTED}
    </Notice>
  )
}

interface NotPrintedProps {
  unprinted: UnprintedSale
  printer: Shows
  onPrint: (way?: PrintWay) => void
}

export function NotPrinted({ unprinted, printer, onPrint }: NotPrintedProps) {
  const { what, problem } = unprinted
  function dismiss(): void {
    forgetUnprinted(unprinted)
    printer.show(null)
  }
  return (
    <section aria-label="Not printed yet" className="notice-stacked">
      <Notice
        tone="warning"
        title={`Not printed yet: ${what}`}
        action={
          <div className="-my-1 ml-auto flex flex-none flex-wrap items-center gap-1">
            <Button icon="print" onClick={() => onPrint()}>
              Print
            </Button>
            <Button onClick={() => onPrint('dialog')}>Print with a dialog</Button>
            <IconButton icon="close" size={16} label="Dismiss" onClick={dismiss} />
          </div>
        }
      >
        {problem
          ? `${problem.title}. ${problem.text} ${UNAFFECTED} `
          : `The printer did not confirm it. If the receipt came out whole, dismiss this. ${UNAFFECTED} `}
        <PrinterLink />
      </Notice>
    </section>
  )
}

/** From a receipt to the settings of its printer. */
export const PrinterLink = () => (
  <Link className="link" to={paths[ownArea()].printer}>
    Printer
  </Link>
)

interface CardProblemProps<Sale> {
  printer: Printer<Sale>
  sale: Sale & { id: number }
}

/** What went wrong with the receipt of the sale on the card. */
export function CardProblem<Sale>({ printer, sale }: CardProblemProps<Sale>) {
  const unprinted = printer.unprinted.find(({ id }) => id === sale.id)
  return (
    <>
      <PrintProblem printer={printer} />
      {unprinted?.problem !== undefined && (
        <NotPrinted unprinted={unprinted} printer={printer} onPrint={(way) => printer.print(sale, way)} />
      )}
    </>
  )
}
