// Builds the references of sales and their receipt numbers.
import { randomInt } from 'node:crypto'
import { formatReference, REFERENCE_RANDOM } from '@flexpower/contract'
import type { SaleRow } from './product.ts'

export const createReference = (epoch: number, at: Date): string =>
  formatReference({ epoch, at, random: randomInt(REFERENCE_RANDOM) })

/** As it is printed. Sales of the first release have their own numbers. */
export const formatReceiptNumber = ({
  receipt_number: number,
  transaction_id: reference,
}: SaleRow): string => (number === null ? reference : `R-${String(number).padStart(7, '0')}`)
