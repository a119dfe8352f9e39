// What an Admin should look at, in words, and where its rows are.
import { type Attention, formatGmd, type WallRow } from '@flexpower/contract'
import { userFloat } from '../floats/float-view.ts'
import { kindText } from '../floats/float-kinds.ts'
import { lastingText } from '../lib/lasting.ts'
import { paths, tillSession } from '../paths.ts'
import type { BadgeTone } from '../ui/Badge.tsx'

export interface Look {
  text: string
  tone: BadgeTone
  to: string
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** The shifts of a cashier from a day on. */
export const shiftsFrom = ({ cashierName }: Pick<WallRow, 'cashierName'>, from: string): string =>
  `${paths.admin.tillSessions}?search=${encodeURIComponent(cashierName)}&from=${from}`

const shift = ({ session }: WallRow): string =>
  session === null ? paths.admin.tillSessions : tillSession(session.id)

const looks: Record<Attention, (row: WallRow, from: string) => Look> = {
  counted: (row) => ({ text: 'Counted, not closed', tone: 'danger', to: shift(row) }),
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
    to: shiftsFrom(row, from),
  }),
  in_doubt: ({ inDoubt: { count, amount } }) => ({
    text: `${count === 1 ? '1 sale' : `${count} sales`} in doubt, ${formatGmd(amount)}`,
    tone: 'warning',
    to: paths.admin.cashPower,
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

/** `Short once, GMD 51.00`; the two of them apart, because one does not make up for the other. */
export function describeDifferences({ closed, short, over }: WallRow): string[] {
  if (closed === 0) return ['No shift closed']
  const parts = [
    ...(short.count > 0 ? [`Short ${times(short.count)}, ${formatGmd(short.amount)}`] : []),
    ...(over.count > 0 ? [`Over ${times(over.count)}, ${formatGmd(over.amount)}`] : []),
  ]
  return parts.length > 0 ? parts : ['None']
}

/** `lasts 3 days 5 h` */
export const describeRunway = ({ lastsDays, balance }: WallRow['floats'][number]): string => {
  if (balance === 0) return 'used up'
  if (lastsDays === null) return 'not in use'
  const text = lastingText(lastsDays)
  return `lasts ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
