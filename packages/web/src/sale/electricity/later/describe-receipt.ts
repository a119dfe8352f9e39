// The receipt of a cash power sale (CP-14): the customer and the meter, the tokens, and where the money went.
import { type ElectricitySale, formatGmd, formatUnits } from '@flexpower/contract'
import { type Block, facts, type Paper, rule } from '../../../ui/receipt/paper.ts'
import { describeSale } from '../../later/describe-sale.ts'
import type { CountedPrint } from '../../product.ts'
import { listParts } from './price-parts.ts'
import { describeTendered, listCharges, marks, titleToken } from './receipt-lines.ts'

export const describeReceipt = (sale: ElectricitySale, { copy, lastsDays }: CountedPrint): Paper =>
  describeSale({
    sale,
    copy,
    foundBy: 'meter number',
    hasToken: sale.tokens.length > 0,
    body: [
      facts([
        { label: 'Customer', value: sale.customerName, isStrong: true },
        { label: 'Address', value: sale.serviceAddress },
        { label: 'Account', value: sale.account },
        { label: 'Meter', value: sale.meter, isStrong: true },
        { label: 'Tariff', value: sale.tariff },
      ]),
      rule,
      ...listTokens(sale, lastsDays),
      rule,
      { kind: 'bar', parts: listParts(sale).map(({ kind, amount }) => ({ mark: marks[kind], amount })) },
      facts(listCharges(sale)),
      { kind: 'large', ...describeTendered(sale) },
      ...(sale.accountBalance > 0
        ? [{ kind: 'text', text: `Arrears still owed: ${formatGmd(sale.accountBalance)}` } as const]
        : []),
    ],
  })

function listTokens(sale: ElectricitySale, lastsDays: number | null): Block[] {
  const { tokens } = sale
  if (tokens.length === 0)
    return [{ kind: 'centre', text: 'This payment went to arrears. No token comes with it.' }]
  return [
    ...(tokens.length > 1
      ? [{ kind: 'centre', text: `Key in all ${tokens.length}, in this order`, isStrong: true } as const]
      : []),
    ...tokens.map((digits, index) => ({ kind: 'token', label: titleToken(sale, index), digits }) as const),
    { kind: 'large', label: 'Units', value: formatUnits(sale.units) },
    ...(lastsDays === null ? [] : [{ kind: 'text', text: describeDays(lastsDays) } as const]),
  ]
}

const describeDays = (days: number): string =>
  `About ${days === 1 ? '1 day' : `${days} days`} at this meter’s usual pace`
