// Whose bill it is, large enough to read aloud, and what is due, before money is taken.
import { type Bill, type Bututs, bututs, formatGmd, toDalasi } from '@flexpower/contract'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface PostpaidPreviewProps {
  bill: Bill
  amount: Bututs
  isBusy: boolean
  /** Null: the notice above has the link back to the fields. */
  onChange: (() => void) | null
  /** Called with the amount due, as the field writes it. */
  onPayAll: (amount: string) => void
}

const LARGE = 'text-[1.75rem] leading-8.5 font-semibold tracking-[-0.02em] sm:text-[2rem] sm:leading-9.5'

export function PostpaidPreview({ bill, amount, isBusy, onChange, onPayAll }: PostpaidPreviewProps) {
  const { due } = bill
  const [dueName, dueAmount] = nameDue('Amount due', due)
  return (
    <>
      <section aria-label="Customer" aria-live="polite">
        <div className="-mt-1 mb-1 flex min-h-11 items-center justify-between gap-3">
          <Badge tone="ok">Account verified successfully!</Badge>
          {onChange && (
            <Button variant="ghost" icon="edit" className="-mr-4" disabled={isBusy} onClick={onChange}>
              Change
            </Button>
          )}
        </div>
        <p className={`${LARGE} wrap-anywhere`}>{bill.customerName}</p>
        <p className="text-lg text-ink-2">{bill.serviceAddress}</p>
      </section>
      <section
        aria-label={dueName}
        className="flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4"
      >
        <div>
          <p className="text-sm text-ink-2">{dueName}</p>
          <p className={`${LARGE} whitespace-nowrap`}>{dueAmount}</p>
        </div>
        {due > 0 && due !== amount && (
          <button
            type="button"
            className="chip flex-none! px-4! whitespace-nowrap"
            disabled={isBusy}
            onClick={() => onPayAll(String(toDalasi(due)))}
          >
            Pay all that is due
          </button>
        )}
      </section>
    </>
  )
}

/** A warning, never a refusal: customers pay ahead. */
export function DueNotice({ due, amount }: { due: Bututs; amount: Bututs }) {
  if (amount <= due) return null
  return (
    <Notice
      tone="warning"
      title={
        due > 0
          ? `${formatGmd(amount)} is more than the ${formatGmd(due)} that is due`
          : 'Nothing is due on this account'
      }
    >
      What is paid beyond that stays on the account as credit. Ask the customer before you take the money.
    </Notice>
  )
}

/** What an account owes, as text. An account that was paid ahead has credit, not a negative debt. */
export const nameDue = (name: string, due: Bututs): [name: string, amount: string] =>
  due < 0 ? ['Credit on this account', formatGmd(bututs(0 - due))] : [name, formatGmd(due)]
