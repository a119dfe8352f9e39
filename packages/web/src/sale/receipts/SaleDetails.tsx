// One sale from its opening to what became of it: facts, every step that was recorded, and what can be done with it now.
import {
  buildReceiptUrl,
  CallRefused,
  formatGmd,
  formatReceiptCode,
  formatToken,
  formatUnits,
  receipts,
  type SaleStory,
} from '@flexpower/contract'
import { type ReactNode, useState } from 'react'
import { newKey } from '../../api/hooks/new-key.ts'
import { useCall, useRefresh } from '../../api/hooks/use-call.ts'
import { ownArea } from '../../api/session.ts'
import { site } from '../../api/site.ts'
import { momentText } from '../../history/act-words.ts'
import { capitalize } from '../../lib/later/capitalize.ts'
import { paths, tillSession } from '../../paths.ts'
import { UNREACHABLE } from '../../printer/later/describe-failure.ts'
import { Link, useNavigate } from '../../router/hooks.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PrintProblem } from '../later/NotPrinted.tsx'
import { loadParts } from '../printing.tsx'
import type { Announcement, Entry, ProductFacts } from '../product.ts'
import { products } from '../products.ts'
import { keepTyped } from '../later/kept-sales.ts'
import { enterAgain } from './enter-again.ts'
import { SendAgain } from './SendAgain.tsx'
import { countTimes, describeStep, readNote, stateWords } from './story-words.ts'

/** While it is open, it may end at any moment. */
const OPEN_MS = 5_000
const ENDED_MS = 60_000

export function SaleDetails({ id }: { id: number }) {
  const query = useCall(
    receipts.story,
    { id },
    { pollMs: (story) => (story && ['confirmed', 'voided'].includes(story.state) ? ENDED_MS : OPEN_MS) },
  )
  const story = query.data
  return (
    <>
      <Link
        to={story ? products[story.product].path[ownArea()] : paths[ownArea()].receipts}
        className="link -my-2 inline-flex min-h-11 items-center gap-1 justify-self-start"
      >
        <Icon name="left" size={16} />
        {story ? products[story.product].title : 'Receipts'}
      </Link>
      {story ? <Story story={story} /> : <Unread error={query.error} onRetry={() => void query.refetch()} />}
    </>
  )
}

const TONES: Record<SaleStory['state'], BadgeTone> = {
  sent: 'warning',
  unknown: 'warning',
  manual: 'danger',
  confirmed: 'ok',
  voided: 'off',
}

function Story({ story }: { story: SaleStory }) {
  const product = products[story.product]
  return (
    <>
      <Panel
        title={
          <span className="flex flex-wrap items-center gap-3">
            {story.customerName || `${product.title} sale`}
            <Badge tone={TONES[story.state]}>{stateWords[story.state]}</Badge>
          </span>
        }
      >
        <div className="grid gap-5">
          <Tokens story={story} />
          <Facts story={story} product={product} />
          <Actions story={story} product={product} />
        </div>
      </Panel>
      <Panel title="What happened">
        <ol aria-label="What happened" className="grid gap-4">
          {story.steps.map((step) => (
            <li
              key={`${step.kind} ${step.at.toISOString()}`}
              className="grid gap-0.5 border-l-2 border-line pl-3"
            >
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  {describeStep(step, { ...story, otherSide: product.otherSide })}
                  {step.by !== null && `, ${step.by}`}
                </span>
                <time dateTime={step.at.toISOString()} className="text-sm text-ink-3">
                  {momentText(step.at)}
                </time>
              </p>
              {readNote(step) !== null && <p className="text-sm text-ink-2">{readNote(step)}</p>}
            </li>
          ))}
        </ol>
      </Panel>
    </>
  )
}

/** As large as on the card of the sale: it is read aloud, or typed into a meter. */
const Tokens = ({ story: { tokens } }: { story: SaleStory }) =>
  tokens.length > 0 && (
    <ol aria-label={tokens.length === 1 ? 'Token' : 'Tokens in the order of entry'} className="grid gap-2">
      {tokens.map((token) => (
        <li key={token} className="text-[clamp(1.1875rem,5.6vw,2.125rem)] font-semibold tabular-nums">
          {formatToken(token)}
        </li>
      ))}
    </ol>
  )

