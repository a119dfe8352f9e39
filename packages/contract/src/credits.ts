// Loads of float: money that an agent paid in and may now sell from.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, choice, done, fields, gmd, id, ignored, instant, line, nothing, within } from './wire.ts'

const kind = choice('Type', [
  ['electricity', 0],
  ['airtime', 1],
])

export const credit = fields({
  at: ['created_at', instant],
  agentName: ['agent_name', z.string()],
  kind: ['_type', kind],
  amount: gmd,
  slipReference: ['bank_transaction_ref', z.string()],
  loadedBy: ['created_by', z.string()],
  floatAfter: ['nawec_balance', gmd],
})
export type Credit = z.output<typeof credit>

export const credits = {
  list: endpoint({
    method: 'GET',
    path: 'credits',
    access: 'admin',
    request: nothing,
    response: within('credits', z.array(credit)),
  }),
  load: endpoint({
    method: 'POST',
    path: 'load/credit',
    access: 'admin',
    request: fields({
      agent: id('Agent'),
      kind: ['type', kind],
      amount: amount('Amount'),
      slipReference: ['bank_transaction_ref', line('Bank Transaction Ref')],
      claimedUser: ['user_id', ignored],
      claimedLoader: ['created_by', ignored],
    }),
    response: done,
  }),
}
