// Two or three views of one screen, one at a time. Arrow keys move from tab to tab; the page stores which one is open.

import { Tabs as Parts } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabOption<Value extends string> {
  value: Value
  label: string
  /** How many wait there; zero is not shown. */
  count?: number | undefined
}

export interface TabsProps<Value extends string> {
  /** The accessible name. */
  label: string
  options: readonly TabOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What the open tab shows. */
  children: ReactNode
}

export function Tabs<Value extends string>({ label, options, value, onChange, children }: TabsProps<Value>) {
  return (
    <Parts.Root
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Parts.List aria-label={label} className="flex gap-5 border-b border-line">
        {options.map((option) => (
          <Parts.Tab key={option.value} value={option.value} className={TAB}>
            {option.label}
            {option.count ? <Count count={option.count} /> : null}
          </Parts.Tab>
        ))}
      </Parts.List>
      <Parts.Panel
        value={value}
        tabIndex={-1}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 outline-none"
      >
        {children}
      </Parts.Panel>
    </Parts.Root>
  )
}

const TAB =
  '-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-1 font-medium text-ink-2 hover:text-ink data-active:border-primary data-active:font-semibold data-active:text-ink'

const Count = ({ count }: { count: number }) => (
  <span className="grid h-5 min-w-5 place-items-center rounded-pill bg-info-soft px-1.5 text-xs font-semibold text-info">
    {count}
  </span>
)
