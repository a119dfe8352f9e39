// Reads the report that is asked for. A failure is logged (RP-02) and left for the screen to show.
import { reports } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { skipToken, useQuery, type UseQueryResult } from '../api/hooks/use-call.ts'
import type { Asked } from './asked.ts'
import type { Report } from './report-rows.ts'

export function useReport(asked: Asked | null): UseQueryResult<Report> {
  return useQuery<Report>({
    queryKey: [reports.revenue.path, asked],
    queryFn: asked === null ? skipToken : ({ signal }) => read(asked, signal),
    // Figures that somebody reads must not change under the eyes; Submit reads them anew.
    refetchOnWindowFocus: false,
    // Somebody is waiting: a failure is told at once and stays until they decide.
    retry: false,
    refetchInterval: false,
  })
}

async function read(asked: Asked, signal: AbortSignal): Promise<Report> {
  try {
    return await call(reports.revenue, asked, { signal })
  } catch (error) {
    // Another question has taken its place: that is no failure.
    if (!signal.aborted) reportError(error)
    throw error
  }
}
