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

/** One for each visit to the back office, so that nothing that one user has read is shown to the next. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A lost connection must end in an error that the screen can show, not in an endless pause.
        networkMode: 'always',
        retry: (failures, error) => failures < QUICK_RETRIES && isWorthRetrying(error),
        refetchInterval: (query) =>
          isWorthRetrying(query.state.error) && query.state.error ? PATIENT_RETRY_MS : false,
      },
    },
  })

export interface ReadOptions<Out> {
  /** How long to wait before reading again, depending on the last value. A failure is always retried slowly. */
  pollMs?: (value: Out | undefined) => number
}

export function useCall<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  { pollMs }: ReadOptions<Out> = {},
): UseQueryResult<Out> {
  return useQuery<Out>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...polling(pollMs),
  })
}

/** For a query other than `useCall` that polls. */
export const polling = <Out>(
  pollMs: ReadOptions<Out>['pollMs'],
): Pick<UseQueryOptions<Out>, 'refetchInterval'> =>
  pollMs ? { refetchInterval: ({ state }) => (state.error ? PATIENT_RETRY_MS : pollMs(state.data)) } : {}

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
