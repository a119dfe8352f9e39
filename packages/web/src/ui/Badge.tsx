// A state in one glance: shape, word, then colour, so it is told without colour too.

import type { ReactNode } from 'react'

/** Circle fine, triangle warning, diamond failed, square in progress, ring off; a role has no shape. */
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
