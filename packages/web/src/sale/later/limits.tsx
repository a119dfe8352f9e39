// How much may still be sold, told before OK as soon as the amount is typed. This only informs; the server decides.
import { type Bututs, formatGmd, readLimits, type SaleLimits } from '@flexpower/contract'
import { describeCall, polling, skipToken, useQuery } from '../../api/hooks/use-call.ts'
import { ownArea, readHint } from '../../api/session.ts'
import { Notice } from '../../ui/Notice.tsx'

/** While the form is open: an Admin may change the limit meanwhile. */
const READ_EVERY_MS = 15_000

/** Null: this amount may be sold, or it is not known yet. An Admin has no limit. */
export function useLimitObjection(amount: Bututs): string | null {
  const { data } = useQuery(
    ownArea() === 'cashier'
      ? {
          ...describeCall(readLimits, { userId: Number(readHint('user_id') ?? 0) }),
          ...polling<SaleLimits>(() => READ_EVERY_MS),
        }
      : { queryKey: [readLimits.path], queryFn: skipToken },
  )
  return data ? explainLimit(data, amount) : null
}

export function explainLimit({ perSale, perDay, leftToday }: SaleLimits, amount: Bututs): string | null {
  if (perSale !== null && amount > perSale) return `You may sell ${formatGmd(perSale)} at once`
  if (perDay !== null && leftToday !== null && amount > leftToday)
    return `You may sell ${formatGmd(perDay)} a day, and ${formatGmd(leftToday)} is left of it today`
  return null
}

export const LimitNotice = ({ objection }: { objection: string | null }) =>
  objection !== null && (
    <Notice tone="danger" title={objection}>
      No money moved. Enter a smaller amount, or ask an Admin: OK works as soon as the limit allows it.
    </Notice>
  )
