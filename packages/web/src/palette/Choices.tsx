// The list under the palette's box. Its options are links, so that they can be opened in another tab; the focus stays
// in the box.
import { type ReactNode, useId } from 'react'
import { Link } from '../router/hooks.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Choice, ChoiceGroup } from './choices.ts'

interface ChoicesProps {
  id: string
  groups: readonly ChoiceGroup[]
  active: Choice | undefined
  onPoint: (choice: Choice) => void
  onChoose: (choice: Choice) => void
}

/** As the combobox pattern requires. The browser's own list could contain neither icons nor links. */
const roles = { list: { role: 'listbox' }, group: { role: 'group' }, option: { role: 'option' } }

export const optionId = (listId: string, { to }: Choice): string => `${listId}${to}`

export const Choices = ({ id, groups, active, onPoint, onChoose }: ChoicesProps) => (
  <div
    id={id}
    {...roles.list}
    aria-label="Choices"
    className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:hidden"
  >
    {groups.map((group) => (
      <Group key={group.label} label={group.label}>
        {group.choices.map((choice) => (
          <Link
            key={choice.to}
            id={optionId(id, choice)}
            {...roles.option}
            aria-selected={choice === active}
            tabIndex={-1}
            to={choice.to}
            onPointerMove={() => onPoint(choice)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onChoose(choice)
            }}
            className="flex min-h-11 items-center gap-3 rounded px-2.5 py-1.5 aria-selected:bg-sunken"
          >
            <Icon name={choice.icon} className="text-ink-3" />
            <span className="min-w-0">
              <span className="block font-medium">{choice.title}</span>
              <span className="block truncate text-sm text-ink-3">{choice.note}</span>
            </span>
          </Link>
        ))}
      </Group>
    ))}
  </div>
)

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div {...roles.group} aria-labelledby={id}>
      <p id={id} className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
        {label}
      </p>
      {children}
    </div>
  )
}
