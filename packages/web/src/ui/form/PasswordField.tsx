// A password that can be shown, so that a user can check a new one or find a typing mistake.

import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldFrameProps } from './Field.tsx'

export interface PasswordFieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'type'> {}

export function PasswordField({ label, error, hint, className = '', ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={rest.id} label={label} error={error} hint={hint}>
      {(control) => (
        <div className="field-box">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`input input-secret ${className}`}
          />
          <button
            type="button"
            className="field-toggle"
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
