// Asks the utility, once for each press of the button. An enquiry in the URL is sent when the page opens; a pressed one
// also shows a toast. Nothing is sent again without the user.
import type { Endpoint, Purchase } from '@flexpower/contract'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '../api/hooks/use-call.ts'
import { preloadToasts, toast } from '../ui/toast.ts'

interface EnquiryTexts {
  success: string
  failed: string
}

export const NO_DATA = 'No data found!'

interface Enquiry<In> {
  query: UseQueryResult<Purchase[]>
  /** Returns what went wrong, or null. */
  ask: (enquiry: In) => Promise<unknown>
}

const buildOptions = <In>(endpoint: Endpoint<In, Purchase[]>, enquiry: In) => ({
  queryKey: [endpoint.path, enquiry],
  queryFn: () => call(endpoint, enquiry),
  staleTime: Infinity,
  retry: false,
  retryOnMount: false,
  refetchInterval: false as const,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** `asked` is the enquiry in the URL; null when there is none that can be sent. */
export function useEnquiry<In>(
  endpoint: Endpoint<In, Purchase[]>,
  asked: In | null,
  texts: EnquiryTexts,
): Enquiry<In> {
  const client = useQueryClient()
  // Once the network is gone, it is too late to load the code that shows the toast.
  useEffect(preloadToasts, [])
  const query = useQuery({ ...buildOptions(endpoint, asked as In), enabled: asked !== null })
  return {
    query,
    async ask(enquiry) {
      try {
        const rows = await client.fetchQuery({ ...buildOptions(endpoint, enquiry), staleTime: 0 })
        if (rows.length === 0) toast.info(NO_DATA)
        else toast.success(texts.success)
        return null
      } catch (error) {
        toast.error(texts.failed)
        return error
      }
    },
  }
}
