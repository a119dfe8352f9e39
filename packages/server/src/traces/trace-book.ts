// The book of sales with a span around every change of a sale.
import type { Book } from '../ledger/book.ts'
import { noTraces, type Traces } from './traces.ts'

export function traceBook(book: Book, traces: Traces): Book {
  if (traces === noTraces) return book
  return {
    open: (opening) =>
      traces.span('open a sale', { reference: opening.reference, product: opening.product }, () =>
        book.open(opening),
      ),
    confirm: (confirmation) =>
      traces.span('confirm a sale', { sale: confirmation.id }, () => book.confirm(confirmation)),
    void: (voiding) => traces.span('void a sale', { sale: voiding.id }, () => book.void(voiding)),
    doubt: (doubt) => traces.span('mark a sale as unknown', { sale: doubt.id }, () => book.doubt(doubt)),
  }
}
