// A sale as the other side has it, fact by fact.
import {
  type BookingOffer,
  describeCost,
  formatDay,
  formatGmd,
  formatTime,
  formatToken,
  type Product,
} from '@flexpower/contract'
import type { ReactNode } from 'react'

const subjectNames: Record<Product, string> = {
  electricity: 'Meter',
  airtime: 'Phone',
  postpaid: 'Account',
}

interface TheirSaleFactsProps {
  offer: Pick<BookingOffer, 'theirs' | 'reference'>
  /** Whose books it is in. */
  side: string
}

export function TheirSaleFacts({ offer: { theirs, reference }, side }: TheirSaleFactsProps) {
  const { product, tokens, units } = theirs
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [product === 'airtime' ? 'Operator' : 'Customer', theirs.customerName || 'Not shown'],
    [subjectNames[product], theirs.subject],
    ['Sold', `${formatDay(theirs.at)}, ${formatTime(theirs.at)}`],
    [product === 'airtime' ? 'Phone received' : 'Received', formatGmd(theirs.amount)],
    ...(units === null ? [] : [['Units', `${units.toFixed(2)} kWh`] as const]),
    ...tokens.map(
      (token, at) => [tokens.length > 1 ? `Token ${at + 1}` : 'Token', formatToken(token)] as const,
    ),
    ...(theirs.cost === null ? [] : [['Cost', describeCost(theirs.cost) || 'Not shown'] as const]),
    ['Their number', theirs.transactionId],
    ['Reference here', reference ?? 'A new one'],
  ]
  return (
    <section aria-label={`What ${side} has`} className="rounded border border-line bg-sunken px-4 py-3">
      <h3 className="mb-2 font-semibold">What {side} has</h3>
      <dl className="grid gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-2">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