function Facts({ story, product }: { story: SaleStory; product: ProductFacts }) {
  const { receiptCode: code, shift } = story
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      <Fact label="Amount">{formatGmd(story.tendered)}</Fact>
      {story.fee !== null && <Fact label="Fee">{formatGmd(story.fee)}</Fact>}
      {story.units !== null && <Fact label="Units">{formatUnits(story.units)}</Fact>}
      <Fact label={capitalize(product.subject)}>{story.subject}</Fact>
      <Fact label="Phone">{story.phone || 'None was given'}</Fact>
      <Fact label="Transaction ID">{story.reference}</Fact>
      <Fact label="Code of the receipt">
        {code === null ? (
          'None: sold before there were codes'
        ) : (
          <a className="link" href={buildReceiptUrl(site.publicUrl || window.location.origin, code)}>
            {formatReceiptCode(code)}
          </a>
        )}
      </Fact>
      <Fact label="Sold by">
        {story.cashierName}, {story.location}
      </Fact>
      <Fact label="Printed">{countTimes(story.prints)}</Fact>
      <Fact label="Shift">{shift === null ? 'In none' : <ShiftName shift={shift} />}</Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)

function ShiftName({ shift: { id, slip } }: { shift: NonNullable<SaleStory['shift']> }) {
  const name = slip === null ? 'Still open' : `Z slip ${slip}`
  if (ownArea() !== 'admin') return name
  return (
    <Link className="link" to={tillSession(id)}>
      {name}
    </Link>
  )
}

function Actions({ story, product }: { story: SaleStory; product: ProductFacts }) {
  const refresh = useRefresh()
  const navigate = useNavigate()
  const again = enterAgain(story, product)
  const sellAgain = (entry: Entry) => {
    void keepTyped({ product: story.product, entered: { ...entry, key: newKey() } })
    void navigate(product.path[ownArea()])
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {story.state === 'confirmed' && <PrintAgain story={story} product={product} />}
        {again !== null && (
          <Button icon="plus" onClick={() => sellAgain(again)}>
            {product.again}
          </Button>
        )}
        {story.refusal === null && (
          <SendAgain id={story.id} refusal={null} onSent={() => refresh(receipts.story)} />
        )}
      </div>
      {story.refusal !== null && (
        <p className="max-w-prose text-sm text-pretty text-ink-3">{story.refusal}</p>
      )}
    </div>
  )
}

/** The sale itself is read when it is printed. */
function PrintAgain({ story, product }: { story: SaleStory; product: ProductFacts }) {
  const refresh = useRefresh()
  const [problem, setProblem] = useState<Announcement | null>(null)
  async function print(): Promise<void> {
    setProblem(null)
    const { printAgain } = await loadParts()
    const { reference, id } = story
    setProblem(
      await printAgain({ product: product.product, reference, id, what: '' }).catch(() => UNREACHABLE),
    )
    refresh(receipts.story)
  }
  return (
    <>
      <Button variant="primary" icon="print" onClick={() => void print()}>
        Print receipt
      </Button>
      <PrintProblem printer={{ problem, show: setProblem }} />
    </>
  )
}

function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof CallRefused && error.status === 404)
    return (
      <Panel flush>
        <EmptyState icon="search" title="There is no such sale">
          It may belong to another cashier. Under Receipts its token can be sent again all the same.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel flush>
      {error ? (
        <div role="alert">
          <EmptyState
            icon="alert"
            title="The sale could not be loaded"
            action={
              <Button icon="refresh" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            The sale itself is not affected. It is tried again automatically in a moment.
          </EmptyState>
        </div>
      ) : (
        <p aria-busy className="p-5 text-ink-2">
          Loading...
        </p>
      )}
    </Panel>
  )
}
