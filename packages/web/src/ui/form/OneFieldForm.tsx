// A panel that asks one thing: a field, its button, a note on what it does, and the outcome below.

import type { FormEvent, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Panel } from '../Card.tsx'

export interface OneFieldFormProps {
  /** The field. */
  children: ReactNode
  action: string
  busy: boolean
  note: ReactNode
  /** Null until there is an outcome. */
  outcome: ReactNode
  onSubmit: (event: FormEvent) => unknown
}

export const OneFieldForm = ({ children, action, busy, note, outcome, onSubmit }: OneFieldFormProps) => (
  <Panel>
    <form
      noValidate
      className="grid items-start gap-4 sm:grid-cols-[minmax(0,220px)_auto_minmax(0,1fr)]"
      onSubmit={(event) => void onSubmit(event)}
    >
      {children}
      <Button variant="primary" type="submit" busy={busy} className="sm:mt-6">
        {action}
      </Button>
      <p className="max-w-140 text-sm text-pretty text-ink-3 sm:mt-6 sm:flex sm:min-h-11 sm:items-center">
        {note}
      </p>
    </form>
    {outcome !== null && <div className="mt-4">{outcome}</div>}
  </Panel>
)
