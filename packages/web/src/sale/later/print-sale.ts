// Prints the receipt of a sale. The server counts the print first, so that every reprint says which copy it is. On a
// printer without a dialog the sale is remembered as not printed until the printer has confirmed it.
import { formatGmd, sales } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { isRaw, printPaper, type PrintWay } from '../../printer/later/print-paper.tsx'
import { readSettings } from '../../printer/later/settings.ts'
import type { Announcement, PrintableSale, ProductFacts } from '../product.ts'
import { products } from '../products.ts'
import { forgetUnprinted, keepProblem, keepUnprinted, type UnprintedSale } from '../unprinted.ts'

/** Null: printed. What the printer did not confirm is in the memory, with its problem. */
export async function printSale(
  { product, loadLater }: ProductFacts,
  sale: PrintableSale,
  way: PrintWay = 'pressed',
): Promise<Announcement | null> {
  const settings = await readSettings()
  const isConfirmed = isRaw(settings) && way !== 'dialog'
  // Without a printer that needs no dialog, nothing can be printed before somebody presses.
  if (way === 'automatic' && !(isConfirmed && settings.isAutomatic)) return null
  const unprinted = {
    product,
    id: sale.id,
    reference: sale.transactionId,
    what: [sale.customerName ?? sale.phone, formatGmd(sale.tendered)].join(', '),
  }
  if (isConfirmed) keepUnprinted(unprinted)
  const problem = await printPaper(settings, way, async () => {
    const [print, { describeReceipt }] = await Promise.all([
      call(sales.countPrint, { id: sale.id }),
      loadLater(),
    ])
    if (describeReceipt === undefined) throw new TypeError(`${product} has no receipt`)
    // The drawer is opened for the money of the sale, not for a copy.
    return { paper: describeReceipt(sale, print), opensDrawer: print.copy === 0 }
  })
  if (problem === null) forgetUnprinted(unprinted)
  else if (isConfirmed) keepProblem({ ...unprinted, problem })
  return isConfirmed ? null : problem
}

/** After a reload, or when somebody has looked at the printer: the sale is read again. */
export async function printAgain(
  { product, reference }: UnprintedSale,
  way?: PrintWay,
): Promise<Announcement | null> {
  const facts = products[product]
  const { sale } = await (await facts.loadSales()).readStatus(reference)
  if (sale === undefined) throw new TypeError(`${reference} has no receipt yet`)
  return printSale(facts, sale as PrintableSale, way)
}
