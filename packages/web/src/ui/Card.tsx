// Surfaces: the panel, figures that belong together, the green call to action, quick tiles.

import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export interface PanelProps {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** The content has its own edges, like a table or a list. */
  flush?: boolean | undefined
  className?: string | undefined
}

export function Panel({ title, actions, children, flush = false, className = '' }: PanelProps) {
  const titleId = useId()
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section className={`panel ${className}`} aria-labelledby={title === undefined ? undefined : titleId}>
      {hasHead && (
        <header className="panel-head">
          <h2 id={titleId}>{title}</h2>
          {actions}
        </header>
      )}
      {flush ? children : <div className="panel-body">{children}</div>}
    </section>
  )
}

export function StatGroup(props: { label: string; children: ReactNode; className?: string | undefined }) {
  return (
    <section className={`stats ${props.className ?? ''}`} aria-label={props.label}>
      {props.children}
    </section>
  )
}

export interface StatProps {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  /** While true, 'Loading...' replaces the value, and there is no note. */
  loading?: boolean | undefined
}

/** Keeps the height of a line. */
const NO_BREAK_SPACE = '\u00A0'

export function Stat({ label, value, note, loading = false }: StatProps) {
  return (
    <div className="stat">
      <p className="stat-label">{label}</p>
      <p className="stat-value" aria-busy={loading}>
        {loading ? 'Loading...' : figure(value)}
      </p>
      {note !== undefined && <p className="stat-note">{loading ? NO_BREAK_SPACE : note}</p>}
    </div>
  )
}

// A currency code before a figure is small, so that the figure is seen first.
function figure(value: ReactNode): ReactNode {
  const parts = typeof value === 'string' ? /^([A-Z]{3}) (.+)$/.exec(value) : null
  if (parts === null) return value
  return (
    <>
      <span className="stat-unit">{parts[1]}</span> {parts[2]}
    </>
  )
}

export interface CallCardProps {
  title: string
  note?: string | undefined
  icon?: IconName | undefined
  keys?: readonly string[] | undefined
  onClick: () => void
}

const NO_KEYS: readonly string[] = []

export function CallCard({ title, note, icon = 'plus', keys = NO_KEYS, onClick }: CallCardProps) {
  return (
    <button className="call" type="button" onClick={onClick} aria-keyshortcuts={keys.join(' ') || undefined}>
      <span className="call-mark">
        <Icon name={icon} />
      </span>
      <span className="call-words">
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
      {keys.length > 0 && (
        <span className="call-keys" aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </button>
  )
}

/** The class of a router link that is a quick tile: an Icon, then a span with <b> and <small>. */
export const tileClass = 'tile'
