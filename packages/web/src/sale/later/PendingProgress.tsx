// Live progress of a sale whose end is not known: what is being done, for how long, and that the money is held and not
// spent. Twenty dots keep the place of the token, so that nothing jumps when it arrives. If the money comes back
// instead, that is shown here too.
import { type Bututs, formatGmd, formatTime, isContradicted, type OpenSale } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { capitalize } from '../../lib/later/capitalize.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ProductFacts } from '../product.ts'
import { describeProgress, writeOrdinal } from '../open-sale-texts.ts'

interface PendingProgressProps
  extends Pick<OpenSale, 'state' | 'asked' | 'since' | 'reason' | 'ordered' | 'seen'> {
  product: ProductFacts
  who: string
  tendered: Bututs
  /** What the customer is to get, where it is known. */
  stake?: string | undefined
  /** The server's message, which may name the cause. */
  told?: string | undefined
  /** Why the money came back; null until the end is known. */
  released?: string | null
}

export function PendingProgress(props: PendingProgressProps) {
  const { product, since, released = null } = props
  return (
    <>
      <section
        aria-label="Progress"
        className="rounded-lg border border-dashed border-line-strong px-5 py-4.5"
      >
        <div className="flex items-start gap-3.5">
          <Icon name={chooseIcon(props)} className="size-7! text-primary-text [stroke-width:1.3]" />
          {/* The same element from the first text to the last, so that a screen reader announces each change. */}
          <div aria-live="polite" className="min-w-0 flex-1">
            <p className="text-xl font-semibold tracking-[-0.01em]">
              {released === null ? describeProgress(props, product.otherSide) : product.nothingSold}
            </p>
            <p className="text-ink-2">{describeStake(props)}</p>
          </div>
          {released === null && <Waiting since={since} />}
        </div>
        {product.hasToken && released === null && (
          <p aria-hidden="true" className={DOTS}>
            {[1, 2, 3, 4, 5].map((block) => (
              <span key={block}>••••</span>
            ))}
          </p>
        )}
      </section>
      <Trail {...props} isReleased={released !== null} />
      <MoneyNotice {...props} />
    </>
  )
}

function chooseIcon({ released = null, state }: PendingProgressProps) {
  if (released !== null) return 'info'
  return state === 'manual' ? 'clock' : 'spinner'
}

/** The customer, and what they are to get. */
function describeStake({ who, tendered, stake, released = null }: PendingProgressProps): string {
  const end = released === null ? (stake ?? formatGmd(tendered)) : `${formatGmd(tendered)} is back`
  return [who, end].filter(Boolean).join(', ')
}

const TICK_MS = 1000

function Waiting({ since }: { since: Date }) {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="text-lg leading-7 text-ink-2">
      <span className="sr-only">Waiting for </span>
      {formatWait(since, time)}
    </p>
  )
}

function MoneyNotice(props: PendingProgressProps) {
  const { product, tendered, state, told, released = null } = props
  const { result } = product
  if (released !== null)
    return (
      <Notice tone="ok" title={`${formatGmd(tendered)} is back. It may be sold again.`}>
        {released}
      </Notice>
    )
  return (
    <Notice tone="info" title={`${formatGmd(tendered)} is held, not spent. Do not sell it again.`}>
      {state === 'manual'
        ? `${explainManual(props)}: with ${result}, or with the money back.`
        : `${told ?? `The server keeps asking how it ended: with ${result}, or with the money back. After a day an Admin decides.`} Ask the customer to wait or to come back; the sale stays under Open sales.`}
    </Notice>
  )
}

/** Why an Admin decides. */
function explainManual({ product, reason, ordered, seen }: PendingProgressProps): string {
  if (ordered === undefined || seen === undefined || !isContradicted({ ordered, seen }))
    return 'The server could not find out what happened to it. An Admin decides'
  const [amount, wanted] = [seen.length === 1 ? seen[0]?.amount : null, ordered.amount]
  const isOther = typeof amount === 'number' && typeof wanted === 'number' && amount !== wanted
  const amounts = isOther ? ` (${formatGmd(amount)} instead of ${formatGmd(wanted)})` : ''
  return `${capitalize(product.otherSide)} has this sale, but not as it was ordered: ${reason}${amounts}. An Admin decides now`
}

const DOTS =
  'mt-3.5 flex justify-between rounded bg-sunken px-3.5 py-3 font-mono text-[clamp(1.1875rem,5.35vw,1.875rem)] leading-[1.2] font-semibold tracking-[0.01em] text-line-strong'

interface Happening {
  at: Date
  text: string
}

interface TrailProps extends Pick<OpenSale, 'asked' | 'state' | 'since'> {
  product: ProductFacts
  isReleased: boolean
}

/** What this page has seen; everything before that is summed up in one line. */
function Trail({ product, asked, state, since, isReleased }: TrailProps) {
  const [seen, setSeen] = useState<readonly Happening[]>([])
  const [lastAsked, setLastAsked] = useState(0)
  const [isTold, setTold] = useState(false)
  if (asked > lastAsked) {
    setLastAsked(asked)
    setSeen([...seen, { at: now(), text: describeAsking(asked) }])
  } else if (isReleased && !isTold) {
    setTold(true)
    setSeen([...seen, { at: now(), text: `Not ${product.sold}; the money is back` }])
  }
  // The list of open sales may have a better time for when it was sent.
  const all = [{ at: since, text: `Sent to ${product.otherSide}` }, ...seen]
  const isOver = state === 'manual' || isReleased
  return (
    <ol className="grid" aria-label="What happened so far">
      {all.map(({ at, text }, index) => (
        <li
          key={text}
          className={`grid min-h-7.5 grid-cols-[48px_16px_1fr] items-center gap-2.5 text-sm ${index === all.length - 1 ? 'font-semibold text-ink' : 'text-ink-2'}`}
        >
          <time dateTime={at.toISOString()} className="text-ink-3">
            {formatTime(at)}
          </time>
          <span
            aria-hidden="true"
            className={`size-2.25 justify-self-center rounded-full border-[1.5px] ${index === all.length - 1 && !isOver ? 'border-ink bg-spark' : 'border-field-line'}`}
          />
          {text}
        </li>
      ))}
    </ol>
  )
}

const describeAsking = (asked: number): string =>
  asked === 1 ? 'No answer; asked what happened to it' : `Asked a ${writeOrdinal(asked)} time`

/** `2:41` */
export function formatWait(since: Date, time: Date): string {
  const seconds = Math.max(0, Math.floor((time.getTime() - since.getTime()) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
