// What the sale modal shows at each step, between the fields and the edge: the customer, the wait, or what to do when no
// answer came; and the buttons that lead on.
import { type Bututs, formatGmd, type OpenSale, saleFields } from '@flexpower/contract'
import { useEffect, useRef, useState } from 'react'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CustomerPreview } from './CustomerPreview.tsx'
import { PendingProgress } from './PendingProgress.tsx'
import type { SaleDesk } from './use-sale-desk.ts'
import { enteredOf, type Step } from './use-sale.ts'

interface SaleMiddleProps {
  step: Step
  isSelling: boolean
  desk: SaleDesk
  onChange: () => void
}

/** Between the fields and the foot: the customer, the wait and its end, or what to do when no answer came. */
export function SaleMiddle({ step, isSelling, desk, onChange }: SaleMiddleProps) {
  const sentAt = useSentAt(isSelling)
  const isLong = useIsLong(isSelling)
  const watched = useLastSeen(desk)
  if (step.at === 'entry') return null
  if (step.at === 'pending' || step.at === 'released' || isLong)
    return (
      <PendingProgress
        customerName={step.quote?.customerName ?? ''}
        units={step.quote?.units}
        tendered={step.sale[saleFields.amount]}
        state={watched?.state ?? 'sent'}
        asked={watched?.asked ?? 0}
        since={watched?.since ?? sentAt}
        released={step.at === 'released' ? desk.released : null}
      />
    )
  if (step.at === 'unanswered') return <UnansweredNotice tendered={step.sale[saleFields.amount]} />
  return <CustomerPreview quote={step.quote} isBusy={isSelling} onChange={onChange} />
}

/** The awaited sale; as it was when it leaves the list, until its end is known, or the wait would begin anew. */
function useLastSeen({ openSales, pendingReference }: SaleDesk): OpenSale | undefined {
  const [seen, setSeen] = useState<OpenSale>()
  const watched = openSales.find(({ reference }) => reference === pendingReference)
  if (watched !== undefined && watched !== seen) setSeen(watched)
  return watched ?? seen
}

function useSentAt(isSelling: boolean): Date {
  const [sentAt, setSentAt] = useState(now)
  const [wasSelling, setWasSelling] = useState(isSelling)
  if (isSelling !== wasSelling) {
    setWasSelling(isSelling)
    if (isSelling) setSentAt(now())
  }
  return sentAt
}

const UnansweredNotice = ({ tendered }: { tendered: Bututs }) => (
  <Notice tone="warning" title="Failed to add transaction">
    No answer reached this page, so it does not know whether {site.utilityName} sold. {formatGmd(tendered)}{' '}
    may be held; it is spent only if a token comes. <b className="inline! font-semibold">Try again</b> asks
    for this very sale: it cannot sell twice.
  </Notice>
)

/** A wait worth showing; a quick answer must not flash. */
function useIsLong(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLong(true), 1200)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isWaiting])
  return isLong
}

interface SaleFootProps {
  step: Step
  isVerifying: boolean
  isSelling: boolean
  desk: SaleDesk
}

export function SaleFoot({ step, isVerifying, isSelling, desk }: SaleFootProps) {
  const ok = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (step.at === 'verified' || step.at === 'unanswered' || step.at === 'released') ok.current?.focus()
  }, [step.at])
  if (step.at === 'pending')
    return (
      <>
        <FootNote>Stays in sight under Open sales.</FootNote>
        <Button onClick={() => desk.startSale()}>Serve the next customer</Button>
      </>
    )
  if (step.at === 'released')
    return (
      <>
        <FootNote>Sell again verifies the meter anew.</FootNote>
        <Button onClick={() => desk.startSale()}>Next customer</Button>
        <Button ref={ok} variant="primary" onClick={() => desk.sellAgain(enteredOf(step.sale))}>
          Sell again
        </Button>
      </>
    )
  if (step.at === 'unanswered')
    return (
      <>
        <FootNote>Sends the same sale again.</FootNote>
        <Button onClick={desk.closeSale} disabled={isSelling}>
          Close
        </Button>
        <Button ref={ok} variant="primary" type="submit" busy={isSelling}>
          Try again
        </Button>
      </>
    )
  const isVerified = step.at === 'verified'
  return (
    <>
      <FootNote>
        {isVerified
          ? `OK sells this for ${formatGmd(step.sale[saleFields.amount])}.`
          : 'Enter verifies, Esc closes'}
      </FootNote>
      <Button
        variant={isVerified ? 'secondary' : 'primary'}
        type={isVerified ? 'button' : 'submit'}
        disabled={isVerified}
        busy={isVerifying}
      >
        VERIFY
      </Button>
      <Button
        ref={ok}
        variant={isVerified ? 'primary' : 'secondary'}
        type={isVerified ? 'submit' : 'button'}
        disabled={!isVerified}
        busy={isSelling}
      >
        OK
      </Button>
    </>
  )
}

const FootNote = ({ children }: { children: string }) => (
  <p className="flex-1 text-sm text-ink-2 max-sm:basis-full">{children}</p>
)
