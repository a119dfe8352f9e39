// A list that cannot be loaded is told once by a toast, not at every patient attempt that follows; whether it is so, for the page.
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preloadToasts, toast } from '../ui/toast.ts'

/** True until something has been read: between two attempts the page does not go back to 'loading'. */
export function useLoadFailure(query: UseQueryResult, message: string): boolean {
  const hasFailed = query.isError || (query.data === undefined && query.errorUpdateCount > 0)
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  useEffect(() => {
    if (hasFailed) toast.error(message)
  }, [hasFailed, message])
  return hasFailed && query.data === undefined
}
