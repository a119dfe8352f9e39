// A sale as the other side has it, and what booking it changes here.
import {
  type BookingOffer,
  bututs,
  describeCost,
  formatDay,
  formatGmd,
  formatTime,
  formatToken,
  formatUnits,
  type ProductName,
} from '@flexpower/contract'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

const labels: Record<ProductName, { name: string; subject: string; received: string }> = {
  electricity: { name: 'Customer', subject: 'Meter', received: 'Received' },
  airtime: { name: 'Operator', subject: 'Phone', received: 'Phone received' },
  postpaid: { name: 'Customer', subject: 'Account', received: 'Received' },
}

interface TheirSaleFactsProps {
  offer: Pick<BookingOffer, 'theirs' | 'reference'>
  /** The side whose books have the sale. */
  side: string
}

export function TheirSaleFacts({ offer: { theirs, reference }, side }: TheirSaleFactsProps) {
  const { product, tokens, units } = theirs
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [labels[product].name, theirs.customerName || 'Not shown'],
    [labels[product].subject, theirs.subject],
    ['Sold', `${formatDay(theirs.at)}, ${formatTime(theirs.at)}`],
    [labels[product].received, formatGmd(theirs.amount)],
    ...(units === null ? [] : [['Units', formatUnits(units)] as const]),
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

/** What booking the sale would do: fee, commission, and the float before and after. */
interface BookingEffectProps {
  /** Null: not everything is chosen yet. */
  offer: BookingOffer | null
  isOnTheHouse: boolean
}

export function BookingEffect({ offer, isOnTheHouse }: BookingEffectProps) {
  const fee = offer?.fee ?? null
  return (
    <div aria-live="polite" className="grid gap-3">
      {offer?.isFeeOutsideBands && fee !== null && (
        <Notice
          tone="warning"
          title={`No fee band gives a fee of ${formatGmd(fee)} for this amount. A second Admin must confirm it.`}
        >
          Nothing moves until then.
        </Notice>
      )}
      <p className="min-h-16 rounded border border-line bg-sunken px-4 py-3 text-ink-2">
        {offer === null || fee === null ? (
          'Choose a cashier and an amount to see the effect.'
        ) : (
          <>
            The fee is {formatGmd(fee)}.{' '}
            {isOnTheHouse ? 'No float changes: the house pays.' : <FloatChange offer={offer} />}
          </>
        )}
      </p>
      {offer?.needsSecondAdmin && !offer.isFeeOutsideBands && (
        <Notice tone="info" title="A second Admin must confirm this amount">
          Nothing moves until then.
        </Notice>
      )}
    </div>
  )
}

function FloatChange({ offer: { float, tendered, commission } }: { offer: BookingOffer }) {
  if (float === null || tendered === null) return null
  const { name, before, after } = float
  if (after < 0)
    return (
      <b className="font-semibold text-danger">
        The float of {name}, {formatGmd(before)}, does not cover {formatGmd(tendered)}. Load credit first, or
        book it on the house’s account.
      </b>
    )
  return (
    <>
      {name} has {formatGmd(before)} now and{' '}
      <b className="font-semibold whitespace-nowrap text-ink">{formatGmd(after)}</b> after
      {(commission ?? 0) > 0 && `, with a commission of ${formatGmd(commission ?? bututs(0))}`}.
    </>
  )
}
