// Who changed this record, and what they changed: `<RecordHistory record="user/12" />`. It has no frame and no heading,
// so that it fits into a panel or a modal. Read it again with `useRefresh()(acts.list)`.
import { type Act, acts } from '@flexpower/contract'
import { type ActField, actorText, listFields, isChanged, isSecret, momentText } from './act-words.ts'
import { type PagesQuery, usePages } from './use-pages.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function RecordHistory({ record }: { record: string }) {
  const query = usePages(acts.list.window, { record, limit: 50 })
  const entries = query.data?.flatMap((page) => page.rows)
  if (entries === undefined) return query.isError ? <Unread query={query} /> : <Reading />
  if (entries.length === 0) return <p className="text-ink-3">Nothing has been changed here yet.</p>
  return (
    <div className="grid justify-items-start gap-3">
      <ol aria-label="History" className="grid w-full gap-4">
        {entries.map((act) => (
          <Entry key={act.id} act={act} />
        ))}
      </ol>
      <ShowMore query={query} />
    </div>
  )
}

const Entry = ({ act }: { act: Act }) => (
  <li className="grid gap-1.5 border-l-2 border-line pl-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <b className="font-semibold">{actorText(act.actor)}</b> {act.action}
      </span>
      <time dateTime={act.at.toISOString()} className="text-sm text-ink-3">
        {momentText(act.at)}
      </time>
    </p>
    <ActChanges act={act} />
  </li>
)

function ShowMore({ query }: { query: PagesQuery<unknown> }) {
  if (!query.hasNextPage) return null
  return (
    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more
    </Button>
  )
}

const Unread = ({ query }: { query: PagesQuery<unknown> }) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className="text-ink-2">The history could not be read. This changes nothing on the server.</p>
    <Button icon="refresh" onClick={() => void query.refetch()}>
      Try again
    </Button>
  </div>
)

const Reading = () => (
  <div aria-busy="true" className="shimmers grid gap-3">
    {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
      <span key={width} className={`shimmer ${width}`} />
    ))}
    <output className="sr-only">Loading...</output>
  </div>
)

/** The fields that an action changed, each with its old and new value. */
export function ActChanges({ act }: { act: Act }) {
  const changes = listFields(act).filter(isChanged)
  if (changes.length === 0) return null
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {changes.map((field) => (
        <div key={field.name} className="contents">
          <dt className="wrap-anywhere text-ink-3">{field.label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {act.before === null || act.after === null || isSecret(field.name) ? (
              (field.after ?? field.before)
            ) : (
              <FromTo field={field} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const FromTo = ({ field: { before, after } }: { field: ActField }) => (
  <>
    <del className="text-ink-3 no-underline">
      <span className="sr-only">from </span>
      {before ?? 'nothing'}
    </del>
    <Icon name="right" size={16} className="mx-1.5 inline align-[-3px] text-ink-3" />
    <ins className="font-medium no-underline">
      <span className="sr-only">to </span>
      {after ?? 'nothing'}
    </ins>
  </>
)
