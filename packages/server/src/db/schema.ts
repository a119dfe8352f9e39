// The tables as TypeScript types; the migrations are the source of truth.
import type {
  AirtimeCost,
  Bututs,
  Day,
  Difference,
  OtherSide,
  ProductName,
  UserType,
} from '@flexpower/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FloatKind, FloatTables } from './float-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { TillTables } from './till-tables.ts'

export type { FloatKind }

export type VendState = 'sent' | 'unknown' | 'manual' | 'confirmed' | 'voided'

/** An order or a line of the other side's books; in JSON an instant is a text. */
interface StoredLine {
  transaction: string
  /** Missing in rows from before this was stored. */
  receipt?: string
  at: string | null
  subject: string
  amount: Bututs | null
  reference: string
}

export interface StoredEvidence {
  ordered: StoredLine
  seen: StoredLine[]
}

interface SaleTable {
  id: number
  product: ProductName
  user_id: number
  at: Date
  day: Day
  subject: string
  phone: string
  customer_name: string
  tendered: Bututs
  vended: Bututs
  fee: Bututs
  commission: Bututs
  tokens: string[]
  cashier_name: string
  location: string
  transaction_id: string
  /** Only sales of the first release have one. */
  receipt_number: number | null
  details: unknown
  /** Null: sold before there were codes. */
  receipt_code: string | null
}

export interface Epoch {
  number: number
  started_at: Date
  cause: 'installed' | 'restored' | 'went back'
  books_until: Date
  caught_up_at: Date | null
  history: string
}

