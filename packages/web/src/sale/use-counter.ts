// What the user at the counter may do and has, read again every half minute.
import { electricity } from '@flexpower/contract'
import { describeCall, useCall } from '../api/hooks/use-call.ts'
import { SILENT_MS } from './open-sales.ts'

const COUNTER_MS = 30_000

export const counterReading = describeCall(electricity.counter, {})
export const useCounter = () =>
  useCall(electricity.counter, {}, { pollMs: () => COUNTER_MS, longestMs: SILENT_MS })
