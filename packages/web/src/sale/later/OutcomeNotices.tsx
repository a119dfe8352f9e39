// The outcomes of sales, above the list, until somebody has read them (CP-08): a toast that nobody saw must not be the
// only message about somebody's money. Sales made on other screens appear here too, with a link.
import { formatGmd, type OpenSale, toDalasi } from '@flexpower/contract'
import { Link } from '../../router/hooks.tsx'
import { ownArea } from '../../api/session.ts'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { Notice, type NoticeTone } from '../../ui/Notice.tsx'
import type { Entry, SaleDesk, SaleOutcome } from '../product.ts'
import { describeBuyer, products } from '../products.ts'

const SHOWN_MOST = 3

export interface OutcomeNoticesProps<Sale> {
  desk: SaleDesk<Sale>
  /** For a sale that has more to show than its notice. */
  hasCard: boolean
}

export function OutcomeNotices<Sale>({ desk, hasCard }: OutcomeNoticesProps<Sale>) {
  const hidden = desk.outcomes.length - SHOWN_MOST
  return (
    <>
      {desk.outcomes.slice(0, SHOWN_MOST).map((outcome) => (
        <div key={readKey(outcome)} className={PHONE}>
          <Notice
            tone={TONES[outcome.kind]}
            title={describeTitle(outcome)}
            action={
              <div className="-my-1 ml-auto flex flex-none items-center gap-1">
                <NextStep outcome={outcome} desk={desk} hasCard={hasCard} />
                <IconButton icon="close" size={16} label="Dismiss" onClick={() => desk.dismiss(outcome)} />
              </div>
            }
          >
            {describeText(outcome)}
          </Notice>
        </div>
      ))}
      {hidden > 0 && <p className="text-sm text-ink-3">And {hidden} more below these.</p>}
    </>
  )
}

/** A refusal has a key, because only the tab that sent the sale knows of it. */
const readKey = (outcome: SaleOutcome<unknown>): string | null =>
  outcome.kind === 'refused' ? outcome.key : outcome.reference

const TONES: Record<SaleOutcome<unknown>['kind'], NoticeTone> = {
  sold: 'ok',
  released: 'warning',
  refused: 'danger',
}

/** On a phone the buttons go under the text; beside them it would be a narrow column. */
const PHONE = 'notice-stacked'

interface NextStepProps<Sale> extends OutcomeNoticesProps<Sale> {
  outcome: SaleOutcome<Sale>
}

function NextStep<Sale>({ outcome, desk, hasCard }: NextStepProps<Sale>) {
  if (outcome.product !== desk.product.product)
    return (
      <Link className={buttonClass()} to={products[outcome.product].path[ownArea()]}>
        {products[outcome.product].title}
      </Link>
    )
  if (outcome.kind === 'sold') {
    const { sale, key } = outcome
    if (sale === null || !hasCard) return null
    return <Button onClick={() => desk.show({ sale, phone: '', isNew: true, key })}>Show</Button>
  }
  const entry = outcome.kind === 'refused' ? outcome.entry : outcome.seen && readEntry(outcome.seen)
  if (entry === null) return null
  function sellAgain(given: Entry): void {
    desk.dismiss(outcome)
    desk.sellAgain(given)
  }
  return <Button onClick={() => sellAgain(entry)}>{products[outcome.product].again}</Button>
}

const readEntry = ({ product, subject, tendered, customerName }: OpenSale): Entry => ({
  subject,
  amount: String(toDalasi(tendered)),
  phone: '',
  ...(products[product].nameIsOf === 'operator' && { operator: customerName }),
})

function describeTitle(outcome: SaleOutcome<unknown>): string {
  switch (outcome.kind) {
    case 'sold':
      return outcome.announcement.title
    case 'released':
      return releasedTitle(outcome)
    case 'refused':
      return `The ${products[outcome.product].action} was refused`
  }
}

function releasedTitle({ seen, reference }: Extract<SaleOutcome<unknown>, { kind: 'released' }>): string {
  if (seen === null) return `Sale ${reference} was not sold: the money is back`
  const { nameIsOf, nothingSoldTo } = products[seen.product]
  const who = nameIsOf === 'operator' ? describeBuyer(seen) : seen.customerName || seen.subject
  return `${nothingSoldTo} ${who}: ${formatGmd(seen.tendered)} is back`
}

const describeText = (outcome: SaleOutcome<unknown>): string =>
  outcome.kind === 'sold' ? outcome.announcement.text : outcome.message
