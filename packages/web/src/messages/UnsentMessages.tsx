// Our emails and SMS that have not been sent: those that are still retried, and those that were given up, each with the
// reason.
import { contact, type OutboxMessage } from '@flexpower/contract'
import { useListWindow } from '../list/list-window.ts'
import { site } from '../api/site.ts'
import { useListView } from '../list/list-view.ts'
import { paths } from '../paths.ts'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { attemptsText, stateText, subjectText } from './message-words.ts'

const LOOK_EVERY_MS = 60_000

export function UnsentMessages() {
  const view = useListView('unsent')
  const list = useListWindow(contact.unsent, {}, view, { pollMs: () => LOOK_EVERY_MS })
  return (
    <>
      {site.demo && (
        <Notice tone="info" title="The demo sends no messages">
          They stay here, and can be read in{' '}
          <a className="link" href={paths.outbox}>
            its outbox
          </a>
          .
        </Notice>
      )}
      <ListTable
        caption="Unsent messages"
        list={list}
        view={view}
        columns={columns}
        searchHint="Search by date, recipient, subject, state or a word of the reason."
        failure="No message is affected. It is tried again automatically in a moment."
        empty={
          <EmptyState icon="mail" title="Every message has been sent">
            An email or SMS that cannot be sent is listed here, with the reason, until it is sent or given up.
          </EmptyState>
        }
        file={{ name: 'unsent-messages' }}
      />
    </>
  )
}

const columns: Column<OutboxMessage>[] = [
  momentColumn,
  {
    id: 'recipient',
    header: 'To',
    kind: 'strong',
    mobile: 'title',
    cell: ({ recipient }) => <span className="wrap-break-word max-md:wrap-anywhere">{recipient}</span>,
    file: ({ recipient }) => recipient,
  },
  textColumn('subject', 'Subject', subjectText),
  {
    id: 'state',
    header: 'State',
    mobile: 'amount',
    cell: (letter) => (
      <>
        <Badge tone={letter.state === 'failed' ? 'danger' : 'info'}>{stateText(letter)}</Badge>{' '}
        <span className="cell-note">{attemptsText(letter)}</span>
      </>
    ),
    file: { State: stateText, Attempts: ({ attempts }) => attempts },
  },
  textColumn('failure', 'Reason', ({ failure }) => failure ?? ''),
]
