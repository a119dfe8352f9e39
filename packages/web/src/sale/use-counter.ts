// What the one at the counter may do and has, read again every half minute.
import { electricity } from '@flexpower/contract'
import { useCall } from '../api/hooks/use-call.ts'

const COUNTER_MS = 30_000

export const useCounter = () => useCall(electricity.counter, {}, { pollMs: () => COUNTER_MS })
