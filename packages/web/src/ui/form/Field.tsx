// Form fields: label above, hint or error below and linked to the control, so that a screen reader announces it too.
// All other attributes go to the control itself; spread react-hook-form's register() into it.

import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon, type IconName } from '../Icon.tsx'

export interface FieldFrameProps {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Links label, hint and error to the control that `children` draws. */
export function FieldFrame(
  props: FieldFrameProps & { id?: string | undefined; children: (control: Control) => ReactNode },
) {
  const { label, error, hint, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const noteId = `${id}-note`
  const noted = hasText(error) || hasText(hint)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': hasText(error) || undefined,
        'aria-describedby': noted ? noteId : undefined,
      })}
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

export function FieldNote(props: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (hasText(props.error)) {
    return (
      <p className="field-error" id={props.id}>
        <Icon name="alert" size={16} />
        {props.error}
      </p>
    )
  }
  if (!hasText(props.hint)) return null
  return (
    <p className="field-hint" id={props.id}>
      {props.hint}
    </p>
  )
}

export interface FieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'prefix'> {
  /** Read-only: sunken, with a lock; it can still be read and copied by keyboard. */
  locked?: boolean | undefined
  icon?: IconName | undefined
  prefix?: string | undefined
  suffix?: string | undefined
}

/** Every field for a day or a time looks the same. */
const TYPE_ICONS: Readonly<Record<string, IconName>> = { date: 'calendar', time: 'clock' }

export function Field(props: FieldProps) {
  const {
    label,
    error,
    hint,
    locked = false,
    icon = TYPE_ICONS[props.type ?? ''],
    prefix,
    suffix,
    className = '',
    readOnly,
    ...rest
  } = props
  return (
    <FieldFrame id={rest.id} label={label} error={error} hint={hint}>
      {(control) => (
        <div className="field-box">
          {icon && <Icon name={icon} />}
          {prefix && <span className="field-prefix">{prefix}</span>}
          {suffix && !locked && <span className="field-suffix">{suffix}</span>}
          <input
            {...rest}
            {...control}
            className={`input ${locked ? 'input-locked' : ''} ${className}`}
            readOnly={locked || readOnly}
          />
          {locked && <Icon name="lock" size={16} className="field-end" />}
        </div>
      )}
    </FieldFrame>
  )
}

export interface TextAreaFieldProps extends FieldFrameProps, ComponentProps<'textarea'> {}

export function TextAreaField({ label, error, hint, className = '', ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame id={rest.id} label={label} error={error} hint={hint}>
      {(control) => <textarea rows={4} {...rest} {...control} className={`input ${className}`} />}
    </FieldFrame>
  )
}

export interface CheckboxFieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'type'> {}

export function CheckboxField({ label, error, hint, className = '', ...rest }: CheckboxFieldProps) {
  const noteId = useId()
  const noted = hasText(error) || hasText(hint)
  return (
    <div className={`field ${className}`}>
      <label className="check">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={hasText(error) || undefined}
          aria-describedby={noted ? noteId : undefined}
        />
        {label}
      </label>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

function hasText(note: ReactNode): boolean {
  return note !== undefined && note !== null && note !== '' && note !== false
}
