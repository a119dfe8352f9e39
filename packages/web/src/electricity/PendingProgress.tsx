// A sale in doubt, live: what is being done, for how long, and that the money is held and not spent. The token keeps its
// place with twenty dots, so that nothing jumps when it comes.
import { type Bututs, formatGmd, formatTime, type OpenSale } from '@flexpower/contract'
import { useState } from 'react'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useNow } from './use-now.ts'
import { formatUnits, ordinal, progressOf, stopwatch } from './words.ts'

interface PendingProgressProps extends Pick<OpenSale, 'state' | 'asked' | 'since' | 'customerName'> {
  tendered: Bututs
  units?: number | undefined
}

export function PendingProgress(props: PendingProgressProps) {
  const { state, asked, since, customerName, tendered, units } = props
  const time = useNow()
  const isManual = state === 'manual'
  return (
    <>
      <section
        aria-label="Progress"
        className="rounded-lg border border-dashed border-line-strong px-5 py-4.5"
      >
        <div className="flex items-start gap-3.5">
          <Icon
            name={isManual ? 'clock' : 'spinner'}
            className="size-7! text-primary-text [stroke-width:1.3]"
          />
          <div aria-live="polite" className="min-w-0 flex-1">
            <p className="text-xl font-semibold tracking-[-0.01em]">{progressOf(props, site.utilityName)}</p>
            <p className="text-ink-2">
              {[customerName, units === undefined ? formatGmd(tendered) : formatUnits(units)]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
          <p className="text-lg leading-7 text-ink-2">
            <span className="sr-only">Waiting for </span>
            {stopwatch(since, time)}
          </p>
        </div>
        <p aria-hidden="true" className={DOTS}>
          {[1, 2, 3, 4, 5].map((block) => (
            <span key={block}>••••</span>
          ))}
        </p>
      </section>
      <Trail asked={asked} state={state} since={since} />
      <Notice tone="info" title={`${formatGmd(tendered)} is held, not spent. Do not sell it again.`}>
        {isManual
          ? `${site.utilityName} could not say for a day. An Admin decides: with the token, or with the money back.`
          : 'This ends by itself: with the token, or with the money back. Ask the customer to wait or to come back; the sale stays under Open sales.'}
      </Notice>
    </>
  )
}

const DOTS =
  'mt-3.5 flex justify-between rounded bg-sunken px-3.5 py-3 font-mono text-[clamp(1.1875rem,5.35vw,1.875rem)] leading-[1.2] font-semibold tracking-[0.01em] text-line-strong'

interface Happening {
  at: Date
  text: string
}

/** What was seen from here; what happened before this page looked is told in one line. */
function Trail({ asked, state, since }: Pick<OpenSale, 'asked' | 'state' | 'since'>) {
  const [seen, setSeen] = useState<readonly Happening[]>(() => [
    { at: since, text: `Sent to ${site.utilityName}` },
  ])
  const [lastAsked, setLastAsked] = useState(0)
  if (asked > lastAsked) {
    setLastAsked(asked)
    setSeen([...seen, { at: now(), text: askedText(asked) }])
  }
  return (
    <ol className="grid" aria-label="What happened so far">
      {seen.map(({ at, text }, index) => (
        <li
          key={text}
          className={`grid min-h-7.5 grid-cols-[48px_16px_1fr] items-center gap-2.5 text-sm ${index === seen.length - 1 ? 'font-semibold text-ink' : 'text-ink-2'}`}
        >
          <time dateTime={at.toISOString()} className="text-ink-3">
            {formatTime(at)}
          </time>
          <span
            aria-hidden="true"
            className={`size-2.25 justify-self-center rounded-full border-[1.5px] ${index === seen.length - 1 && state !== 'manual' ? 'border-ink bg-spark' : 'border-field-line'}`}
          />
          {text}
        </li>
      ))}
    </ol>
  )
}

const askedText = (asked: number): string =>
  asked === 1 ? 'No answer; asked what became of it' : `Asked a ${ordinal(asked)} time`
