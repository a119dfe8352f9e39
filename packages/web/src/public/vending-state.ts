// Whether electricity is being sold, for the home page. The one call that is read without the contract's codecs: they would
// cost every first visit ten kilobytes, for one of three words.
import { API_BASE, CLIENT_TOKEN_HEADER, type VendingState } from '@flexpower/contract'
import { readMeta } from '../api/meta.ts'

export const VENDING_URL = `${API_BASE}vending-status`

const states: readonly unknown[] = ['up', 'slow', 'down'] satisfies VendingState[]

export const isVendingState = (value: unknown): value is VendingState => states.includes(value)

/** Null when nobody can tell. */
export async function readVendingState(): Promise<VendingState | null> {
  try {
    const headers = { [CLIENT_TOKEN_HEADER]: readMeta('client-access-token') ?? '' }
    const answer = (await (await fetch(VENDING_URL, { headers })).json()) as { data?: { state?: unknown } }
    const state = answer.data?.state
    return isVendingState(state) ? state : null
  } catch {
    return null
  }
}
