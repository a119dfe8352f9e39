// Which columns of a list are shown. The last visible column cannot be hidden.
import type { Column } from '../columns.tsx'

interface ColumnChoiceProps {
  columns: readonly Pick<Column<never>, 'id' | 'header'>[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  return (
    <fieldset className="column-list basis-full border-0 p-0" aria-label="Columns">
      {columns.map(({ id, header }) => {
        const isShown = !hidden.includes(id)
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() => onChange(isShown ? [...hidden, id] : hidden.filter((other) => other !== id))}
            />
            {header}
          </label>
        )
      })}
    </fieldset>
  )
}
