// Amounts as people write them: `1,000` and `1 000.50` are taken and sent as plain decimals. The server stays strict.

/** Groups of three digits, all set apart by the same sign. */
const GROUPED = /^\d{1,3}(?:([,’' \u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/

/** What else is typed stays as it is, for the form to say what is wrong with it: `1,5` could mean anything. */
export const plainAmount = (typed: string): string =>
  GROUPED.test(typed.trim()) ? typed.replaceAll(/[^\d.]/g, '') : typed

/** For react-hook-form's `register`: the field shows what was typed, the form holds the plain decimal. */
export const amountInput = { setValueAs: plainAmount }
