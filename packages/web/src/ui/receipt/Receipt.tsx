// Paper from a roll of 58 or 80 mm: black on white, as wide as the paper. What is on it is drawn by those who print.
import type { ReactNode } from 'react'
import './receipt.css'

export const Receipt = ({ label, children }: { label: string; children: ReactNode }) => (
  <article className="receipt" aria-label={label}>
    {children}
  </article>
)

export interface ReceiptLine {
  label: string
  value: ReactNode
}

/** A fact without a value leaves no empty line. */
export const ReceiptFacts = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <dl>
    {lines
      .filter(({ value }) => value !== '')
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export const ReceiptLarge = ({ label, value }: { label: string; value: string }) => (
  <p className="receipt-large">
    <span>{label}</span>
    <span>{value}</span>
  </p>
)