export interface Schema extends FloatTables, NoticeTables, ReportTables, TillTables {
  epoch: Epoch
  second_factor: {
    user_id: number
    sealed: Buffer
    begun_at: Date
    confirmed_at: Date | null
    last_step: Generated<number>
    recovery_salt: Buffer | null
  }
  recovery_code: { user_id: number; code_hash: Buffer; used_at: Date | null }
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
    /** The most that a cashier may sell at once and in a day; null: no limit. */
    sale_most: Bututs | null
    day_most: Bututs | null
    created_at: Date
    deleted_at: Date | null
    version: Generated<number>
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
    product: ProductName
    day: Day
    user_id: number
    location: string
    sales: number
    tendered: Bututs
    fees: Bututs
    commissions: Bututs
    /** Tendered by the hour of the day, 24 of them. */
    hours: Generated<number[]>
  }
  transfer: {
    entry_id: number
    leg: number
    source: string
    destination: string
    amount: Bututs
  }
  charge: {
    id: Generated<number>
    start_amount: Bututs
    end_amount: Bututs
    kind: 'fixed' | 'percentage'
    fee: number
    active: boolean
    created_at: Date
    deleted_at: Date | null
    version: Generated<number>
  }
  credit: {
    id: Generated<number>
    user_id: number
    kind: FloatKind
    amount: Bututs
    slip_reference: string
    /** By a trigger: slip_key(slip_reference). */
    slip_key: GeneratedAlways<string>
    balance_after: Bututs
    loaded_by: number
    created_at: Date
  }
  verification: {
    user_id: number
    product: ProductName
    subject: string
    tendered: Bututs
    quote: ColumnType<unknown, string, string>
    verified_at: Date
  }
  vend: {
    id: Generated<number>
    reference: string
    user_id: number
    key: string
    key_is_ours: boolean
    product: ProductName
    subject: string
    phone: string
    tendered: Bututs
    fee: Bututs
    commission: Bututs
    charge_id: number | null
    float_kind: FloatKind | null
    quote: ColumnType<unknown, string, never>
    sender: number | null
    state: VendState
    reason: string | null
    /** What was ordered beside what the other side has, for the Admin who decides. */
    evidence: StoredEvidence | null
    created_at: Date
    ask_at: Date
    asked: Generated<number>
    absent: Generated<number>
    absent_at: Date | null
    settled_at: Date | null
    repeatable_at: Date | null
    till_session_id: number | null
    receipt_code: string | null
  }
  vend_event: {
    vend_id: number
    at: Date
    state: VendState
    user_id: number | null
    note: string | null
  }
  sale: SaleTable
  archived_sale: SaleTable & { cleanup_id: number }
  /** A view: both of the above. */
  any_sale: SaleTable
  receipt_print: {
    sale_id: number
    prints: number
  }
  credit_request: {
    id: Generated<number>
    user_id: number
    kind: FloatKind
    amount: Bututs
    slip_reference: string
    slip_key: GeneratedAlways<string>
    asked_by: number
    created_at: Date
    state: Generated<'waiting' | 'confirmed' | 'declined'>
    decided_by: number | null
    decided_at: Date | null
    reason: string | null
  }
  password_link: {
    id: Generated<number>
    token_hash: Buffer
    user_id: number
    created_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  outbox: {
    id: Generated<number>
    /** Unique forever, unlike the id. */
    name: Generated<string>
    channel: 'mail' | 'sms'
    recipient: string
    subject: string
    body: string
    reply_to: string | null
    sale_id: number | null
    /** The link in its text, if there is one, and until when the message is worth sending. */
    password_link_id: number | null
    expires_at: Date | null
    provider_id: string | null
    delivery: 'under way' | 'delivered' | 'failed' | null
    delivery_reason: string | null
    reported_at: Date | null
    created_at: Date
    send_at: Date
    attempts: Generated<number>
    sent_at: Date | null
    failed_at: Date | null
    failure: string | null
  }
  application: {
    id: Generated<number>
    name: string
    business_name: string
    email: string
    phone: string
    location: string
    created_at: Date
    state: Generated<'waiting' | 'approved' | 'declined'>
    decided_by: number | null
    decided_at: Date | null
    reason: string | null
    user_id: number | null
  }
  contact_message: {
    id: Generated<number>
    name: string
    email: string
    message: string
    created_at: Date
    address: string
    state: Generated<'new' | 'read' | 'answered'>
    handled_by: number | null
    handled_at: Date | null
  }
  account_balance: {
    other_side: OtherSide
    amount: number | null
    currency: string | null
    read_at: Date | null
    tried_at: Date
    lowest: number | null
  }
  alert: {
    subject: string
    level: 1 | 2
    title: string
    text: string
    raised_at: Date
  }
  access_token: {
    account: 'utility' | 'aggregator'
    sealed: Buffer
    ends_at: Date
  }
  selling_pause: { product: ProductName; sentence: string; paused_at: Date }
  vendor_secret: {
    id: Generated<boolean>
    sealed: Buffer
    changed_at: Date
  }
  comparison: {
    day: Day
    other_side: OtherSide
    at: Date
    ours: number
    theirs: number
    ambiguous: Generated<number>
  }
  difference: {
    id: Generated<number>
    other_side: OtherSide
    day: Day
    kind: Difference['kind']
    reference: string
    subject: string
    ours: Bututs | null
    theirs: Bututs | null
    our_cost: AirtimeCost | null
    their_cost: AirtimeCost | null
    found_at: Date
    settled_at: Date | null
    settled_by: number | null
    note: string | null
  }
  booking: {
    id: GeneratedAlways<number>
    difference_id: number
    cashier_id: number | null
    tendered: Bututs
    fee: Bututs
    fee_outside_bands: boolean
    reason: string
    asked_by: number
    created_at: Date
    needs_two: boolean
    state: 'waiting' | 'booked' | 'declined'
    decided_by: number | null
    decided_at: Date | null
    sale_id: number | null
  }
  backup: {
    id: GeneratedAlways<number>
    file: string
    created_at: ColumnType<Date, Date, never>
    created_by: number | null
    state: 'writing' | 'checking' | 'verified' | 'failed'
    progress: Generated<number>
    bytes: number | null
    row_count: number | null
    finished_at: Date | null
    failure: string | null
    copied_to: string | null
    copied_at: Date | null
    copy_checked_at: Date | null
    copy_tried_at: Date | null
    copy_failure: string | null
  }
  last_audit: { is_the_only_one: Generated<boolean>; at: Date; broken: number }
  cleanup: {
    id: GeneratedAlways<number>
    created_at: ColumnType<Date, Date, never>
    created_by: number
    days: number
    until: Day
    state: 'backing up' | 'archiving' | 'done' | 'failed' | 'undoing' | 'undone'
    backup_id: number | null
    sales: Generated<number>
    tendered: Generated<Bututs>
    finished_at: Date | null
    failure: string | null
    undone_at: Date | null
    undone_by: number | null
  }
  act: {
    id: GeneratedAlways<number>
    at: Date
    user_id: number | null
    user_name: string | null
    deed: string
    record: string
    title: string
    address: string
    before: ColumnType<Record<string, unknown> | null, string | null, never>
    after: ColumnType<Record<string, unknown> | null, string | null, never>
  }
}
