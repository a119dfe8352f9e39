// The tables of floats as TypeScript types: what moves them, what is asked for, and their balances.
import type { Bututs, Day, LineKind } from '@flexpower/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type FloatKind = 'electricity' | 'airtime'

/** What moved a float on a day, by kind. */
export type Moved = Partial<Record<LineKind, { lines: number; amount: Bututs }>>

export interface FloatTables {
  float_balance: {
    user_id: number
    kind: FloatKind
    balance: Bututs
  }
  float_closing: {
    user_id: number
    kind: FloatKind
    day: Day
    balance: Bututs
    moved: Moved
  }
  float_move: {
    id: Generated<number>
    kind: FloatKind
    source_user_id: number | null
    target_user_id: number | null
    amount: Bututs
    credit_id: number | null
    reason: string
    asked_by: number
    created_at: Date
    needs_two: boolean
    state: 'waiting' | 'done' | 'declined'
    decided_by: number | null
    decided_at: Date | null
    decline_reason: string | null
    key: string | null
    key_input: ColumnType<unknown, string | null, never>
  }
  float_request: {
    id: GeneratedAlways<number>
    user_id: number
    kind: FloatKind
    amount: Bututs
    slip_reference: string
    slip_key: GeneratedAlways<string>
    created_at: Date
    state: Generated<'waiting' | 'accepted' | 'declined'>
    decided_by: number | null
    decided_at: Date | null
    reason: string | null
    credit_request_id: number | null
  }
  slip_photo: { request_id: number; sealed: Buffer }
}
