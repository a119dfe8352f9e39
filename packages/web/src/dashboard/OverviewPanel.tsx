// A panel filled from the overview. If that cannot be read, the panel says so quietly, like the cards (D-06).
import type { Overview } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '../ui/Card.tsx'

export interface OverviewProps {
  query: UseQueryResult<Overview>
}

interface OverviewPanelProps extends OverviewProps {
  title: string
  actions?: ReactNode
  /** Keeps the place of the content. */
  className?: string
  children: (overview: Overview) => ReactNode
}

export const OverviewPanel = ({ query, title, actions, className, children }: OverviewPanelProps) => (
  <Panel title={title} actions={actions} flush className={className}>
    {query.data === undefined ? <Quiet query={query} /> : children(query.data)}
  </Panel>
)

const Quiet = ({ query }: OverviewProps) => (
  <p className="p-5 text-ink-3 max-sm:p-4" aria-busy={!hasFailed(query)}>
    {hasFailed(query) ? 'Could not be read. Trying again.' : 'Loading...'}
  </p>
)

/** Whether a figure could not be read so far. It stays true between two attempts, so that nothing flickers (D-06). */
export const hasFailed = ({ data, errorUpdateCount }: UseQueryResult): boolean =>
  data === undefined && errorUpdateCount > 0
