// A shop of two cashiers and an Admin, and a model of it that only adds and subtracts: the cash in each drawer, every
// line of each float, what is in doubt and what is owed to customers. Each move is made at the server and in the model.
import type { LineKind, TillSession } from '@flexpower/contract'
import type { FloatKind } from '../../../db/schema.ts'
import { loadFloat, type MadeUser } from '../../../testing/make.ts'
import type { TestCaller } from '../../../testing/world.ts'
import type { Sold } from './counter-sales.ts'
import type { openTillDesk } from './till-desk.ts'

export type Desk = Awaited<ReturnType<typeof openTillDesk>>
export const KINDS = ['electricity', 'airtime'] as const
/** Above this, in bututs, loads and moves of float wait for a second Admin. */
export const TWO_ABOVE = 150_000
const FIRST_LOAD = 100_000
/** Of an electricity sale, in a shop whose only band is a fixed fee. */
export const FEE = 500
export const COMMISSION_PERCENT = 3_000
export const COMMISSION = 150

export interface Drawer {
  id: number
  /** What should be in it. */
  cash: number
  /** counted: a server died after it had stored the count. reckoned: only a reason is missing. */
  state: 'open' | 'counted' | 'reckoned'
  counted: number
  /** Voided between the count and the sums: owed once the sums are stored. */
  late: Order[]
  floatsBefore: Record<FloatKind, number>
  /** How many lines each float had at the opening. */
  linesBefore: Record<FloatKind, number>
}

export interface Order {
  reference: string
  product: Sold
  tendered: number
  isSold: boolean
  at: Date
  /** Written by a server that died: until a minute later it is on its way. */
  isUnsettled: boolean
  drawer: Drawer | null
}

export interface Line {
  at: Date
  what: LineKind
  amount: number
}

/** A load or a move of float that a second Admin has to decide. */
export interface Waiting {
  decide(isConfirmed: boolean): Promise<unknown>
  /** Whether the float that it takes from has enough now. */
  isCovered(): boolean
  /** What it does to the model, if it is confirmed. */
  done(): Promise<void> | void
  /** However it ends. */
  ended(): void
}

export interface Counter {
  user: MadeUser
  caller: TestCaller & { user: MadeUser }
  drawer: Drawer | null
  /** An Admin sells on the house and has none. */
  floats: Record<FloatKind, Line[]> | null
  loads: Record<FloatKind, { id: number; amount: number; isWaiting: boolean }[]>
  doubts: Order[]
  owed: Order[]
  sold: { day: string; product: Sold; tendered: number }[]
  closed: { at: Date; difference: number }[]
  last: { slip: TillSession; counted: number } | null
}

export interface Shop {
  desk: Desk
  cashiers: Counter[]
  boss: Counter
  second: Counter
  waiting: Waiting[]
  /** Float that left a float without a second Admin. */
  movedAlone: { from: Counter; to: Counter | null; kind: FloatKind; amount: number; at: Date }[]
}

export const sumAmounts = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)
export const sumTendered = (rows: readonly { tendered: number }[]): number =>
  rows.reduce((sum, { tendered }) => sum + tendered, 0)

async function hire(desk: Desk, type: 'Admin' | 'Cashier'): Promise<Counter> {
  const { db, clock } = desk.world
  const caller = await desk.world.signIn({ type, mayTakePostpaid: true, remember: true })
  const { user } = caller
  const isCashier = type === 'Cashier'
  const counter: Counter = {
    user,
    caller,
    drawer: null,
    floats: isCashier ? { electricity: [], airtime: [] } : null,
    loads: { electricity: [], airtime: [] },
    doubts: [],
    owed: [],
    sold: [],
    closed: [],
    last: null,
  }
  if (!isCashier) return counter
  await db
    .updateTable('users')
    .set({ commission_percent: COMMISSION_PERCENT })
    .where('id', '=', user.id)
    .execute()
  for (const kind of KINDS) {
    await loadFloat(db, clock, user.id, FIRST_LOAD, kind)
    const { id } = await db.selectFrom('credit').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    counter.loads[kind].push({ id, amount: FIRST_LOAD, isWaiting: false })
    note(desk, counter, kind, 'load', FIRST_LOAD)
  }
  return counter
}

export async function openShop(desk: Desk): Promise<Shop> {
  return {
    desk,
    cashiers: [await hire(desk, 'Cashier'), await hire(desk, 'Cashier')],
    boss: await hire(desk, 'Admin'),
    second: await hire(desk, 'Admin'),
    waiting: [],
    movedAlone: [],
  }
}

export const listCounters = ({ cashiers, boss }: Shop): Counter[] => [...cashiers, boss]

/** A sign-in does not last as long as the days that pass. */
export async function signInAgain({ desk, cashiers, boss, second }: Shop): Promise<void> {
  for (const counter of [...cashiers, boss, second]) {
    const { email, password } = counter.user
    counter.caller = { ...(await desk.world.enter(email, password, true)), user: counter.user }
  }
}

export function note(
  desk: Desk,
  counter: Counter,
  kind: FloatKind,
  what: LineKind,
  amount: number,
  at?: Date,
) {
  counter.floats?.[kind].push({ at: at ?? desk.world.clock.now(), what, amount })
}

export const readFloat = ({ floats }: Counter, kind: FloatKind): number => sumAmounts(floats?.[kind] ?? [])
export const readFloats = (counter: Counter) => ({
  electricity: readFloat(counter, 'electricity'),
  airtime: readFloat(counter, 'airtime'),
})

export const findKind = ({ desk }: Shop, product: Sold): FloatKind =>
  desk.world.context.products[product].floatKind
