// The inbox of a user: what is unread, what was before, and how else they want to be told.
import { formatDay, formatTime, type Notice, notices } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { describeCall, readAhead, useCall, useRefresh } from '../api/hooks/use-call.ts'
import { ownArea } from '../api/session.ts'
import { refusalText } from '../form/form-errors.ts'
import { capitalize } from '../lib/later/capitalize.ts'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { useListView } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { ListTable } from '../list/ListTable.tsx'
import { Link } from '../router/hooks.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { findPlace, kindWords, stateWords } from './notice-words.ts'
import { Preferences } from './Preferences.tsx'

const UNREAD = { state: 'unread', limit: 50 } as const
const LOOK_EVERY_MS = 60_000

export const NoticesPage = () => (
  <>
    <Unread />
    <Earlier />
    <Preferences />
  </>
)
NoticesPage.readAhead = () => readAhead([describeCall(notices.list.window, UNREAD)])

/** Marks one or all as read. */
function useMark(): (id: number | 'all') => Promise<void> {
  const refresh = useRefresh()
  return async (id) => {
    try {
      if (id === 'all') toast.success((await call(notices.markAllSeen, {})).message)
      else await call(notices.markSeen, { id })
    } catch (error) {
      toast.error(refusalText(error, 'The notice could not be marked. Please try again.'))
    }
    refresh(notices.list, notices.count)
  }
}

function Unread() {
  const { data, isError, refetch } = useCall(notices.list.window, UNREAD, { pollMs: () => LOOK_EVERY_MS })
  const mark = useMark()
  if (data === undefined && !isError) return null
  return (
    <Panel
      flush
      title="Unread"
      actions={
        data !== undefined &&
        data.total > 0 && <Button onClick={() => void mark('all')}>Mark all as read</Button>
      }
    >
      {data === undefined ? (
        <EmptyState
          icon="alert"
          title="Your notices could not be read"
          action={
            <Button icon="refresh" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : data.total === 0 ? (
        <EmptyState icon="bell" title="Nothing is unread">
          What you should know of comes here.
        </EmptyState>
      ) : (
        <ul aria-label="Unread notices" className="divide-y divide-line">
          {data.rows.map((notice) => (
            <UnreadNotice key={notice.id} notice={notice} onRead={() => void mark(notice.id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function UnreadNotice({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const place = findPlace(notice, ownArea())
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-1 px-5 py-3 max-sm:px-4">
      <Icon name={kindWords[notice.kind].icon} className="mt-0.5 text-primary-text" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-break-word">{capitalize(notice.title)}</p>
        <p className="wrap-break-word text-ink-2">{notice.text}</p>
        <p className="text-sm text-ink-3">
          {formatDay(notice.at)}, {formatTime(notice.at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:basis-full max-sm:pl-8.5">
        {place !== null && (
          <Link to={place} onClick={onRead} className="btn" aria-label={`Open: ${notice.title}`}>
            Open
          </Link>
        )}
        <Button variant="ghost" aria-label={`Mark as read: ${notice.title}`} onClick={onRead}>
          Mark as read
        </Button>
      </div>
    </li>
  )
}

/** A subject of a mail begins after our name, and so in small letters. */

function Earlier() {
  const view = useListView()
  const list = useListWindow(notices.list, { state: 'earlier' as const }, view)
  return (
    <>
      <h2 className="pt-2 text-lg font-medium">Earlier</h2>
      <ListTable
        caption="Earlier notices"
        list={list}
        view={view}
        columns={columns}
        searchHint="Search by date or a word of the notice."
        failure="No notice is lost. It is tried again automatically in a moment."
        empty={
          <EmptyState icon="bell" title="No earlier notices">
            What you have read, and what is over, is listed here for some months.
          </EmptyState>
        }
        file={{ name: 'notices' }}
      />
    </>
  )
}

const columns: readonly Column<Notice>[] = [
  momentColumn,
  textColumn('title', 'Notice', ({ title }) => capitalize(title), { kind: 'strong', mobile: 'title' }),
  textColumn('text', 'Details', ({ text }) => text, { mobile: 'block' }),
  {
    id: 'state',
    header: 'State',
    mobile: 'amount',
    cell: (notice) => <Badge tone={notice.overAt === null ? 'info' : 'off'}>{stateWords(notice)}</Badge>,
    file: stateWords,
  },
]
