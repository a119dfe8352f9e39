// What will be here later, and how to fill it.

import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export interface EmptyStateProps {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="empty-text">{children}</div>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  )
}
