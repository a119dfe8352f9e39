// What was ordered next to what the other side has on record, with the differences of each record marked. With one
// press an Admin chooses the record that is the sale; the server reads it again and confirms the sale with it.
import {
  CallRefused,
  type EvidenceLine,
  formatDay,
  formatGmd,
  formatTime,
  type OpenSale,
  sales,
  type SeenLine,
} from '@flexpower/contract'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { products } from '../products.ts'
import { capitalize } from '../../lib/later/capitalize.ts'

/** How a sale ended: by the choice, or before it. */
export interface ChosenEnd {
  sale: OpenSale
  /** False: somebody else was first, and `message` says how it ended. */
  isChosen: boolean
  message: string
  tokens: readonly string[]
  tokenNames: readonly string[]
}

interface SeenRecordsProps {
  sale: OpenSale
  onEnded: (end: ChosenEnd) => void
}

export function SeenRecords({ sale, onEnded }: SeenRecordsProps) {
  const { ordered, seen } = sale
  const { choose, busy, problem } = useChoice(sale, onEnded)
  if (ordered === undefined || seen === undefined) return <Why sale={sale} />
  const { otherSide, subject } = products[sale.product]
  return (
    <section aria-label="What was seen" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Why sale={sale} />
      {problem !== null && (
        <Notice tone="danger" title={problem}>
          Until a record is chosen, no money moves.
        </Notice>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-3">
        <Record title="Ordered" line={ordered} ordered={ordered} subject={subject} />
        {[...seen.entries()].map(([place, line]) => (
          <Record
            key={place}
            title={seen.length === 1 ? `At ${otherSide}` : `At ${otherSide}, ${place + 1} of ${seen.length}`}
            line={line}
            ordered={ordered}
            subject={subject}
          >
            {line.choiceRefusal === null ? (
              <Button wide busy={busy === place} onClick={() => void choose(line, place)}>
                This is the sale
              </Button>
            ) : (
              <p className="text-sm text-ink-2">Cannot be chosen: {line.choiceRefusal}</p>
            )}
          </Record>
        ))}
      </div>
      {hasChoice(sale) && <p className="text-sm text-ink-2">{explainChoice(sale)}</p>}
    </section>
  )
}

export const hasChoice = ({ seen = [] }: Pick<OpenSale, 'seen'>): boolean =>
  seen.some(({ choiceRefusal }) => choiceRefusal === null)

const explainChoice = ({ product, tendered }: OpenSale): string =>
  `“This is the sale” confirms the sale of ${formatGmd(tendered)} with this receipt${products[product].hasToken ? ' and its token' : ''}. The money that is held is then spent. It cannot be undone.`

function Why({ sale: { state, reason, product } }: { sale: OpenSale }) {
  const { otherSide } = products[product]
  if (state !== 'manual')
    return (
      <p className="text-sm text-ink-2">
        {capitalize(otherSide)} has what may be this sale, and nothing says so for certain. Choose it if you
        know that it is; otherwise the server keeps asking.
      </p>
    )
  return reason ? <p className="text-sm text-ink-2">Why an Admin decides: {reason}.</p> : null
}

/** One choice at a time. If the server refuses, its answer is shown and the sale is unchanged. */
function useChoice(sale: OpenSale, onEnded: (end: ChosenEnd) => void) {
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function choose(line: SeenLine, place: number): Promise<void> {
    if (busy !== null) return
    setBusy(place)
    setProblem(null)
    try {
      const end = await call(sales.choose, { id: sale.id, transaction: line.transaction || line.receipt })
      onEnded({ sale, isChosen: true, ...end })
    } catch (error) {
      const message = error instanceof CallRefused ? error.message : ''
      if (error instanceof CallRefused && error.status === 409) {
        onEnded({ sale, isChosen: false, message, tokens: [], tokenNames: [] })
      } else
        setProblem(message || 'The server did not answer. Press again: the sale cannot be confirmed twice.')
    } finally {
      setBusy(null)
    }
  }
  return { choose, busy, problem }
}

interface RecordProps {
  title: string
  line: EvidenceLine
  ordered: EvidenceLine
  /** What a product is sold to. */
  subject: string
  children?: ReactNode
}

function Record({ title, line, ordered, subject, children }: RecordProps) {
  return (
    <article
      aria-label={title}
      className="flex flex-col justify-between gap-3 first:col-span-full rounded border border-line bg-sunken px-3.5 py-3"
    >
      <div>
        <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
        <dl className="grid gap-y-1 text-sm">
          {listFields(subject).map(({ label, show, isCompared }) => {
            const differs = isCompared && show(line) !== show(ordered)
            return (
              <div key={label} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
                <dt className="text-ink-3">{label}</dt>
                <dd className={`wrap-anywhere ${differs ? 'font-semibold' : ''}`}>
                  {show(line) || '–'}
                  {differs && <span className="sr-only"> (differs)</span>}
                </dd>
              </div>
            )
          })}
        </dl>
      </div>
      {children}
    </article>
  )
}

interface ComparedField {
  label: string
  show: (line: EvidenceLine) => string
  /** Whether a difference here matters: a sale always has another time and another number than its order. */
  isCompared: boolean
}

const listFields = (subject: string): ComparedField[] => [
  { label: 'Transaction', show: ({ transaction }) => transaction, isCompared: false },
  { label: 'Receipt', show: ({ receipt }) => receipt, isCompared: false },
  {
    label: 'Time',
    show: ({ at }) => (at === null ? '' : `${formatDay(at)} ${formatTime(at)}`),
    isCompared: false,
  },
  { label: capitalize(subject), show: (line) => line.subject, isCompared: true },
  { label: 'Amount', show: ({ amount }) => (amount === null ? '' : formatGmd(amount)), isCompared: true },
  { label: 'Reference', show: ({ reference }) => reference, isCompared: true },
]
