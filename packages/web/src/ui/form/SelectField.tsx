// The platform's own select in our style: on a phone its picker is better than any list we could draw.

import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './Field.tsx'
import { Icon } from '../Icon.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

export interface SelectFieldProps extends FieldFrameProps, ComponentProps<'select'> {
  /** Give options, or <option> elements as children. */
  options?: readonly SelectOption[] | undefined
  placeholder?: string | undefined
}

export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, options, placeholder, className = '', children, ...rest } = props
  return (
    <FieldFrame id={rest.id} label={label} error={error} hint={hint}>
      {(control) => (
        <div className="field-box">
          <select {...rest} {...control} className={`input ${className}`}>
            {placeholder && <option value="">{placeholder}</option>}
            {options?.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <Icon name="down" size={16} className="field-end" />
        </div>
      )}
    </FieldFrame>
  )
}
