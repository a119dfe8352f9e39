// Reading by what somebody is typing: asked once the typing rests, and not at all while there is nothing to ask.
import { type Endpoint, SEARCH_DEBOUNCE_MS } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../client.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from './use-call.ts'

interface RestingRead<Out> {
  query: UseQueryResult<Out>
  /** What is shown belongs to an earlier input. */
  isBehind: boolean
}

/** Null: nothing to ask yet. The last answer stays in sight until the next one is there, so that nothing jumps. */
export function useRestingRead<In, Out>(endpoint: Endpoint<In, Out>, input: In | null): RestingRead<Out> {
  // Compared by content: a form makes a new object at every key.
  const wanted = input === null ? null : JSON.stringify(input)
  const rested = useRested(wanted)
  const query = useQuery<Out>({
    queryKey: [endpoint.path, rested],
    queryFn: ({ signal }) => call(endpoint, JSON.parse(rested ?? '') as In, { signal }),
    enabled: rested !== null,
    placeholderData: keepPreviousData,
    // The person waits for this one and can type on: better a quick word than a patient wait.
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
