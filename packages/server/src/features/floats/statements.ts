// The statement of a float, for its cashier and for Admins.
import { type Api, toDay } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { findOwner } from '../../identity/owner.ts'
import { readFloat } from '../../ledger/float-lines.ts'
import { readSums, statementList } from '../../lists/statement-list.ts'
import { drawStatement } from '../../lists/statement-paper.ts'

type Calls = Api['floats']

export const statementCalls = { statement, sums, statementFile } satisfies Partial<Handlers['floats']>

async function statement({ context: { db, clock }, input, caller }: Call<Calls['statement']>) {
  const { id: userId } = await findOwner(db, caller, input.userId)
  return statementList(db, readFloat(db, { userId, kind: input.kind }), toDay(clock.now()))
}

async function sums({ context: { db }, input, caller }: Call<Calls['sums']>) {
  const { id: userId, name } = await findOwner(db, caller, input.userId)
  return { name, ...(await readSums(db, readFloat(db, { userId, kind: input.kind }), input)) }
}

async function statementFile({ context, input, caller }: Call<Calls['statementFile']>) {
  const { db, clock, config } = context
  const { userId: asked, kind, ...days } = input
  const { id: userId, name } = await findOwner(db, caller, asked)
  return drawStatement(
    { db, site: config.site, at: clock.now() },
    {
      source: readFloat(db, { userId, kind }),
      days,
      title: 'Float statement',
      account: `${name}, ${kind === 'electricity' ? config.site.utilityName : 'Airtime'} float`,
      fileName: `float-${kind}-${userId}`,
    },
  )
}
