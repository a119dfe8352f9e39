// What a sale's modal shows once the sale is on its way, whatever is sold: the wait and its end, or what to do when no answer
// came; and the buttons that lead on.
import { type Bututs, formatGmd, type OpenSale, type Product } from '@flexpower/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { now } from '../lib/clock.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Entry } from './own-memory.ts'
import { PendingProgress } from './PendingProgress.tsx'
import { words } from './products.ts'
import type { Attempt, SaleDesk } from './use-sale-desk.ts'
import type { Step } from './use-sale.ts'

interface EntryProblemProps {
  product: Product
  attempt: Attempt
  problem: string | null
}

/** What is held against what was entered; or why it is there again. */
export function EntryProblem({ product, attempt, problem }: EntryProblemProps) {
  if (problem === null)
    return attempt.isRestored ? (
      <Notice tone="info" title="You were signed out before this was sent">
        {words[product].nothing} and no money moved. Compare it with the customer, then go on.
      </Notice>
    ) : null
  return (
    <Notice tone="danger" title={problem}>
      {words[product].nothing} and no money moved.
    </Notice>
  )
}

interface SaleOnItsWayProps<Sale> {
  at: Step<unknown, unknown>['at']
  isSelling: boolean
  desk: SaleDesk<Sale>
  tendered: Bututs
  /** For whom, and what they are to get for it. */
  who: string
  stake?: string | undefined
  /** What the server said of it while it is pending. */
  told?: string | undefined
  /** What was verified, as long as nothing has been sent. */
  children?: ReactNode
}

export function SaleOnItsWay<Sale>(props: SaleOnItsWayProps<Sale>) {
  const { at, isSelling, desk, tendered, who, stake, told } = props
  const sentAt = useSentAt(isSelling)
  const isLong = useIsLong(isSelling)
  const watched = useLastSeen(desk)
  if (at === 'pending' || at === 'released' || isLong)
    return (
      <PendingProgress
        {...(watched ?? { state: 'sent', asked: 0, since: sentAt })}
        product={desk.product}
        who={who || (watched?.customerName ?? '')}
        stake={stake}
        tendered={tendered}
        told={told}
        released={at === 'released' ? desk.released : null}
      />
    )
  return at === 'unanswered' ? (
    <UnansweredNotice product={desk.product} tendered={tendered} />
  ) : (
    props.children
  )
}

/** The awaited sale; as it was when it leaves the list, until its end is known, or the wait would begin anew. */
function useLastSeen<Sale>({ openSales, pendingReference }: SaleDesk<Sale>): OpenSale | undefined {
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

const UnansweredNotice = ({ product, tendered }: { product: Product; tendered: Bututs }) => (
  <Notice
    tone="warning"
    title={`It is not known yet whether ${formatGmd(tendered)} was ${words[product].sold}`}
  >
    No answer reached this page. If the server has it, {formatGmd(tendered)} is held; it is spent only if{' '}
    {words[product].fruit} comes. This page asks for this very {words[product].deed} again by itself: it
    cannot sell twice. Do not enter it anew.
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

interface SaleFootProps<Order, Sale> {
  step: Step<Order, unknown>
  isSelling: boolean
  desk: SaleDesk<Sale>
  entryOf: (order: Order) => Entry
  /** What happens when it is sold again. */
  againNote: string
  /** As long as nothing has been sent. */
  children: ReactNode
}

export function SaleFoot<Order, Sale>(props: SaleFootProps<Order, Sale>) {
  const { step, isSelling, desk, entryOf, againNote, children } = props
  const next = useFocusAt<HTMLButtonElement>(step.at === 'unanswered' || step.at === 'released')
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
        <FootNote>{againNote}</FootNote>
        <Button onClick={() => desk.startSale()}>Next customer</Button>
        <Button ref={next} variant="primary" onClick={() => desk.sellAgain(entryOf(step.order))}>
          {words[desk.product].again}
        </Button>
      </>
    )
  if (step.at === 'unanswered')
    return (
      <>
        <FootNote>Sends the same once more.</FootNote>
        <Button onClick={desk.closeSale}>Close</Button>
        <Button ref={next} variant="primary" type="submit" busy={isSelling}>
          Try again
        </Button>
      </>
    )
  return children
}

interface BeforeOkProps {
  isSelling: boolean
  children: ReactNode
}

/**
 * What must be read before OK is pressed: at the top of the modal, and scrolled there, whatever the screen's height. Once OK is
 * pressed it is out of date; its place is given up only when the wait is shown, so that a quick sale moves nothing.
 */
export function BeforeOk({ isSelling, children }: BeforeOkProps) {
  const isLong = useIsLong(isSelling)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  if (isLong) return null
  return (
    <div ref={place} className={`${isSelling ? 'invisible ' : ''}grid scroll-mt-5 gap-3 empty:hidden`}>
      {children}
    </div>
  )
}

export const FootNote = ({ children }: { children: string }) => (
  <p className="flex-1 text-sm text-ink-2 max-sm:basis-full">{children}</p>
)

/** The keyboard goes on from the button that leads on. */
export function useFocusAt<Element extends HTMLElement>(isTime: boolean) {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (isTime) place.current?.focus()
  }, [isTime])
  return place
}
