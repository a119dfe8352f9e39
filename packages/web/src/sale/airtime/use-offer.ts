// Which amounts the chosen operator takes, so that a wrong one is told before it is ordered. Only told: the server decides.
import { airtime, type AirtimeOffer, type Bututs, describeOffer, takesAmount } from '@flexpower/contract'
import { useCall } from '../../api/hooks/use-call.ts'

/** Below one dalasi nothing is sold, and the form says so by itself. */
const LEAST = 100

/** Undefined: it is not known; null: its airtime cannot be bought now. */
export function useOffer(operator: string): AirtimeOffer | null | undefined {
  const { data } = useCall(airtime.offers, {})
  return data ? (data.find((each) => each.operator === operator) ?? null) : undefined
}

/** Why this would be refused; null: as far as is known, it would not. */
export function findObjection(
  offer: AirtimeOffer | null | undefined,
  operator: string,
  amount: Bututs,
): string | null {
  if (offer === null) return `Airtime of ${operator} cannot be bought at the moment.`
  return offer === undefined || amount < LEAST || takesAmount(offer, amount) ? null : describeOffer(offer)
}
