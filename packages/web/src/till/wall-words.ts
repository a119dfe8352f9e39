// What an Admin should look at, in words, and where its rows are.
import { type Attention, bututs, countOf, type Differing, formatGmd, type WallRow } from '@flexpower/contract'
import { userFloat } from '../floats/float-view.ts'
import { kindText } from '../floats/float-kinds.ts'
import { lastingText } from '../lib/lasting.ts'
import { paths, tillSession, userRecord } from '../paths.ts'
import type { BadgeTone } from '../ui/Badge.tsx'

export interface Look {
  text: string
  tone: BadgeTone
  to: string
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** The shifts of a cashier from a day on. */
export const shiftsFrom = ({ cashier }: Pick<WallRow, 'cashier'>, from: string): string =>
  `${paths.admin.tillSessions}?cashier=${cashier}&from=${from}`

/** Exactly the shifts that such a difference is counted from. */
const shiftsDiffering = ({ cashier }: Pick<WallRow, 'cashier'>, from: string, differing: Differing): string =>
  `${paths.admin.tillSessions}?cashier=${cashier}&differing=${differing}&closed-from=${from}`

const shift = ({ session }: WallRow): string =>
  session === null ? paths.admin.tillSessions : tillSession(session.id)

const looks: Record<Attention, (row: WallRow, from: string) => Look> = {
  counted: (row) => ({ text: 'Counted, not closed', tone: 'danger', to: shift(row) }),
  not_counted: ({ notCounted }) => ({
    text: 'Closed without a count',
    tone: 'warning',
    to: notCounted === null ? paths.admin.tillSessions : tillSession(notCounted),
  }),
  below_zero: (row) => ({ text: 'Expected cash is below zero', tone: 'danger', to: shift(row) }),
  opened_off: (row) => {
    const difference = row.session?.openingDifference ?? 0
    return {
      text: `Opened with ${formatGmd(bututs(Math.abs(difference)))} ${difference < 0 ? 'less' : 'more'} than the last count`,
      tone: 'warning',
      to: shift(row),
    }
  },
  open_long: (row) => ({ text: 'Open for more than a day', tone: 'warning', to: shift(row) }),
  float_low: ({ cashier, floats }) => {
    const kind = floats.find(({ state, lastsDays }) => state === 'very low' && lastsDays !== null)?.kind
    return {
      text: `${kindText(kind ?? 'electricity')} float runs out`,
      tone: 'danger',
      to: userFloat(cashier, kind),
    }
  },
  short_often: (row, from) => ({
    text: `Short ${times(row.short.count)}`,
    tone: 'warning',
    to: shiftsDiffering(row, from, 'short'),
  }),
  outside_shift: ({ cashier, outside }) => ({
    text: `Sold outside a shift today: ${formatGmd(outside)}`,
    tone: 'warning',
    to: userRecord(cashier),
  }),
  in_doubt: ({ cashier, inDoubt: { count, amount } }) => ({
    text: `${countOf(count, 'sale')} in doubt, ${formatGmd(amount)}`,
    tone: 'warning',
    to: `${paths.admin.cashPower}?cashier=${cashier}&open=sales`,
  }),
  refund_owed: ({ refunds: { amount, session } }) => ({
    text: `Owes customers ${formatGmd(amount)}`,
    tone: 'warning',
    to: session === null ? paths.admin.tillSessions : tillSession(session),
  }),
}

/** Most urgent first. */
export const listLooks = (row: WallRow, from: string): Look[] =>
  row.attention.map((each) => looks[each](row, from))

/** `Short once, GMD 51.00`; each apart, because one does not make up for the other. */
export function listDifferences(row: WallRow, from: string): { text: string; to: string }[] {
  const kinds = [
    ['short', 'Short', row.short],
    ['over', 'Over', row.over],
    ['opened_less', 'Opened with less', row.missingBetween],
  ] as const
  const found = kinds.flatMap(([differing, name, { count, amount }]) =>
    count === 0
      ? []
      : [
          {
            text: `${name} ${times(count)}, ${formatGmd(amount)}`,
            to: shiftsDiffering(row, from, differing),
          },
        ],
  )
  if (found.length > 0) return found
  return [{ text: row.closed === 0 ? 'No shift closed' : 'None', to: shiftsFrom(row, from) }]
}

/** The cashiers behind each figure of the tiles. */
export const wallViews = {
  attention: {
    label: 'Need attention',
    only: 'Only cashiers who need attention',
    is: ({ attention }: WallRow) => attention.length > 0,
  },
  selling: {
    label: 'Selling now',
    only: 'Only cashiers who are selling now',
    is: ({ isSelling }: WallRow) => isSelling,
  },
  open: {
    label: 'Cash in drawers',
    only: 'Only cashiers with an open shift',
    is: ({ session }: WallRow) => session !== null,
  },
  short: {
    label: 'Short',
    only: 'Only cashiers who were short in the last 30 days',
    is: ({ short }: WallRow) => short.count > 0,
  },
} as const
export type WallView = keyof typeof wallViews

/** Null: everybody. */
export const findWallView = (name: string): WallView | null =>
  Object.keys(wallViews).includes(name) ? (name as WallView) : null

/** Every word of the search is in the name or the location. */
export function isFound({ cashierName, location }: WallRow, search: string): boolean {
  const text = `${cashierName} ${location}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** `lasts 3 days 5 h`. The pace is that of whole days, so who sells for the first time today has none yet. */
export const describeRunway = ({ lastsDays, balance }: WallRow['floats'][number]): string => {
  if (balance === 0) return 'used up'
  if (lastsDays === null) return 'no sales in the 7 days before today'
  const text = lastingText(lastsDays)
  return `lasts ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
