// What is shown and asked before OK, while the input can still be changed: that the float is too small for the sale,
// and whether to sell the same again within the hour.
import { type Bututs, formatGmd } from '@flexpower/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { ownFloat } from '../../floats/float-view.ts'
import { now } from '../../lib/clock.ts'
import { Link } from '../../router/hooks.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { KnownFloat } from '../product.ts'
import { useFocusAt, useIsLong } from './SaleSteps.tsx'

interface BeforeOkProps {
  isSelling: boolean
  children: ReactNode
}

/**
 * What must be read before OK is pressed: at the top of the modal, and scrolled into view on any screen. After OK it is
 * out of date, but it keeps its place until the wait is shown, so that a quick sale moves nothing.
 */
export function BeforeOk({ isSelling, children }: BeforeOkProps) {
  const isLong = useIsLong(isSelling)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which is not a clean-up function.
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  if (isLong) return null
  return (
    <div ref={place} className={`${isSelling ? 'invisible ' : ''}grid scroll-mt-5 gap-3 empty:hidden`}>
      {children}
    </div>
  )
}

export const isBeyondFloat = (amount: Bututs, float: KnownFloat): float is Bututs =>
  typeof float === 'number' && amount > float

interface FloatProps {
  amount: Bututs
  float: KnownFloat
}

/** Under the amount, while it is typed. */
export const floatHint = ({ amount, float }: FloatProps) =>
  isBeyondFloat(amount, float) && (
    <span className="text-warning">More than your float of {formatGmd(float)}.</span>
  )

interface FloatNoticeProps extends FloatProps {
  /** When the fields are locked: the button that goes back to them. */
  onChange?: () => void
}

export const FloatNotice = ({ amount, float, onChange }: FloatNoticeProps) =>
  isBeyondFloat(amount, float) && (
    <div className="notice-stacked">
      <Notice
        tone="danger"
        title={`Your float of ${formatGmd(float)} is too small for ${formatGmd(amount)}`}
        action={onChange && <ChangeFirst onChange={onChange} />}
      >
        No money moved. Change the amount, or{' '}
        <Link className="link" to={ownFloat()}>
          ask for float
        </Link>
        : OK works as soon as an Admin has loaded it.
      </Notice>
    </div>
  )

/** Takes the focus, because OK is disabled. */
function ChangeFirst({ onChange }: { onChange: () => void }) {
  const place = useFocusAt<HTMLButtonElement>(true)
  return (
    <Button ref={place} icon="edit" className="ml-auto self-center" onClick={onChange}>
      Change
    </Button>
  )
}

export interface RecentSale {
  at: Date
  tendered: Bututs
}

interface AskAgainProps {
  recent: RecentSale | null
  /** What the product is sold to: `meter`. */
  subject: string
  tendered: Bututs
  isOpen: boolean
  onAnswer: (isYes: boolean) => void
}

/** The same was sold within the hour. Asked once, before the customer pays twice. */
export function AskAgain({ recent, subject, tendered, isOpen, onAnswer }: AskAgainProps) {
  if (recent === null) return null
  return (
    <ConfirmDialog
      open={isOpen}
      title={`Sell again to this ${subject}?`}
      confirmLabel="Sell again"
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      <p>
        {formatGmd(recent.tendered)} was sold to this {subject} {describeAge(recent.at, now())}. A second sale
        takes {formatGmd(tendered)} more.
      </p>
    </ConfirmDialog>
  )
}

const MINUTE_MS = 60_000

/** `just now`, `2 minutes ago` */
export function describeAge(then: Date, time: Date): string {
  const minutes = Math.floor((time.getTime() - then.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  return 'about an hour ago'
}
