// The tables as TypeScript sees them; the migrations are the truth.
import type { Bututs, Day, UserType } from '@flexpower/contract'
import type { ColumnType, Generated } from 'kysely'

export type Product = 'electricity' | 'airtime' | 'postpaid'

export interface Schema {
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    address: string
    location: string
    type: UserType
    commission_percent: number
    may_take_postpaid: boolean
    created_at: Date
    deleted_at: Date | null
  }
  session: {
    id: Generated<number>
    token_hash: Buffer
    user_id: number
    remembered: boolean
    address: string
    agent: string
    created_at: ColumnType<Date, Date, never>
    seen_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  throttle: {
    subject: string
    attempts: number
    window_ends_at: Date
  }
  sale_day: {
    product: Product
    day: Day
    user_id: number
    sales: number
    tendered: Bututs
    fees: Bututs
    commissions: Bututs
  }
}
