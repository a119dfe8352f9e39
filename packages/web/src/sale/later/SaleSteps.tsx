// What a sale's modal shows once the sale has been sent, for any product: the wait and its end, or what to do when no
// answer came; and the buttons for the next step.
import { type Bututs, formatGmd, type OpenSale } from '@flexpower/contract'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOnline } from '../../api/hooks/use-online.ts'
import { now } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Attempt, Entry, ProductFacts, SaleDesk } from '../product.ts'
import { GuideNote } from './Guide.tsx'
import { useNewSaleKey, useOpeningKey } from './modal-keys.ts'
import { Paused } from './Paused.tsx'
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
    return (
      <>
        <Paused of={product} />
        {/* Without an amount it comes from a receipt, to be sold again. */}
        {attempt.isRestored && attempt.entered.amount !== '' && <RestoredNotice {...{ product, attempt }} />}
      </>
    )
  return <Problem product={product} problem={problem} />
}

const RestoredNotice = ({ product, attempt }: Pick<EntryProblemProps, 'product' | 'attempt'>) =>
  attempt.isUnsent ? (
    <Notice tone="info" title="This was entered before, and not sent">
      {product.nothingSold} and no money moved. Compare it with the customer, then go on.
    </Notice>
  ) : (
    <Notice tone="warning" title="This was entered before">
      The server could not be asked yet whether it has this {product.action}. It is asked again by itself, and
      sells it once.
    </Notice>
  )

/** Some of the server's sentences say themselves that no money moved. */
const Problem = ({ product, problem }: { product: ProductFacts; problem: string }) => (
  <Notice tone="danger" title={problem}>
    {problem.includes(NOT_MOVED) ? undefined : `${product.nothingSold} and ${NOT_MOVED}.`}
  </Notice>
)

const NOT_MOVED = 'no money moved'

/** What the modal needs to know about its sale. */
interface SaleState<Order> {
  step: Step<Order, unknown>
  isSelling: boolean
  /** The request may have left. */
  isSent: boolean
  isUnheard: boolean
  problem: string | null
  reference: string | null
}

interface SaleOnItsWayProps<Sale> {
  sale: SaleState<unknown>
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
  const { desk, tendered, who, stake, told } = props
  const { step, isSelling, isSent, isUnheard, reference } = props.sale
  const { at } = step
  const sentAt = useSentAt(isSelling)
  const isLong = useIsLong(isSelling)
  const isOnline = useOnline()
  const watched = useLastSeen(desk, reference)
  switch (chooseView({ at, isSent, isLong, isUnheard, isOnline })) {
    case 'progress':
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
    case 'unanswered':
      return <UnansweredNotice product={desk.product} tendered={tendered} isUnheard={isUnheard} />
    case 'sending':
      return (
        <>
          <SendingNotice product={desk.product} tendered={tendered} />
          {props.children}
        </>
      )
    case 'before':
      return props.children
  }
}

interface Way {
  at: Step<unknown, unknown>['at']
  isSent: boolean
  isLong: boolean
  isUnheard: boolean
  isOnline: boolean
}

/** That money is held is said only once the server has given the sale a reference: the request may never have arrived. */
export function chooseView({ at, isSent, isLong, isUnheard, isOnline }: Way) {
  if (at === 'pending' || at === 'released') return 'progress'
  if (at === 'unanswered' || isUnheard) return 'unanswered'
  if (!isSent || !isLong) return 'before'
  return isOnline ? 'sending' : 'unanswered'
}

/**
 * The awaited sale. When it leaves the list, its last state is kept until its end is known; otherwise the wait would
 * start again.
 */
