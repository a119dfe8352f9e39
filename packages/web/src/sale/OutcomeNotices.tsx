// What became of sales, above the list, until somebody has read it (CP-08): a toast that went by unseen must not be the
// only word on somebody's money. What another screen sold is told here too, with the way there.
import { formatGmd, type OpenSale, toDalasi } from '@flexpower/contract'
import { Link } from 'react-router'
import { ownArea } from '../api/session.ts'
import { Button, buttonClass, IconButton } from '../ui/Button.tsx'
import { Notice, type NoticeTone } from '../ui/Notice.tsx'
import type { Entry, KeptSale } from './own-memory.ts'
import { whoIs, words } from './products.ts'
import type { Outcome, SaleDesk } from './use-sale-desk.ts'

const SHOWN_MOST = 3

interface OutcomeNoticesProps<Sale> {
  desk: SaleDesk<Sale>
  /** Where a sale has more to show than a notice says. */
  hasCard: boolean
}

export function OutcomeNotices<Sale>({ desk, hasCard }: OutcomeNoticesProps<Sale>) {
  const hidden = desk.outcomes.length - SHOWN_MOST
  return (
    <>
      {desk.outcomes.slice(0, SHOWN_MOST).map((outcome) => (
        <div key={keyOf(outcome)} className={PHONE}>
          <Notice
            tone={TONES[outcome.kind]}
            title={titleOf(outcome)}
            action={
              <div className="-my-1 ml-auto flex flex-none items-center gap-1">
                <NextStep outcome={outcome} desk={desk} hasCard={hasCard} />
                <IconButton icon="close" size={16} label="Dismiss" onClick={() => desk.dismiss(outcome)} />
              </div>
            }
          >
            {textOf(outcome)}
          </Notice>
        </div>
      ))}
      {hidden > 0 && <p className="text-sm text-ink-3">And {hidden} more below these.</p>}
    </>
  )
}

const keyOf = (outcome: Outcome<unknown>): string => {
  if (outcome.kind === 'refused') return outcome.message
  return outcome.kind === 'unanswered' ? outcome.entered.key : outcome.reference
}

const TONES: Record<Outcome<unknown>['kind'], NoticeTone> = {
  sold: 'ok',
  released: 'warning',
  refused: 'danger',
  unanswered: 'warning',
}

/** On a phone the buttons go under the words, which would stand in a narrow column beside them. */
const PHONE = 'notice-stacked'

interface NextStepProps<Sale> extends OutcomeNoticesProps<Sale> {
  outcome: Outcome<Sale>
}

function NextStep<Sale>({ outcome, desk, hasCard }: NextStepProps<Sale>) {
  if (outcome.product !== desk.product)
    return (
      <Link className={buttonClass()} to={words[outcome.product].path[ownArea()]}>
        {words[outcome.product].screen}
      </Link>
    )
  if (outcome.kind === 'sold') {
    const { sale } = outcome
    if (sale === null || !hasCard) return null
    return <Button onClick={() => desk.show({ sale, phone: '', isNew: true })}>Show</Button>
  }
  if (outcome.kind === 'unanswered')
    return <Button onClick={() => desk.repeatSale(outcome.entered)}>Try again</Button>
  const entry = outcome.kind === 'refused' ? outcome.entry : outcome.seen && entryOf(outcome.seen)
  if (entry === null) return null
  function sellAgain(given: Entry): void {
    desk.dismiss(outcome)
    desk.sellAgain(given)
  }
  return <Button onClick={() => sellAgain(entry)}>{words[outcome.product].again}</Button>
}

const entryOf = ({ product, subject, tendered, customerName }: OpenSale): Entry => ({
  subject,
  amount: String(toDalasi(tendered)),
  phone: '',
  ...(product === 'airtime' && { operator: customerName }),
})

function titleOf(outcome: Outcome<unknown>): string {
  switch (outcome.kind) {
    case 'sold':
      return outcome.told.title
    case 'released':
      return releasedTitle(outcome)
    case 'refused':
      return `The ${words[outcome.product].deed} was refused`
    case 'unanswered':
      return unansweredTitle(outcome)
  }
}

function releasedTitle({ seen, reference }: Extract<Outcome<unknown>, { kind: 'released' }>): string {
  if (seen === null) return `Sale ${reference} was not sold: the money is back`
  const who = seen.product === 'airtime' ? whoIs(seen) : seen.customerName || seen.subject
  return `${words[seen.product].nothingFor} ${who}: ${formatGmd(seen.tendered)} is back`
}

function textOf(outcome: Outcome<unknown>): string {
  if (outcome.kind === 'sold') return outcome.told.text
  if (outcome.kind !== 'unanswered') return outcome.message
  return 'No answer came. If the server has it, the money is held until its end is known; do not enter it again. Try again asks for this very sale: it cannot sell twice.'
}

const unansweredTitle = ({ product, entered }: KeptSale): string =>
  `Not known yet: GMD ${entered.amount} to ${words[product].subject} ${entered.subject}`
