// Reading from the server in a component: one hook for the contract's calls, and one retry rule.
import { CallRefused, type Endpoint, UnreadableAnswer } from '@flexpower/contract'
import {
  QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../client.ts'
import { isSignedIn } from '../session.ts'

/** Import other parts of the library from here: then all of it is in one file, which the first page loads anyway. */
export {
  keepPreviousData,
  skipToken,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'

const FRESH_MS = 15_000
const QUICK_RETRIES = 2
const PATIENT_RETRY_MS = 15_000

/** Whether a retry could help: not when the server has understood and refused. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnreadableAnswer) return false
  if (error instanceof CallRefused) return error.status >= 500 || error.status === 429
  return true
}

/** Signing in and out loads a new document, so nothing that one user has read is shown to the next. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A lost connection must end in an error that the screen can show, not in an endless pause.
      networkMode: 'always',
      refetchOnReconnect: 'always',
      retry: (failures, error) => failures < QUICK_RETRIES && isWorthRetrying(error),
      refetchInterval: (query) =>
        isWorthRetrying(query.state.error) && query.state.error ? PATIENT_RETRY_MS : false,
    },
  },
})

/** What is read, and the key under which it is kept. */
export interface Reading<Out> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Out>
}

/** A link that dies without a word must end in an error: nothing else would end the wait, and no poll would follow. */
const LONGEST_MS = 30_000

export const describeCall = <In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  longestMs = LONGEST_MS,
): Reading<Out> => ({
  queryKey: [endpoint.path, input],
  queryFn: async ({ signal }) => {
    const limit = new AbortController()
    const stop = () => limit.abort()
    const timer = setTimeout(stop, longestMs)
    signal.addEventListener('abort', stop)
    return call(endpoint, input, { signal: limit.signal }).finally(() => clearTimeout(timer))
  },
})

/** Reads what a page shows before the page is drawn. What fails is read again by the page, which shows the error. */
export async function readAhead(readings: readonly Reading<unknown>[]): Promise<void> {
  if (!isSignedIn()) return
  const missing = readings.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined)
  await Promise.all(missing.map((reading) => queryClient.prefetchQuery(reading)))
}

export interface ReadOptions<Out> {
  /** How long to wait before reading again, depending on the last value. A failure is always retried slowly. */
  pollMs?: (value: Out | undefined) => number
  /** How long to wait for an answer. */
  longestMs?: number
}

export function useCall<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  { pollMs, longestMs }: ReadOptions<Out> = {},
): UseQueryResult<Out> {
  return useQuery<Out>({ ...describeCall(endpoint, input, longestMs), ...polling(pollMs) })
}

/** For a query other than `useCall` that polls. */
export const polling = <Out>(
  pollMs: ReadOptions<Out>['pollMs'],
): Pick<UseQueryOptions<Out>, 'refetchInterval'> =>
  pollMs
    ? {
        refetchInterval: ({ state, queryKey }) =>
          state.error ? PATIENT_RETRY_MS : choosePace(queryKey[0], pollMs(state.data)),
      }
    : {}

/** How long to wait before a path is read again, where a page asked for `ms`. */
type Pace = (path: unknown, ms: number) => number

const asAsked: Pace = (_, ms) => ms
let choosePace = asAsked

/** Changes the pace of everything that is polled, from the next reading on. Without one: as the pages asked. */
export const setPace = (pace = asAsked): void => {
  choosePace = pace
}

/** Reads these again now, wherever they are shown. */
export function useRefresh(): (...endpoints: readonly { path: string }[]) => void {
  const client = useQueryClient()
  return useCallback(
    (...endpoints) => {
      for (const { path } of endpoints) void client.invalidateQueries({ queryKey: [path] })
    },
    [client],
  )
}
