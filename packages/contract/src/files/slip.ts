// What is on a Z slip or an X report, and its words: the same on the screen, on paper and in a file.
import { floatNames } from '../credits.ts'
import type { Bututs } from '../money.ts'
import { bututs, countOf, formatGmd } from '../money.ts'
import { productTitles } from '../sales.ts'
import { formatDay, formatTime } from '../time.ts'
import type { Denomination, TillFigures, TillMovement, TillSession } from '../till.ts'

export const movementWords: Record<TillMovement['kind'], string> = {
  in: 'Cash in',
  out: 'Cash out',
  drop: 'To the safe',
  refund: 'Paid back',
}

/** `D200`, `D10 coin`, `b50`: as the notes and coins are called. */
export function nameDenomination({ kind, value }: Denomination): string {
  const name = value < 100 ? `b${value}` : `D${value / 100}`
  return kind === 'coin' && value >= 100 ? `${name} coin` : name
}

export const formatMoment = (at: Date): string => `${formatDay(at)}, ${formatTime(at)}`

/** In words, because a minus sign is easily missed. */
export function describeDifference(difference: Bututs | null): string {
  if (difference === null) return 'Not counted'
  if (difference === 0) return 'None'
  return `${formatGmd(bututs(Math.abs(difference)))} ${difference < 0 ? 'short' : 'over'}`
}

export const titleSlip = ({ number }: Pick<TillSession, 'number'>): string =>
  number === null ? 'X report' : `Z slip ${number}`

export interface SlipLine {
  label: string
  value: string
  /** Stands out. */
  isStrong?: boolean
}

/** A part of the slip, with a line above it. */
export interface SlipSection {
  heading?: string
  lines: readonly SlipLine[]
  /** Larger, below the lines. */
  results?: readonly SlipLine[]
  note?: string
}

/** A line without a value and a section without a line are left out. */
export function listSlipSections(session: TillSession): SlipSection[] {
  return [
    {
      lines: [
        { label: 'Cashier', value: session.cashierName },
        { label: 'Location', value: session.location },
        { label: 'Opened', value: formatMoment(session.openedAt) },
        { label: 'Closed', value: session.closedAt ? formatMoment(session.closedAt) : '' },
        {
          label: 'Closed by',
          value: session.isClosedByOther ? `${session.closedBy}, Admin` : '',
          isStrong: true,
        },
      ],
    },
    ...(session.figures === null ? [] : [listSold(session.figures), sumCash(session, session.figures)]),
    {
      lines: session.movements.map(({ kind, amount, reason, reference }) => ({
        label: `${movementWords[kind]}: ${reference ?? reason}`,
        value: formatGmd(amount),
      })),
    },
    {
      heading: 'In doubt when the drawer was counted',
      lines: session.inDoubt.map(({ reference, tendered }) => ({
        label: reference,
        value: formatGmd(tendered),
      })),
    },
    {
      lines: (session.pieces ?? []).map((one) => ({
        label: `${nameDenomination(one)} × ${one.pieces}`,
        value: formatGmd(bututs(one.value * one.pieces)),
      })),
    },
    ...(session.figures === null ? [] : listFloats(session.figures)),
  ]
    .map((section) => ({ ...section, lines: section.lines.filter(({ value }) => value !== '') }))
    .filter(({ lines }) => lines.length > 0)
}

type Product = TillFigures['products'][number]

const sumProducts = ({ products }: TillFigures, pick: (product: Product) => number): Bututs =>
  bututs(products.reduce((total, product) => total + pick(product), 0))

const tally = (sales: number, amount: Bututs): string =>
  sales === 0 ? '' : `${countOf(sales, 'sale')}, ${formatGmd(amount)}`

