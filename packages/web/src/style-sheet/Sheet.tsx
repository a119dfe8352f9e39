// The layout of the samples on the style sheet.

import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-8" aria-label={title}>
      <h2 className="mb-5 text-xl font-semibold">{title}</h2>
      {children}
    </section>
  )
}

export function Sample({
  name,
  children,
  className = '',
}: {
  name: string
  children: ReactNode
  className?: string
}) {
  return (
    <div className="min-w-0">
      <p className="mb-3 text-xs text-ink-3">{name}</p>
      <div className={className}>{children}</div>
    </div>
  )
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2">{children}</div>
}

export function Quarters({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 lg:grid-cols-4">{children}</div>
}
