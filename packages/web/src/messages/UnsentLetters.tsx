// Letters of ours that have not left: those that are still tried, and those that were given up, each with the reason.
import type { ShownLetter } from '@flexpower/contract'
import type { UseQueryResult } from '../api/hooks.ts'
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { Moment } from '../shell/Moment.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { attemptsText } from './message-words.ts'

export const UnsentLetters = ({ query }: { query: UseQueryResult<ShownLetter[]> }) => (
  <>
    {site.demo && (
      <Notice tone="info" title="The demo sends no letters">
        They stay here, and can be read in{' '}
        <a className="link" href={paths.outbox}>
          its outbox
        </a>
        .
      </Notice>
    )}
    <DataTable
      caption="Unsent letters"
      columns={columns}
      rows={query.data}
      rowKey={({ id }) => id}
      error={
        query.isError && query.data === undefined
          ? {
              message: 'No letter is affected. It is tried again by itself in a moment.',
              retry: () => void query.refetch(),
            }
          : undefined
      }
      empty={
        <EmptyState icon="mail" title="Every letter has been sent">
          A mail or SMS that cannot be sent stands here, with the reason, until it is sent or given up.
        </EmptyState>
      }
    />
  </>
)

const columns: Column<ShownLetter>[] = [
  { id: 'at', header: 'Date', cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'recipient',
    header: 'To',
    kind: 'strong',
    mobile: 'title',
    cell: ({ recipient }) => <span className="wrap-break-word max-md:wrap-anywhere">{recipient}</span>,
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ channel, subject }) => (channel === 'sms' ? 'Text message' : subject),
  },
  {
    id: 'state',
    header: 'State',
    mobile: 'amount',
    cell: ({ state, attempts }) => (
      <>
        {state === 'failed' ? <Badge tone="danger">Given up</Badge> : <Badge tone="info">Waiting</Badge>}{' '}
        <span className="cell-note">{attemptsText(attempts)}</span>
      </>
    ),
  },
  { id: 'failure', header: 'Reason', cell: ({ failure }) => failure },
]
