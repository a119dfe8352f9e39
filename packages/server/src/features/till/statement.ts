// The statement of a drawer, for its cashier and for Admins. Where drawers are counted blind, a cashier's has no open
// session: its lines would add up to the cash that should be in it.
import { type Api, toDay } from '@flexpower/contract'
import type { Call } from '../../http/handle.ts'
import { findOwner } from '../../identity/owner.ts'
import { readDrawer } from '../../ledger/drawer-lines.ts'
import { readSums, statementList } from '../../lists/statement-list.ts'
import { drawStatement } from '../../lists/statement-paper.ts'
import { isCountingBlind, mayExpect } from './show-session.ts'

type Calls = Api['till']

export async function statement({ context, input, caller }: Call<Calls['statement']>) {
  const { db, clock, config } = context
  const { id: userId } = await findOwner(db, caller, input.userId)
  return statementList(
    db,
    readDrawer(db, { userId, isBlind: !mayExpect(config, caller) }),
    toDay(clock.now()),
  )
}

export async function sums({ context, input, caller }: Call<Calls['sums']>) {
  const { db, config } = context
  const { id: userId, name } = await findOwner(db, caller, input.userId)
  const isBlind = !mayExpect(config, caller)
  return {
    name,
    ...(await readSums(db, readDrawer(db, { userId, isBlind }), input)),
    isOpenHidden: await isCountingBlind(context, caller, userId),
  }
}

export async function statementFile({ context, input, caller }: Call<Calls['statementFile']>) {
  const { db, clock, config } = context
  const { userId: asked, ...days } = input
  const { id: userId, name } = await findOwner(db, caller, asked)
  return drawStatement(
    { db, site: config.site, at: clock.now() },
    {
      source: readDrawer(db, { userId, isBlind: !mayExpect(config, caller) }),
      days,
      title: 'Drawer statement',
      account: `${name}, cash drawer`,
      note: (await isCountingBlind(context, caller, userId))
        ? 'The open shift is not in it yet: its movements appear when its drawer is counted.'
        : undefined,
      fileName: `drawer-${userId}`,
    },
  )
}
