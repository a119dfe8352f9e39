// What a difference between our books and the utility's means, in plain words, and what to do about it.
import { type Bututs, bututs, type Difference, formatGmd } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

interface Words {
  tone: BadgeTone
  title: string
  means: string
  todo: string
}

export const differenceWords = (kind: Difference['kind'], utility: string): Words => words[kind](utility)

const words: Record<Difference['kind'], (utility: string) => Words> = {
  'not at the utility': (utility) => ({
    tone: 'danger',
    title: `Not at ${utility}`,
    means: `We sold this and took the money; ${utility} has no such sale.`,
    todo: `Call ${utility} with the reference. If it was never sold there, the token is worth nothing: give the customer the money back.`,
  }),
  'not in our books': (utility) => ({
    tone: 'danger',
    title: 'Not in our books',
    means: `${utility} lists a sale in our name that we do not have.`,
    todo: `Ask ${utility} who sold it and when. If it was nobody of ours, change the API password at once.`,
  }),
  'amount differs': (utility) => ({
    tone: 'warning',
    title: 'Amount differs',
    means: 'Both have the sale, but not the same amount.',
    todo: `Send ${utility} the receipt and ask for a correction. Our books stay as they are.`,
  }),
  'tokens differ': (utility) => ({
    tone: 'warning',
    title: 'Tokens differ',
    means: 'Both have the sale, but not the same token.',
    todo: `If the meter refuses the customer’s token, ask ${utility} for theirs and hand it out.`,
  }),
}

/** `GMD 5.00 less here`; null where one side has nothing, or both have the same. */
export function gapWords(ours: Bututs | null, theirs: Bututs | null): string | null {
  if (ours === null || theirs === null || ours === theirs) return null
  return `${formatGmd(bututs(Math.abs(ours - theirs)))} ${ours < theirs ? 'less' : 'more'} here`
}
