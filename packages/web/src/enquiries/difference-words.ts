// What a difference between our books and those of the other side means, and what to do about it.
import { type Bututs, bututs, type Difference, formatGmd, type OtherSide } from '@flexpower/contract'
import { site } from '../api/site.ts'
import type { BadgeTone } from '../ui/Badge.tsx'

interface Words {
  tone: BadgeTone
  title: string
  means: string
  todo: string
}

type Kind = Difference['kind']

const AGGREGATOR = 'the airtime aggregator'

/** In the middle of a sentence. */
export const sideName = (otherSide: OtherSide): string =>
  otherSide === 'utility' ? site.utilityName : AGGREGATOR

/** In a table cell. */
export const sideTitle = (otherSide: OtherSide): string =>
  otherSide === 'utility' ? site.utilityName : 'Airtime aggregator'

export const differenceWords = ({ otherSide, kind }: Pick<Difference, 'otherSide' | 'kind'>): Words => ({
  ...labels[kind](sideName(otherSide)),
  ...(otherSide === 'utility' ? utilityAdvice(site.utilityName) : airtimeAdvice)[kind],
})

const labels: Record<Kind, (side: string) => Pick<Words, 'tone' | 'title'>> = {
  'not on the other side': (side) => ({ tone: 'danger', title: `Not at ${side}` }),
  'not in our books': () => ({ tone: 'danger', title: 'Not in our books' }),
  'amount differs': () => ({ tone: 'warning', title: 'Amount differs' }),
  'tokens differ': () => ({ tone: 'warning', title: 'Tokens differ' }),
}

type Advice = Record<Kind, Pick<Words, 'means' | 'todo'>>

const utilityAdvice = (utility: string): Advice => ({
  'not on the other side': {
    means: `We sold this and took the money; ${utility} has no such sale.`,
    todo: `Call ${utility} with the reference. If it was never sold there, the token is worth nothing: give the customer the money back.`,
  },
  'not in our books': {
    means: `${utility} lists a sale in our name that we do not have.`,
    todo: `If one of ours sold it, as before a restore, book it. If not, ask ${utility} who sold it and when, and change the API password immediately.`,
  },
  'amount differs': {
    means: 'Both have the sale, but not the same amount.',
    todo: `Send ${utility} the receipt and ask for a correction. Our books stay as they are.`,
  },
  'tokens differ': {
    means: 'Both have the sale, but not the same token.',
    todo: `If the meter refuses the customer’s token, ask ${utility} for theirs and hand it out.`,
  },
})

const airtimeAdvice: Advice = {
  'not on the other side': {
    means: `We sold this and took the money; ${AGGREGATOR} did not deliver it.`,
    todo: 'Ask them with the reference. If the phone received nothing, give the customer the money back.',
  },
  'not in our books': {
    means: 'They list a top-up in our name that we do not have.',
    todo: 'If one of ours sold it, as before a restore, book it. If not, ask them who ordered it and when, and change the client secret immediately.',
  },
  'amount differs': {
    means: 'Both have the top-up, but not the same amount.',
    todo: 'If the phone received less, ask them for the rest, or give the customer the difference back. Our books stay as they are.',
  },
  'tokens differ': {
    means: 'Airtime has no tokens.',
    todo: 'Tell the person who maintains the software.',
  },
}

/** `GMD 5.00 less here`; null if one side has nothing, or both have the same. */
export function gapWords(ours: Bututs | null, theirs: Bututs | null): string | null {
  if (ours === null || theirs === null || ours === theirs) return null
  return `${formatGmd(bututs(Math.abs(ours - theirs)))} ${ours < theirs ? 'less' : 'more'} here`
}
