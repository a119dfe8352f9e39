// What a failure of the printer means for the person at the counter: what happened, and what to do next.

export type FailureKind =
  /** The user closed the browser's list of printers, or the browser does not allow it. */
  | 'refused'
  /** It has to be chosen in the browser's list, which needs a press. */
  | 'unchosen'
  | 'missing'
  | 'busy'
  | 'lost'
  | 'silent'
  | 'no paper'
  | 'unsupported'

export class PrinterFailure extends Error {
  override name = 'PrinterFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, options?: ErrorOptions) {
    super(`The printer failed (${kind})`, options)
    this.kind = kind
  }
}

export interface PrintProblem {
  title: string
  text: string
}

export const describeFailure = (kind: FailureKind): PrintProblem => texts[kind]

const texts: Readonly<Record<FailureKind, PrintProblem>> = {
  refused: {
    title: 'No printer was chosen',
    text: 'Print again and choose the printer in the browser’s list. If it is not in the list, switch it on first.',
  },
  unchosen: {
    title: 'The printer has to be chosen again',
    text: 'This browser forgets Bluetooth printers when the page is loaded. Press Print and choose it.',
  },
  missing: {
    title: 'The printer was not found',
    text: 'Switch it on, look at its cable or its distance, then print again.',
  },
  busy: {
    title: 'The printer could not be opened',
    text: 'Another program or another tab uses it. Close that, or choose another connection under Printer, then print again.',
  },
  lost: {
    title: 'The printer was disconnected while it printed',
    text: 'What came out may not be complete. Connect it again, then print again.',
  },
  silent: {
    title: 'The printer does not answer',
    text: 'Look at its paper, its cover and its light. If nothing came out, print again.',
  },
  'no paper': {
    title: 'The printer has no paper',
    text: 'Put in a new roll and close the cover, then print again.',
  },
  unsupported: {
    title: 'This browser or printer cannot print without a dialog',
    text: 'Use Chrome or Edge, or choose another connection under Printer.',
  },
}

export const BLOCKED: PrintProblem = {
  title: 'The browser blocked the print window',
  text: 'Allow pop-ups for this site and print again.',
}

export const UNREACHABLE: PrintProblem = {
  title: 'The receipt was not printed',
  text: 'The server did not answer. Print again in a moment.',
}
