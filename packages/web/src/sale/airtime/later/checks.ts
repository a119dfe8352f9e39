// What a cashier should know about an airtime sale before OK: which amounts the operator accepts, and what the number
// got in the last hour. This only informs; the server decides.
import {
  airtime,
  type AirtimeOffer,
  type AirtimeSale,
  type Bututs,
  describeOffer,
  localPhone,
  takesAmount,
} from '@flexpower/contract'
import { call } from '../../../api/client.ts'
import { sortCopy } from '../../../lib/sort-copy.ts'
import { skipToken, useCall, useQuery } from '../../../api/hooks/use-call.ts'
import { now } from '../../../lib/clock.ts'
import type { RecentSale } from '../../later/BeforeOk.tsx'

/** Nothing is sold below one dalasi, and the form already says so. */
const LEAST = 100

/** Undefined: not known. Null: its airtime cannot be bought now. */
export function useOffer(operator: string): AirtimeOffer | null | undefined {
  const { data } = useCall(airtime.offers, {})
  return data ? (data.find((each) => each.operator === operator) ?? null) : undefined
}

/** Why this would be refused; null if no reason is known. */
export function findObjection(
  offer: AirtimeOffer | null | undefined,
  operator: string,
  amount: Bututs,
): string | null {
  if (offer === null) return `Airtime of ${operator} cannot be bought at the moment.`
  return offer === undefined || amount < LEAST || takesAmount(offer, amount) ? null : describeOffer(offer)
}

const LATEST = 20
const HOUR_MS = 3_600_000

/** Requested as soon as the number is complete, so that nobody sells twice by mistake. */
export function useRecentSale(phone: string, isWanted: boolean): RecentSale | null {
  const search = localPhone(phone.trim())
  const isWhole = isWanted && /^\d{7}$/.test(search)
  const { data } = useQuery({
    queryKey: [airtime.list.path, 'recent', search],
    queryFn: isWhole
      ? ({ signal }) => call(airtime.list.window, { search, limit: LATEST }, { signal })
      : skipToken,
  })
  return isWhole ? findRecentSale(search, data?.rows, now()) : null
}

/** The latest sale to this number in the last hour. */
export function findRecentSale(
  phone: string,
  sales: readonly AirtimeSale[] | undefined,
  time: Date,
): RecentSale | null {
  const wanted = localPhone(phone.trim())
  const since = time.getTime() - HOUR_MS
  const recent = sales?.filter((sale) => sale.phone === wanted && sale.at.getTime() > since) ?? []
  return sortCopy(recent, (one, other) => other.at.getTime() - one.at.getTime())[0] ?? null
}
