// A message that stays on the page: the bold line says what happened, the second one whether money moved and what to do next.

import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type NoticeTone = 'ok' | 'warning' | 'danger' | 'info'

export interface NoticeProps {
  tone: NoticeTone
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

const ICONS: Record<NoticeTone, IconName> = { ok: 'check', warning: 'warn', danger: 'alert', info: 'info' }

export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} />
      <div className="notice-words">
        <b>{title}</b>
        {children !== undefined && <div className="notice-text">{children}</div>}
      </div>
      {action}
    </div>
  )
}
