// Buttons. A view has one primary button; the others are secondary or ghost. A busy button cannot be pressed again, but
// it keeps its width and its focus, so that nothing moves and the keyboard focus is not lost.

import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'lg'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: IconName | undefined
  busy?: boolean | undefined
  wide?: boolean | undefined
}

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: '',
  ghost: 'btn-ghost',
  danger: 'btn-danger',
}

/** The same look for router links, which are not buttons. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  wide = false,
): string {
  return ['btn', LOOKS[variant], size === 'lg' ? 'btn-lg' : '', wide ? 'btn-wide' : '']
    .filter(Boolean)
    .join(' ')
}

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, wide, className = '', children, onClick, type, ...rest } = props
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={`${buttonClass(variant, size, wide)} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? swallow : onClick}
    >
      <Leading icon={icon} busy={busy} />
      {children}
    </button>
  )
}

// A busy button is not disabled, because that would drop its focus. Its press is stopped here instead, submit included.
function swallow(event: { preventDefault: () => void }) {
  event.preventDefault()
}

function Leading({ icon, busy }: { icon: IconName | undefined; busy: boolean }): ReactNode {
  if (busy) return <Icon name="spinner" />
  return icon === undefined ? null : <Icon name={icon} />
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName
  /** What it does, for users who do not see the icon; also the tooltip. */
  label: string
  size?: 16 | 20 | undefined
}

export function IconButton({ icon, label, size, className = '', type, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type ?? 'button'}
      className={`icon-btn ${className}`}
      aria-label={label}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
