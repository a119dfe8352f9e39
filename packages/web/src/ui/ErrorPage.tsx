// what a routing or rendering error shows, as a whole page or inside one.

import type { ReactNode } from 'react'

export interface ErrorPageProps {
  /** The status or the message. */
  detail: ReactNode
  /** What to do next: try again, back home. */
  action?: ReactNode
  /** Inline keeps the layout around it. */
  variant?: 'page' | 'inline' | undefined
}

const HEADING = 'Unexpected Application Error!'

export function ErrorPage({ detail, action, variant = 'page' }: ErrorPageProps) {
  const isPage = variant === 'page'
  const Place = isPage ? 'main' : 'section'
  return (
    <Place className={`fault ${isPage ? 'fault-page' : ''}`}>
      <Unplugged />
      {isPage ? <h1>{HEADING}</h1> : <h2>{HEADING}</h2>}
      <p className="fault-detail">{detail}</p>
      {action !== undefined && <div className="fault-action">{action}</div>}
    </Place>
  )
}

function Unplugged() {
  return (
    <svg className="fault-art" viewBox="0 0 184 64" aria-hidden="true">
      <path d="M0 44h14c10 0 10-12 20-12h14M48 20h14a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H48zM68 26h10M68 38h10" />
      <path d="M184 20h-14c-10 0-10 12-20 12h-14M136 20v24h-12c-7 0-12-5-12-12s5-12 12-12z" />
      <path className="spark" d="M95 10v8M84 15l4 5M106 15l-4 5" />
    </svg>
  )
}
