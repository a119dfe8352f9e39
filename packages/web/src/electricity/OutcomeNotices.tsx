// What became of sales, above the list, until somebody has read it (CP-08): a toast that went by unseen must not be the
// only word on somebody's money.
import { formatGmd } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
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
  return outcome.kind === 'unanswered' ? outcome.entered.key : outcome.message
}

function OutcomeNotice({ outcome, desk }: { outcome: Outcome; desk: SaleDesk }) {
  const { kind } = outcome
  return (
    <Notice
      tone={kind === 'sold' ? 'ok' : kind === 'refused' ? 'danger' : 'warning'}
      title={titleOf(outcome)}
      action={
        <div className="-my-1 flex flex-none items-center gap-1">
          {kind === 'sold' && (
            <Button onClick={() => desk.showToken({ sale: outcome.sale, phone: '', isNew: true })}>
              Show
            </Button>
          )}
          {kind === 'unanswered' && (
            <Button onClick={() => desk.repeatSale(outcome.entered)}>Try again</Button>
          )}
          <IconButton icon="close" size={16} label="Dismiss" onClick={() => desk.dismiss(outcome)} />
        </div>
      }
    >
      <OutcomeText outcome={outcome} />
    </Notice>
  )
}

function titleOf(outcome: Outcome): string {
  if (outcome.kind === 'sold')
    return `The token for ${outcome.sale.customerName} has come: ${formatGmd(outcome.sale.tendered)}`
  return outcome.kind === 'refused' ? 'The sale was refused' : 'Failed to add transaction'
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'refused') return outcome.message
  if (outcome.kind === 'sold')
    return `Meter ${outcome.sale.meter}, receipt ${outcome.sale.receiptNumber}. Give it to the customer.`
  return `No answer came for GMD ${outcome.entered.amount} to meter ${outcome.entered.meter}: it may be sold, held at ${site.utilityName}, or neither. Try again asks for the same sale; it cannot sell twice.`
}
