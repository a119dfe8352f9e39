// What a sale's modal shows once the sale has been sent, for any product: the wait and its end, or what to do when no
// answer came; and the buttons for the next step.
import { type Bututs, formatGmd, type OpenSale } from '@flexpower/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Attempt, ProductFacts, SaleDesk } from '../product.ts'
import type { Entry } from '../sale-memory.ts'
import { PendingProgress } from './PendingProgress.tsx'
import type { Step } from './use-sale.ts'

interface EntryProblemProps {
  product: ProductFacts
  attempt: Attempt
  problem: string | null
}

/** What is wrong with the input, or why the form is shown again. */
export function EntryProblem({ product, attempt, problem }: EntryProblemProps) {
  if (problem === null)
    return attempt.isRestored ? (
      <Notice tone="info" title="You were signed out before this was sent">
        {product.nothingSold} and no money moved. Compare it with the customer, then go on.
      </Notice>
    ) : null
  return (
    <Notice tone="danger" title={problem}>
      {product.nothingSold} and no money moved.
    </Notice>
  )
}

interface SaleOnItsWayProps<Sale> {
  at: Step<unknown, unknown>['at']
  isSelling: boolean
  desk: SaleDesk<Sale>
  tendered: Bututs
  /** The customer, and what they are to get. */
  who: string
  stake?: string | undefined
  /** The server's message while the sale is pending. */
  told?: string | undefined
  /** What was verified, until the sale is sent. */
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

/**
 * The awaited sale. When it leaves the list, its last state is kept until its end is known; otherwise the wait would
 * start again.
 */
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

const UnansweredNotice = ({ product, tendered }: { product: ProductFacts; tendered: Bututs }) => (
  <Notice tone="warning" title={`It is not known yet whether ${formatGmd(tendered)} was ${product.sold}`}>
    No answer reached this page. If the server has it, {formatGmd(tendered)} is held; it is spent only if{' '}
    {product.result} comes. This page asks for this very {product.action} again by itself: it cannot sell
    twice. Do not enter it again.
  </Notice>
)

/** True for a wait that is worth showing; a quick answer must not flash. */
export function useIsLong(isWaiting: boolean): boolean {
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

interface SaleFrameProps<Order, Sale> {
  title: string
  desk: SaleDesk<Sale>
  sale: { step: Step<Order, unknown>; isSelling: boolean }
  writeEntry: (order: Order) => Entry
  /** What happens when it is sold again. */
  againNote: string
  /** The buttons until the sale is sent. */
  foot: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The modal around a sale's fields: wide once they are locked. It cannot be closed while an answer is awaited. */
export function SaleFrame<Order, Sale>(props: SaleFrameProps<Order, Sale>) {
  const { title, desk, sale, onSubmit, children } = props
  const { step, isSelling } = sale
  return (
    <Modal
      open={desk.isSaleOpen}
      ahead={desk.attempt?.isAhead}
      onClose={desk.closeSale}
      title={title}
      size={step.at === 'entry' ? 'form' : 'wide'}
      dismissible={!isSelling || step.at === 'unanswered'}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
      footer={<SaleFoot {...props} />}
    >
      {children}
    </Modal>
  )
}

function SaleFoot<Order, Sale>({ desk, sale, writeEntry, againNote, foot }: SaleFrameProps<Order, Sale>) {
  const { step, isSelling } = sale
  const next = useFocusAt<HTMLButtonElement>(step.at === 'unanswered' || step.at === 'released')
  if (step.at === 'pending')
    return (
      <>
        <FootNote>Stays listed under Open sales.</FootNote>
        <Button onClick={() => desk.startSale()}>Serve the next customer</Button>
      </>
    )
  if (step.at === 'released')
    return (
      <>
        <FootNote>{againNote}</FootNote>
        <Button onClick={() => desk.startSale()}>Next customer</Button>
        <Button ref={next} variant="primary" onClick={() => desk.sellAgain(writeEntry(step.order))}>
          {desk.product.again}
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
  return foot
}

export const FootNote = ({ children }: { children: string }) => (
  <p className="flex-1 text-sm text-ink-2 max-sm:basis-full">{children}</p>
)

/** The focus moves to the button for the next step. */
export function useFocusAt<Element extends HTMLElement>(isTime: boolean) {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (isTime) place.current?.focus()
  }, [isTime])
  return place
}
