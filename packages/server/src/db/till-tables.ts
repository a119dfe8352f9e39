// The tables of the drawers as TypeScript types; migrations 0030, 0033, 0043 and 0044 are the source of truth.
import type { Bututs, Pieces, ProductName } from '@flexpower/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

type Floats = Partial<Record<'electricity' | 'airtime', Bututs>>

/** What moved a float besides sales. */
export type FloatMoves = Record<'load' | 'correction' | 'received' | 'sent' | 'back', Bututs>
export type FloatsMoved = Record<'electricity' | 'airtime', FloatMoves>

/** What a Z slip shows besides the columns of its session, as it was at the count. */
export interface TillFigures {
  cashierName: string
  location: string
  products: {
    product: ProductName
    sales: number
    tendered: Bututs
    fees: Bututs
    commission: Bututs
    inDoubt: number
    inDoubtAmount: Bututs
    voided: number
    voidedAmount: Bututs
  }[]
  moved: Record<'in' | 'out' | 'drop' | 'refund', Bututs>
  floatsAfter: Floats
  /** Missing on slips from before it was stored. */
  floatsMoved?: FloatsMoved | null
  /** The ids of the sales in doubt. */
  inDoubt: number[]
  firstReference: string | null
  lastReference: string | null
  copies: number
}

interface TillSessionTable {
  id: GeneratedAlways<number>
  user_id: number
  opened_at: Date
  opening: Bututs
  floats_before: ColumnType<Floats, string, never>
  left_before: Bututs | null
  opening_reason: string | null
  opening_difference: GeneratedAlways<Bututs | null>
  moved_before: ColumnType<FloatsMoved | null, string | null, never>
  counted_at: Date | null
  counted_by: number | null
  pieces: ColumnType<Pieces[] | null, string | null, string | null>
  counted: Bututs | null
  expected: Bututs | null
  figures: ColumnType<TillFigures | null, string | null, string | null>
  difference: GeneratedAlways<Bututs | null>
  reason: string | null
  closed_at: Date | null
  closed_by: number | null
  closed_by_name: string | null
  epoch: number | null
  number: number | null
}

export interface TillTables {
  till_session: TillSessionTable
  till_movement: {
    id: GeneratedAlways<number>
    session_id: number
    kind: 'in' | 'out' | 'drop' | 'refund'
    amount: Bututs
    reason: string
    user_id: number
    at: Date
    key: string
    vend_id: number | null
  }
  till_print: {
    session_id: number
    prints: number
  }
  till_doubt: {
    vend_id: number
    session_id: number
    tendered: Bututs
  }
}
