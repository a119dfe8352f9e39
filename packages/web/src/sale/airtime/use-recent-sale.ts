// What this number got in the last hour, asked as soon as it is a whole number: so that nobody sells twice by mistake.
import { airtime, localPhone } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { skipToken, useQuery } from '../../api/hooks/use-call.ts'
import type { RecentSale } from '../AskAgain.tsx'
import { now } from '../../lib/clock.ts'
import { recentSaleTo } from './airtime-order.ts'

const LATEST = 20

export function useRecentSale(phone: string, isWanted: boolean): RecentSale | null {
  const search = localPhone(phone.trim())
  const isWhole = isWanted && /^\d{7}$/.test(search)
  const { data } = useQuery({
    queryKey: [airtime.list.path, 'recent', search],
    queryFn: isWhole
      ? ({ signal }) => call(airtime.list.window, { search, limit: LATEST }, { signal })
      : skipToken,
  })
  return isWhole ? recentSaleTo(search, data?.rows, now()) : null
}
