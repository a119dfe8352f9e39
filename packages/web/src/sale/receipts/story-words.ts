// The steps of a sale in words.
import type { SaleStory, StoryStep } from '@flexpower/contract'

/** `3 times`, `once`, `no`. */
export const countTimes = (times: number): string =>
  times === 0 ? 'No' : times === 1 ? 'Once' : `${times} times`

export const stateWords: Record<SaleStory['state'], string> = {
  sent: 'Sent',
  unknown: 'Not answered yet',
  manual: 'An Admin decides',
  confirmed: 'Sold',
  voided: 'Nothing sold',
}

type Told = Pick<SaleStory, 'asked' | 'steps'> & { otherSide: string }

/** What happened, as the start of a sentence that a name may follow. */
export function describeStep(step: StoryStep, { asked, steps, otherSide }: Told): string {
  switch (step.kind) {
    case 'sent':
      return `Opened, and sent to ${otherSide}`
    case 'unknown':
      return 'No certain answer: the server asks what happened'
    case 'manual':
      return 'Not found out: an Admin has to decide'
    case 'confirmed':
      return describeConfirmed(step, asked, steps, otherSide)
    case 'voided':
      return step.by === null ? 'Nothing was sold; the money is back' : 'Given up by hand; the money is back'
    case 'message':
      return 'SMS to the customer, because the answer came late'
    case 'sent again':
      return step.by === null
        ? 'Sent again to the phone, from the page of the receipt'
        : 'Sent again to the phone'
    case 'refunded':
      return 'Cash paid back to the customer'
    case 'shift closed':
      return `Shift closed with Z slip ${step.note}`
  }
}

function describeConfirmed(
  step: StoryStep,
  asked: number,
  steps: readonly StoryStep[],
  otherSide: string,
): string {
  if (step.by !== null) return 'Confirmed by hand'
  if (!steps.some(({ kind }) => kind === 'unknown')) return 'Answered: sold'
  return `Found at ${otherSide}: sold${asked === 0 ? '' : `, after asking ${asked === 1 ? 'once' : `${asked} times`}`}`
}

/** A note that says more than the step itself. */
export const readNote = ({ kind, note }: StoryStep): string | null => (kind === 'shift closed' ? null : note)
