// The same was sold within the hour: asked once, before the money goes twice.
import { type Bututs, formatGmd } from '@flexpower/contract'
import { now } from '../lib/clock.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { ago } from './words.ts'

export interface RecentSale {
  at: Date
  tendered: Bututs
}

interface AskAgainProps {
  recent: RecentSale | null
  /** What it was sold to: `meter`. */
  subject: string
  tendered: Bututs
  isOpen: boolean
  onAnswer: (isYes: boolean) => void
}

export function AskAgain({ recent, subject, tendered, isOpen, onAnswer }: AskAgainProps) {
  if (recent === null) return null
  return (
    <ConfirmDialog
      open={isOpen}
      title={`Sell again to this ${subject}?`}
      confirmLabel="Sell again"
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      <p>
        {formatGmd(recent.tendered)} was sold to this {subject} {ago(recent.at, now())}. A second sale takes{' '}
        {formatGmd(tendered)} more.
      </p>
    </ConfirmDialog>
  )
}