const listSold = (figures: TillFigures): SlipSection => ({
  lines: [
    ...figures.products.flatMap((one): SlipLine[] => [
      {
        label: productTitles[one.product],
        value: `${countOf(one.sales, 'sale')}, ${formatGmd(one.tendered)}`,
        isStrong: true,
      },
      { label: '– in doubt', value: tally(one.inDoubt, one.inDoubtAmount) },
      { label: '– voided', value: tally(one.voided, one.voidedAmount) },
    ]),
    { label: 'Fees', value: formatGmd(sumProducts(figures, ({ fees }) => fees)) },
    { label: 'Commission', value: formatGmd(sumProducts(figures, ({ commission }) => commission)) },
    { label: 'Receipts printed again', value: figures.copies === 0 ? '' : String(figures.copies) },
    { label: 'First sale', value: figures.firstReference ?? '' },
    { label: 'Last sale', value: figures.lastReference ?? '' },
  ],
})

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Each float from before to after. One that never was is left out. */
function listFloats(figures: TillFigures): SlipSection[] {
  const { floatsBefore, floatsAfter, floatsMoved } = figures
  return (['electricity', 'airtime'] as const).flatMap((kind) =>
    floatsBefore[kind] === 0 && floatsAfter[kind] === 0
      ? []
      : [
          {
            heading: capitalize(floatNames[kind]),
            lines: [
              { label: 'Before', value: formatGmd(floatsBefore[kind]) },
              ...(floatsMoved === null ? [] : listFloatMoves(figures, kind, floatsMoved[kind])),
              { label: 'After', value: formatGmd(floatsAfter[kind]) },
            ],
          },
        ],
  )
}

/** The others are sold from the float of electricity. */
const ownFloats: Partial<Record<Product['product'], 'airtime'>> = { airtime: 'airtime' }

/** What made one of the other: before + these lines = after. */
export function sumFloatMoves(
  figures: TillFigures,
  kind: 'electricity' | 'airtime',
  moved: NonNullable<TillFigures['floatsMoved']>['electricity'],
) {
  const products = figures.products.filter(({ product }) => (ownFloats[product] ?? 'electricity') === kind)
  const add = (pick: (product: Product) => number) => products.reduce((sum, each) => sum + pick(each), 0)
  const sales = -add(({ tendered, inDoubtAmount }) => tendered + inDoubtAmount)
  const commission = add((product) => product.commission)
  const told = sales + commission + Object.values(moved).reduce((sum, amount) => sum + amount, 0)
  const other = figures.floatsAfter[kind] - figures.floatsBefore[kind] - told
  return { ...moved, sales: bututs(sales), commission: bututs(commission), other: bututs(other) }
}

const floatMoveWords = {
  load: 'Loaded',
  correction: 'Loads corrected',
  received: 'From other cashiers',
  sent: 'To other cashiers',
  back: 'Taken back',
  sales: 'Sales',
  commission: 'Commission',
  /** Sales of other times that ended in this one, and sales that were booked. */
  other: 'Sales of other shifts',
} as const

const listFloatMoves = (...given: Parameters<typeof sumFloatMoves>): SlipLine[] => {
  const moves = sumFloatMoves(...given)
  return (Object.keys(floatMoveWords) as (keyof typeof floatMoveWords)[]).map((each) => ({
    label: floatMoveWords[each],
    value: moves[each] === 0 ? '' : formatGmd(moves[each]),
  }))
}

function sumCash(session: TillSession, figures: TillFigures): SlipSection {
  const { moved } = figures
  const added = (amount: Bututs) => (amount === 0 ? '' : formatGmd(amount))
  const taken = (amount: Bututs) => added(bututs(0 - amount))
  const inDoubt = sumProducts(figures, ({ inDoubtAmount }) => inDoubtAmount)
  const { counted, difference, reason, leftBefore, openingReason } = session
  const isSame = leftBefore === null || leftBefore === session.opening
  return {
    lines: [
      { label: 'Last shift ended with', value: isSame ? '' : formatGmd(leftBefore) },
      { label: 'Why not opened with it', value: isSame ? '' : (openingReason ?? '') },
      { label: 'Opening', value: formatGmd(session.opening) },
      { label: 'Sales', value: formatGmd(sumProducts(figures, ({ tendered }) => tendered)) },
      { label: 'Sales in doubt', value: added(inDoubt) },
      { label: movementWords.in, value: added(moved.in) },
      { label: movementWords.out, value: taken(moved.out) },
      { label: movementWords.drop, value: taken(moved.drop) },
      { label: movementWords.refund, value: taken(moved.refund) },
    ],
    results: [
      { label: 'Expected', value: formatGmd(figures.expected) },
      ...(session.countedAt === null
        ? []
        : [
            { label: 'Counted', value: counted === null ? 'Not counted' : formatGmd(counted) },
            { label: 'Difference', value: describeDifference(difference) },
          ]),
    ],
    ...(session.countedAt !== null && reason !== null && { note: `Reason: ${reason}` }),
  }
}