function useLastSeen<Sale>({ openSales }: SaleDesk<Sale>, awaited: string | null): OpenSale | undefined {
  const [seen, setSeen] = useState<OpenSale>()
  const watched = openSales.find(({ reference }) => reference === awaited)
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

interface UnansweredNoticeProps {
  product: ProductFacts
  tendered: Bututs
  isUnheard: boolean
}

const UnansweredNotice = ({ product, tendered, isUnheard }: UnansweredNoticeProps) =>
  isUnheard ? (
    <Notice tone="warning" title={`The server does not have this ${product.action}`}>
      {product.nothingSold} as far as it knows. If the customer is still here, send it: the server takes this
      very {product.action} once, even if the first request is still on its way.
    </Notice>
  ) : (
    <Notice tone="warning" title={`It is not known yet whether ${formatGmd(tendered)} was ${product.sold}`}>
      No answer reached this page. If the server has it, {formatGmd(tendered)} is held; it is spent only if{' '}
      {product.result} comes. This page asks for this very {product.action} again by itself: it cannot sell
      twice. Do not enter it again.
    </Notice>
  )

const SendingNotice = ({ product, tendered }: Omit<UnansweredNoticeProps, 'isUnheard'>) => (
  <Notice tone="info" title={`Sending ${formatGmd(tendered)} …`}>
    It is not known yet whether the server has this {product.action}. If it has, {formatGmd(tendered)} is
    held, and spent only if {product.result} comes. This page finds out by itself; do not enter it again.
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
  sale: SaleState<Order>
  writeEntry: (order: Order) => Entry
  /** What happens when it is sold again. */
  againNote: string
  /** The buttons until the sale is sent. */
  foot: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/**
 * The modal around a sale's fields: wide once they are locked. While a quick answer is likely it cannot be closed. After
 * that the sale can be left: it goes on among the open sales, and the next customer is served.
 */
export function SaleFrame<Order, Sale>(props: SaleFrameProps<Order, Sale>) {
  const { title, desk, sale, onSubmit, children } = props
  const { step, isSelling, problem } = sale
  const isWaiting = useIsLong(isSelling) || step.at === 'pending'
  useNewSaleKey(desk.isSaleOpen && isWaiting, desk.startSale)
  useOpeningKey(desk.isSaleOpen)
  return (
    <Modal
      open={desk.isSaleOpen}
      ahead={desk.attempt?.isAhead}
      onClose={desk.closeSale}
      title={title}
      size={step.at === 'entry' ? 'form' : 'wide'}
      dismissible={!isSelling || isWaiting || step.at === 'unanswered'}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
      footer={<SaleFoot {...props} isWaiting={isWaiting} />}
    >
      {desk.isSaleOpen && desk.product.hasToken && (step.at === 'entry' || step.at === 'verified') && (
        <GuideNote at={step.at === 'entry' ? 2 : 3} />
      )}
      {step.at === 'verified' && problem !== null && <Problem product={desk.product} problem={problem} />}
      {children}
    </Modal>
  )
}

interface SaleFootProps<Order, Sale> extends SaleFrameProps<Order, Sale> {
  isWaiting: boolean
}

function SaleFoot<Order, Sale>(props: SaleFootProps<Order, Sale>) {
  const { desk, sale, writeEntry, againNote, foot, isWaiting } = props
  const { step, isSelling, isUnheard } = sale
  const next = useFocusAt<HTMLButtonElement>(step.at === 'unanswered' || step.at === 'released')
  const serveNext = (
    <Button onClick={() => desk.startSale()}>
      Next customer {isWaiting && <kbd className="max-sm:hidden">N</kbd>}
    </Button>
  )
  if (step.at === 'pending')
    return (
      <>
        <FootNote>Stays listed under Open sales.</FootNote>
        {serveNext}
      </>
    )
  if (step.at === 'released')
    return (
      <>
        <FootNote>{againNote}</FootNote>
        {serveNext}
        <Button ref={next} variant="primary" onClick={() => desk.sellAgain(writeEntry(step.order))}>
          {desk.product.again}
        </Button>
      </>
    )
  if (step.at === 'unanswered')
    return (
      <>
        <FootNote>
          {isUnheard ? 'It is sold once, even if you send it again.' : 'Asks again what became of it.'}
        </FootNote>
        {serveNext}
        <Button ref={next} variant="primary" type="submit" busy={isSelling}>
          {isUnheard ? 'Send it now' : 'Try again'}
        </Button>
      </>
    )
  return (
    <>
      {foot}
      {isWaiting && serveNext}
    </>
  )
}

export const FootNote = ({ children }: { children: string }) => (
  <p className="flex-1 text-sm text-ink-2 max-sm:basis-full">{children}</p>
)

/** The focus moves to the button for the next step, before it is painted: it is not taken from whoever acts at once. */
export function useFocusAt<Element extends HTMLElement>(isTime: boolean) {
  const place = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isTime) place.current?.focus()
  }, [isTime])
  return place
}
