// What was sent to the customer's phone about a sale, and whether it arrived. Most sales have none: nothing is shown then.
import { formatTime, type SaleMessage, sales } from '@flexpower/contract'
import { useCall } from '../api/hooks/use-call.ts'

const WORDS: Record<SaleMessage['state'], string> = {
  waiting: 'not sent yet',
  'given up': 'could not be sent',
  'not reported': 'sent; the provider has not reported whether it arrived',
  'under way': 'sent, on its way',
  delivered: 'delivered',
  failed: 'sent, but not delivered',
}

export function SentMessages({ saleId }: { saleId: number }) {
  const { data = [] } = useCall(sales.messages, { id: saleId })
  if (data.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm text-ink-2" aria-label="Messages to the customer">
      {data.map(({ id, at, recipient, state, reason }) => (
        <li key={id}>
          SMS to {recipient} at {formatTime(at)}: {WORDS[state]}
          {reason !== null && ` (${reason})`}.
        </li>
      ))}
    </ul>
  )
}
