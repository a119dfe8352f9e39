// The fields that an act changed, each from what to what.
import type { Act } from '@flexpower/contract'
import { Icon } from '../ui/Icon.tsx'
import { type ActField, fieldsOf, isChanged, isSecret } from './act-words.ts'

export function ActChanges({ act }: { act: Act }) {
  const changes = fieldsOf(act).filter(isChanged)
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
