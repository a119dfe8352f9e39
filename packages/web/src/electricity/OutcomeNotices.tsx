// What became of sales, above the list, until somebody has read it (CP-08): a toast that went by unseen must not be the
// only word on somebody's money.
import { formatGmd, toDalasi } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Notice, type NoticeTone } from '../ui/Notice.tsx'
import type { Outcome, SaleDesk } from './use-sale-desk.ts'

const SHOWN_MOST = 3

export function OutcomeNotices({ desk }: { desk: SaleDesk }) {
  const hidden = desk.outcomes.length - SHOWN_MOST
  return (
    <>
      {desk.outcomes.slice(0, SHOWN_MOST).map((outcome) => (
        <OutcomeNotice key={keyOf(outcome)} outcome={outcome} desk={desk} />
      ))}
      {hidden > 0 && <p className="text-sm text-ink-3">And {hidden} more below these.</p>}
    </>
  )
}

const keyOf = (outcome: Outcome): string => {
  if (outcome.kind === 'sold') return outcome.sale.transactionId
  if (outcome.kind === 'released') return outcome.reference
  return outcome.kind === 'unanswered' ? outcome.entered.key : outcome.message
}

const TONES: Record<Outcome['kind'], NoticeTone> = {
  sold: 'ok',
  released: 'warning',
  refused: 'danger',
  unanswered: 'warning',
}

/** On a phone the buttons go under the words, which would stand in a narrow column beside them. */
const PHONE = 'max-sm:[&_.notice-words]:basis-3/5 max-sm:[&>.notice]:flex-wrap'

const OutcomeNotice = ({ outcome, desk }: { outcome: Outcome; desk: SaleDesk }) => (
  <div className={PHONE}>
    <Notice
      tone={TONES[outcome.kind]}
      title={titleOf(outcome)}
      action={
        <div className="-my-1 ml-auto flex flex-none items-center gap-1">
          <NextStep outcome={outcome} desk={desk} />
          <IconButton icon="close" size={16} label="Dismiss" onClick={() => desk.dismiss(outcome)} />
        </div>
      }
    >
      <OutcomeText outcome={outcome} />
    </Notice>
  </div>
)

function NextStep({ outcome, desk }: { outcome: Outcome; desk: SaleDesk }) {
  if (outcome.kind === 'sold')
    return (
      <Button onClick={() => desk.showToken({ sale: outcome.sale, phone: '', isNew: true })}>Show</Button>
    )
  if (outcome.kind === 'unanswered')
    return <Button onClick={() => desk.repeatSale(outcome.entered)}>Try again</Button>
  if (outcome.kind === 'refused' || outcome.seen === null) return null
  const { subject, tendered } = outcome.seen
  function sellAgain(): void {
    desk.dismiss(outcome)
    desk.sellAgain({ meter: subject, amount: String(toDalasi(tendered)), phone: '' })
  }
  return <Button onClick={sellAgain}>Sell again</Button>
}

function titleOf(outcome: Outcome): string {
  if (outcome.kind === 'sold')
    return `The token for ${outcome.sale.customerName} has come: ${formatGmd(outcome.sale.tendered)}`
  if (outcome.kind === 'released') return releasedTitle(outcome)
  return outcome.kind === 'refused' ? 'The sale was refused' : 'Failed to add transaction'
}

function releasedTitle({ seen, reference }: Extract<Outcome, { kind: 'released' }>): string {
  if (seen === null) return `Sale ${reference} was not sold: the money is back`
  return `Nothing was sold to ${seen.customerName || seen.subject}: ${formatGmd(seen.tendered)} is back`
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'refused' || outcome.kind === 'released') return outcome.message
  if (outcome.kind === 'sold')
    return `Meter ${outcome.sale.meter}, receipt ${outcome.sale.receiptNumber}. Give it to the customer.`
  return `No answer came for GMD ${outcome.entered.amount} to meter ${outcome.entered.meter}: it may be sold, held at ${site.utilityName}, or neither. Try again asks for the same sale; it cannot sell twice.`
}
