// Reads a long list from the server page by page; each answer says where the next page begins.
import type { Endpoint } from '@flexpower/contract'
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { call } from '../api/client.ts'

interface Page {
  next: number | null
}

export type PagesQuery<Out> = UseInfiniteQueryResult<readonly Out[]>

/** The key starts with the path, so that `useRefresh` reads these again like every other list. */
export function usePages<In extends { cursor?: number | undefined }, Out extends Page>(
  endpoint: Endpoint<In, Out>,
  input: In,
): PagesQuery<Out> {
  return useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages as readonly Out[],
  })
}
