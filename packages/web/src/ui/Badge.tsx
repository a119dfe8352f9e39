// A state at a glance: shape, text, then colour, so that it can be read without colour too.

import type { ReactNode } from 'react'

/** Circle: fine; triangle: warning; diamond: failed; square: in progress; ring: off. A role has no shape. */
export type BadgeTone = 'ok' | 'warning' | 'danger' | 'info' | 'off' | 'role'

export interface BadgeProps {
  tone: BadgeTone
  children: ReactNode
  /** Filled, for the one role that stands out. */
  solid?: boolean | undefined
}

export function Badge({ tone, children, solid = false }: BadgeProps) {
  return <span className={`badge badge-${tone} ${solid ? 'badge-solid' : ''}`}>{children}</span>
}
