// Builds the references of sales, the codes of their receipts, and receipt numbers.
import { randomInt } from 'node:crypto'
import { buildReceiptCode, formatReference, RECEIPT_CODE_RANDOM, REFERENCE_RANDOM } from '@flexpower/contract'
import type { SaleRow } from './product.ts'

export const createReference = (epoch: number, at: Date): string =>
  formatReference({ epoch, at, random: randomInt(REFERENCE_RANDOM) })

/** Nothing in it tells anything about the sale: whoever has the code has the receipt. */
export const createReceiptCode = (): string =>
  buildReceiptCode([randomInt(RECEIPT_CODE_RANDOM), randomInt(RECEIPT_CODE_RANDOM)])

/** As it is printed. Sales of the first release have their own numbers. */
export const formatReceiptNumber = ({
  receipt_number: number,
  transaction_id: reference,
}: SaleRow): string => (number === null ? reference : `R-${String(number).padStart(7, '0')}`)
