// A test world with cashiers who sell all products for cash, whose answers get lost when a test wants it, and who count
// their drawers.
import { api, bututs, type Pieces } from '@flexpower/contract'
import { loadFloat } from '../../../testing/make.ts'
import { createWorld, type TestCaller, type WorldOptions } from '../../../testing/world.ts'
import { createSales } from './counter-sales.ts'

const FLOAT = 100_000_000

export async function openTillDesk(options: WorldOptions = {}) {
  const world = await createWorld(options)
  const { db, clock } = world
  const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh', remember: true })

  const hire = async (name = 'Fatou Ceesay') => {
    const cashier = await world.signIn({ name, mayTakePostpaid: true, remember: true })
    for (const kind of ['electricity', 'airtime'] as const)
      await loadFloat(db, clock, cashier.user.id, FLOAT, kind)
    return cashier
  }

  return {
    world,
    admin,
    hire,
    ...createSales(world),
    readVend: (reference: string) =>
      db.selectFrom('vend').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
    /** In bututs, like everything below. */
    open: (who: TestCaller, opening = 0) =>
      who.call(api.till.open, { opening: bututs(opening), reason: 'For a test' }),
    move: (who: TestCaller, kind: 'in' | 'out' | 'drop', amount: number, reason = 'For a test') =>
      who.call(api.till.move, { kind, amount: bututs(amount), reason, isSure: true }),
    close: (who: TestCaller, session: number, pieces: Pieces[], reason?: string) =>
      who.call(api.till.close, { session, pieces, ...(reason !== undefined && { reason }) }),
  }
}

/** Dalasi, and how many of them. */
export const note = (dalasi: number, pieces: number): Pieces => ({
  kind: 'note',
  value: bututs(dalasi * 100),
  pieces,
})
export const coin = (dalasi: number, pieces: number): Pieces => ({ ...note(dalasi, pieces), kind: 'coin' })

/** Notes and coins for an amount, in whole quarter dalasi. */
export function changeFor(amount: number): Pieces[] {
  let left = amount
  return [
    ...[200, 100, 50, 20, 10, 5].map((value) => note(value, 0)),
    ...[1, 0.5, 0.25].map((value) => coin(value, 0)),
  ].map((one) => {
    const pieces = Math.floor(left / one.value)
    left -= pieces * one.value
    return { ...one, pieces }
  })
}
