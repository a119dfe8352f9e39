// Reads by what somebody is typing: sent once the typing pauses, and not at all while there is nothing to ask.
import { type Endpoint, SEARCH_DEBOUNCE_MS } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../client.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from './use-call.ts'

interface RestingRead<Out> {
  query: UseQueryResult<Out>
  /** The value shown is for an earlier input. */
  isBehind: boolean
}

/** Null: nothing to ask yet. The last answer stays visible until the next one arrives, so that nothing jumps. */
export function useRestingRead<In, Out>(endpoint: Endpoint<In, Out>, input: In | null): RestingRead<Out> {
  // Compared by content, because a form makes a new object at every key press.
  const wanted = input === null ? null : JSON.stringify(input)
  const rested = useRested(wanted)
  const query = useQuery<Out>({
    queryKey: [endpoint.path, rested],
    queryFn: ({ signal }) => call(endpoint, JSON.parse(rested ?? '') as In, { signal }),
    enabled: rested !== null,
    placeholderData: keepPreviousData,
    // The user is waiting and can type on: a quick error is better than a long wait.
    retry: false,
    refetchInterval: false,
  })
  return { query, isBehind: wanted !== rested || query.isPlaceholderData }
}

function useRested(value: string | null): string | null {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
