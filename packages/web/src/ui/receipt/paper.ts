// What is on a receipt, from top to bottom, as data: drawn by Receipt.tsx for the browser's print dialog, and by
// printer/raw for printers without one. Every text is ready to be printed.

/** From the darkest to the lightest: how a part of a bar, and its line below, are marked. */
export const MARKS = ['full', 'dark', 'medium', 'light'] as const
export type Mark = (typeof MARKS)[number]

export interface PaperLine {
  label: string
  value: string
  isStrong?: boolean
  mark?: Mark
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'centre'; text: string; isStrong?: boolean }
  /** In a frame: which copy, which slip. */
  | { kind: 'stamp'; text: string }
  | { kind: 'rule' }
  | { kind: 'facts'; lines: readonly PaperLine[] }
  | { kind: 'large'; label: string; value: string }
  | { kind: 'text'; text: string; isStrong?: boolean }
  /** By far the largest thing on its receipt. */
  | { kind: 'token'; label: string; digits: string }
  /** One line that is divided by the sizes of its parts. */
  | { kind: 'bar'; parts: readonly { mark: Mark; amount: number }[] }
  | { kind: 'qr'; address: string }

export interface Paper {
  title: string
  blocks: readonly Block[]
}

/** Twenty digits in blocks of four, on two lines of ten: `1234 5678 90` and `12 3456 7890`. */
export const splitToken = (digits: string): [string, string] => [
  [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8, 10)].join(' '),
  [digits.slice(10, 12), digits.slice(12, 16), digits.slice(16)].join(' '),
]

/** A line without a value leaves no gap. */
export const facts = (lines: readonly PaperLine[]): Block => ({
  kind: 'facts',
  lines: lines.filter(({ value }) => value !== ''),
})

export const rule: Block = { kind: 'rule' }
