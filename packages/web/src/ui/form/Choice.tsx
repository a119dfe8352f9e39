// Choosing one of a few without opening anything: cards with text in a form, chips for amounts, a segment for periods.

import { type ComponentProps, type ReactNode, startTransition, useId, useOptimistic } from 'react'
import { FieldNote } from './Field.tsx'

export interface ChoiceOption {
  value: string
  label: string
  note?: string | undefined
}

export interface ChoiceFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: ReactNode
  options: readonly ChoiceOption[]
  error?: string | undefined
  hint?: ReactNode
  /** For a choice without a form. */
  chosen?: string | undefined
}

/** Radio buttons; spread register() into it as into any field. */
export function ChoiceField({ label, options, error, hint, name, chosen, ...rest }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error || hint ? id : undefined}>
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="options">
        {options.map((option) => (
          <label className="option" key={option.value}>
            <input
              {...rest}
              {...(chosen !== undefined && { checked: option.value === chosen })}
              name={name ?? id}
              type="radio"
              value={option.value}
            />
            <span>
              <b>{option.label}</b>
              {option.note && <small>{option.note}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </fieldset>
  )
}

export interface PickProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** For shortcuts next to a field with the same value: Tab skips them and moves from field to field. */
  skipsTab?: boolean | undefined
}

export function Chips<Value extends string | number>(props: PickProps<Value>) {
  return <Picks {...props} box="chips" part="chip" />
}

/** What is pressed is marked at once, even if the page takes a moment to show it. */
export function Segment<Value extends string | number>(props: PickProps<Value>) {
  const [marked, mark] = useOptimistic(props.value)
  const choose = (value: Value) =>
    startTransition(() => {
      mark(value)
      props.onChange(value)
    })
  return <Picks {...props} value={marked} onChange={choose} box="segment" part="" />
}

function Picks<Value extends string | number>(props: PickProps<Value> & { box: string; part: string }) {
  const { label, options, value, onChange, skipsTab = false, box, part } = props
  return (
    <fieldset className={box} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          tabIndex={skipsTab ? -1 : undefined}
          className={part}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
