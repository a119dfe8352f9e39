// What a receipt says about money: the utility's price lines, then what it received, the fee, and what was tendered.
import { ELECTRICITY, type ElectricitySale, formatDecimal, formatGmd, formatUnits } from '@flexpower/contract'
import type { Mark, PaperLine } from '../../../ui/receipt/paper.ts'
import { formatPercent, isRounding, isVat, listParts, type PricePart } from './price-parts.ts'

/** How each part of the money looks in the bar, and beside its line. */
export const marks: Readonly<Record<PricePart['kind'], Mark>> = {
  energy: 'full',
  vat: 'dark',
  arrears: 'medium',
  fee: 'light',
}

type Charged = Pick<
  ElectricitySale,
  'priceLines' | 'debtPaid' | 'debtPercent' | 'tendered' | 'vended' | 'fee' | 'paymentMethod'
>

export function listCharges(sale: Charged): PaperLine[] {
  const priced = sale.priceLines
    .filter((line) => !isRounding(line))
    .map((line) => ({
      label: describeLine(line),
      value: formatGmd(line.amount),
      mark: marks[isVat(line) ? 'vat' : 'energy'],
    }))
  const arrears = listParts(sale)
    .filter(({ kind }) => kind === 'arrears')
    .map(({ label, amount }) => ({
      label: sale.debtPercent > 0 ? `Arrears ${formatPercent(sale.debtPercent)}` : label,
      value: formatGmd(amount),
      mark: marks.arrears,
    }))
  return [
    ...priced,
    ...arrears,
    // What is in the bar first, then what the utility received.
    { label: 'Fee', value: formatGmd(sale.fee), mark: marks.fee },
    { label: 'Vend Amount', value: formatGmd(sale.vended) },
  ]
}

/**
 * For VAT the price is a percentage; for energy it is dalasi per kWh. The units are rounded to what is shown, so a sign of
 * multiplication between the two would be wrong by some bututs.
 */
function describeLine(line: ElectricitySale['priceLines'][number]): string {
  if (isVat(line)) return `VAT ${formatPercent(line.price)}`
  return line.units > 0
    ? `${line.concept} ${formatUnits(line.units)} at ${formatDecimal(line.price)}`
    : line.concept
}

export const describeTendered = ({ tendered, paymentMethod }: Charged): PaperLine => ({
  label: /^cash$/i.test(paymentMethod) ? 'Tendered, cash' : 'Tendered',
  value: formatGmd(tendered),
})

/** What a token is. A sale from before names were stored has its key change first and its credit last. */
export function nameToken({ tokens, tokenNames }: Named, index: number): string {
  const last = tokens.length - 1
  return tokenNames[index] ?? (index === last ? ELECTRICITY : `Key change ${index + 1} of ${last}`)
}

type Named = Pick<ElectricitySale, 'tokens' | 'tokenNames'>

/** The heading of each token: its place and what it is. A single credit token has no place. */
export const titleToken = (sale: Named, index: number): string =>
  sale.tokens.length > 1
    ? `${index + 1} of ${sale.tokens.length}, ${nameToken(sale, index)}`
    : (sale.tokenNames[0] ?? 'Token')
