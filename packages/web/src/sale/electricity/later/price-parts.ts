// A payment drawn as one bar: energy, VAT, arrears, fee, always in that order. Together they are what was tendered.
import { type Bututs, bututs, formatDecimal } from '@flexpower/contract'

interface PriceLine {
  concept: string
  units: number
  price: number
  amount: Bututs
}

/** What a quote and a sale both have about their price. */
export interface Priced {
  tendered: Bututs
  vended: Bututs
  fee: Bututs
  debtPaid: Bututs
  priceLines: readonly PriceLine[]
}

export interface PricePart {
  kind: 'energy' | 'vat' | 'arrears' | 'fee'
  label: string
  amount: Bututs
}

export const isVat = ({ concept }: { concept: string }): boolean => /\bvat\b|\btax\b/i.test(concept)

/** A butut or two of rounding by the utility, which would only confuse a customer (CP-14). */
export const isRounding = ({ concept }: { concept: string }): boolean =>
  /^\s*rounding adjustment\s*$/i.test(concept)

/** `15 %`, `7.5 %` */
export const formatPercent = (percent: number): string => `${formatDecimal(percent).replace(/\.?0+$/, '')} %`

export function listParts({ vended, fee, debtPaid, priceLines }: Priced): PricePart[] {
  const vatLines = priceLines.filter(isVat)
  const vat = bututs(vatLines.reduce((sum, line) => sum + line.amount, 0))
  const rates = [...new Set(vatLines.map(({ price }) => price))]
  const parts: PricePart[] = [
    // The remainder, so that the parts add up to the butut.
    { kind: 'energy', label: 'Energy', amount: bututs(vended - vat - debtPaid) },
    { kind: 'vat', label: ['VAT', ...rates.map(formatPercent)].join(' '), amount: vat },
    { kind: 'arrears', label: `Arrears ${formatPercent(readShare(debtPaid, vended))}`, amount: debtPaid },
    { kind: 'fee', label: 'Fee', amount: fee },
  ]
  return parts.filter(({ amount }) => amount > 0)
}

/** Whole percents, because arrears are agreed in whole percents. */
const readShare = (part: Bututs, whole: Bututs): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100)

/** Dalasi per kWh before VAT: the average if the tariff has steps; null when no energy is bought. */
export function averageUnitPrice({ priceLines }: Pick<Priced, 'priceLines'>): number | null {
  const energy = priceLines.filter((line) => !isVat(line) && !isRounding(line) && line.units > 0)
  const units = energy.reduce((sum, line) => sum + line.units, 0)
  return units === 0 ? null : energy.reduce((sum, line) => sum + line.amount, 0) / 100 / units
}
