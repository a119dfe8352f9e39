// One audit entry: who did what to which record. Opened, it also shows from where, and the record before and after.
import type { Act } from '@flexpower/contract'
import { useId } from 'react'
import { Link } from '../router/hooks.tsx'
import { paths, userRecord } from '../paths.ts'
import { type ActField, actorText, listFields, isChanged, momentText } from './act-words.ts'
import { Icon } from '../ui/Icon.tsx'

interface ActEntryProps {
  act: Act
  isOpen: boolean
  onToggle: () => void
}

export function ActEntry({ act, isOpen, onToggle }: ActEntryProps) {
  const detailId = useId()
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={onToggle}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 max-md:px-4 md:grid-cols-[9.5rem_minmax(0,1fr)_auto]"
      >
        <time dateTime={act.at.toISOString()} className="text-sm whitespace-nowrap text-ink-3">
          {momentText(act.at)}
        </time>
        <span className="min-w-0 wrap-anywhere max-md:col-start-1 max-md:row-start-2">
          <b className="font-semibold">{actorText(act.actor)}</b> {act.action}
          {act.title !== '' && <span className="text-ink-2">, {act.title}</span>}
        </span>
        <Icon
          name="down"
          className={`text-ink-3 transition-transform max-md:row-span-2 max-md:row-start-1 max-md:col-start-2 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && <Detail id={detailId} act={act} />}
    </li>
  )
}

function Detail({ id, act }: { id: string; act: Act }) {
  const fields = listFields(act)
  return (
    <div id={id} className="grid gap-3 bg-sunken px-5 py-4 max-md:px-4 md:pl-[12rem]">
      {fields.length > 0 && <BeforeAndAfter fields={fields} />}
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
        <span>{act.address === '' ? 'Done by the server itself' : `From ${act.address}`}</span>
        <Link className={LINK} to={`${paths.admin.audit}?${new URLSearchParams({ record: act.record })}`}>
          Everything about {act.record}
        </Link>
        <RecordLink record={act.record} />
      </p>
    </div>
  )
}

const LINK = 'link inline-flex min-h-11 items-center'

/** Records that have their own page. */
function RecordLink({ record }: { record: string }) {
  const user = /^user\/(\d+)$/.exec(record)?.[1]
  if (user === undefined) return null
  return (
    <Link className={LINK} to={userRecord(Number(user))}>
      Open the user
    </Link>
  )
}

const BeforeAndAfter = ({ fields }: { fields: readonly ActField[] }) => (
  <table className="w-full table-fixed text-sm">
    <thead>
      <tr className="text-left text-xs text-ink-3">
        <th scope="col" className="w-24 pb-1 font-medium sm:w-1/4">
          Field
        </th>
        <th scope="col" className="pb-1 font-medium">
          Before
        </th>
        <th scope="col" className="pb-1 font-medium">
          After
        </th>
      </tr>
    </thead>
    <tbody>
      {fields.map((field) => (
        <tr
          key={field.name}
          className={`border-t border-line align-top ${isChanged(field) ? 'font-medium' : 'text-ink-3'}`}
        >
          <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere text-ink-2">
            {field.label}
          </th>
          <td className="py-1 pr-3 wrap-anywhere">{field.before ?? '–'}</td>
          <td className="py-1 wrap-anywhere">{field.after ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
