// Amounts as people write them: `1,000` and `1 000.50` are accepted and sent as plain decimals. The server stays strict.

/** Groups of three digits, all with the same separator. */
const GROUPED = /^\d{1,3}(?:([,’' \u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/

/** Anything else stays as typed, so that the form can say what is wrong with it: `1,5` could mean anything. */
export const plainAmount = (typed: string): string =>
  GROUPED.test(typed.trim()) ? typed.replaceAll(/[^\d.]/g, '') : typed

/** For react-hook-form's `register`: the field shows the typed text, the form has the plain decimal. */
export const amountInput = { setValueAs: plainAmount }
