// Writes the demo's past till sessions in bulk, each with the slip that a close would have made.
import { type Bututs, bututs, PRODUCTS } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import type { TillFigures } from '../db/till-tables.ts'
import { sumPieces } from '../ledger/till.ts'
import type { PastMovement, PastShift } from './invent-shifts.ts'
import { type PastSale, pastProducts } from './past.ts'

export interface WrittenShift extends PastShift {
  userId: number
}

type Floats = Partial<Record<FloatKind, number>>
/** The floats at an instant; each one asked for is later than the one before. */
type ReadFloats = (until: Date) => Floats

interface Surroundings {
  epoch: number
  /** Who closes a drawer that nobody counted. */
  admin: number
  /** What each cashier was loaded before the first sale, by the cashier's id. */
  loads: ReadonlyMap<number, Floats>
  /** All sales of the past, in the order of their time. */
  sales: readonly (PastSale & { userId: number })[]
}

/** Returns the session of each sale, by its reference. */
export async function writeShifts(
  tx: Tx,
  shifts: readonly WrittenShift[],
  given: Surroundings,
): Promise<Map<string, number>> {
  const readers = new Map(
    [...given.loads].map(([userId, loaded]) => [
      userId,
      followFloats(
        given.sales.filter((sale) => sale.userId === userId),
        loaded,
      ),
    ]),
  )
  const rows = numberSlips(shifts).map(({ number, ...shift }, place) => ({
    ...toRow(shift, number, given, readers.get(shift.userId) ?? (() => ({}))),
    place,
  }))
  const { rows: written } = await sql<{ id: number; place: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("userId" bigint, "openedAt" timestamptz, opening bigint,
        "floatsBefore" jsonb, "countedBy" bigint, pieces jsonb, counted bigint, expected bigint, figures jsonb, reason text,
        "closedAt" timestamptz, epoch smallint, number integer, place int, movements jsonb)
    ), written as (
      insert into till_session (user_id, opened_at, opening, floats_before, counted_at, counted_by, pieces, counted, expected, figures,
          reason, closed_at, closed_by, epoch, number)
        select "userId", "openedAt", opening, "floatsBefore", "closedAt", "countedBy", pieces, counted, expected, figures,
            reason, "closedAt", "countedBy", epoch, number from given order by "openedAt"
        returning id, user_id, opened_at
    ), placed as (
      select w.id, g.* from written w join given g on g."userId" = w.user_id and g."openedAt" = w.opened_at
    ), moved as (
      insert into till_movement (session_id, kind, amount, reason, user_id, at, key)
        select p.id, m.kind, m.amount, m.reason, p."userId", m.at, 'demo-' || p.id || '-' || m.nth from placed p,
          jsonb_to_recordset(p.movements) as m (nth int, kind text, amount bigint, reason text, at timestamptz)
    )
    select id, place from placed`.execute(tx)
  return new Map(
    written.flatMap(({ id, place }) =>
      (shifts[place]?.sales ?? []).map(({ reference }) => [reference, id] as const),
    ),
  )
}

function followFloats(sales: readonly PastSale[], loaded: Floats): ReadFloats {
  const floats = { ...loaded }
  let next = 0
  return (until) => {
    for (let sale = sales[next]; sale && sale.at < until; sale = sales[(next += 1)]) {
      const { floatKind } = pastProducts[sale.product]
      floats[floatKind] = (floats[floatKind] ?? 0) - sale.tendered + sale.commission
    }
    return { ...floats }
  }
}

/** In the order of their closes, without a gap. */
function numberSlips(shifts: readonly WrittenShift[]): (WrittenShift & { number: number | null })[] {
  const closed = shifts
    .filter(({ close }) => close !== null)
    .toSorted((one, other) => (one.close?.at.getTime() ?? 0) - (other.close?.at.getTime() ?? 0))
  const numbers = new Map(closed.map((shift, place) => [shift, place + 1]))
  return shifts.map((shift) => ({ ...shift, number: numbers.get(shift) ?? null }))
}

function toRow(
  shift: WrittenShift,
  number: number | null,
  { epoch, admin }: Surroundings,
  readFloats: ReadFloats,
) {
  const { userId, close } = shift
  const common = {
    userId,
    openedAt: shift.openedAt,
    opening: shift.opening,
    floatsBefore: readFloats(shift.openedAt),
    movements: shift.movements.map((movement, nth) => ({ ...movement, nth })),
  }
  if (close === null) return common
  return {
    ...common,
    countedBy: close.pieces === null ? admin : userId,
    pieces: close.pieces,
    counted: close.pieces && sumPieces(close.pieces),
    expected: close.expected,
    figures: buildFigures(shift, readFloats(close.at)),
    reason: close.reason,
    closedAt: close.at,
    epoch,
    number,
  }
}

function buildFigures({ counter, sales, movements }: PastShift, floatsAfter: Floats): TillFigures {
  const sum = <Row>(rows: readonly Row[], pick: (row: Row) => number): Bututs =>
    bututs(rows.reduce((total, row) => total + pick(row), 0))
  const moved = (kind: PastMovement['kind']) =>
    sum(
      movements.filter((each) => each.kind === kind),
      ({ amount }) => amount,
    )
  return {
    cashierName: counter.name,
    location: counter.location,
    products: PRODUCTS.flatMap((product) => {
      const sold = sales.filter((sale) => sale.product === product)
      if (sold.length === 0) return []
      return [
        {
          product,
          sales: sold.length,
          tendered: sum(sold, ({ tendered }) => tendered),
          fees: sum(sold, ({ fee }) => fee),
          commission: sum(sold, ({ commission }) => commission),
          inDoubt: 0,
          inDoubtAmount: bututs(0),
          voided: 0,
          voidedAmount: bututs(0),
        },
      ]
    }),
    moved: { in: moved('in'), out: moved('out'), drop: moved('drop'), refund: bututs(0) },
    floatsAfter: floatsAfter as TillFigures['floatsAfter'],
    inDoubt: [],
    firstReference: sales[0]?.reference ?? null,
    lastReference: sales.at(-1)?.reference ?? null,
    copies: 0,
  }
}
