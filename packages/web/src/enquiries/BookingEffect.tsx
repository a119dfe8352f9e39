// What booking the sale would do, before it is done: fee, commission, and the float before and after.
import { type BookingOffer, bututs, formatGmd } from '@flexpower/contract'
import { Notice } from '../ui/Notice.tsx'

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
