// Loads of float: money that an agent has paid in and can now sell from.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { list } from './list.ts'
import { secondAdminFields } from './second-admin.ts'
import { amount, choice, done, fields, form, gmd, id, ignored, instant, line, optionalLine } from './wire.ts'

export const creditKind = choice('Type', [
  ['electricity', 0],
  ['airtime', 1],
])

/** The names that people see. */
export const floatNames = { electricity: 'float', airtime: 'airtime float' } as const

const slip = line('Bank Transaction Ref')

const entered = {
  agent: id('Agent'),
  kind: ['type', creditKind],
  amount: amount('Amount'),
  slipReference: ['bank_transaction_ref', slip],
} as const
/** CR-03: the value of the type field for each choice. */
export const creditTypes = { electricity: '0', airtime: '1' } as const
export const creditForm = form(entered)

export type CheckedCredit = z.output<typeof creditForm>

export const credit = fields({
  id: id(),
  agent: ['agent_id', id()],
  at: ['created_at', instant],
  agentName: ['agent_name', z.string()],
  kind: ['_type', creditKind],
  /** As it was loaded. */
  amount: gmd,
  /** What the load is now; null: it was never corrected. */
  corrected: ['corrected_amount', z.nullable(gmd)],
  slipReference: ['bank_transaction_ref', z.string()],
  loadedBy: ['created_by', z.string()],
  floatAfter: ['nawec_balance', gmd],
})
export type Credit = z.output<typeof credit>

const waiting = fields({
  id: id(),
  at: ['created_at', instant],
  agent: ['agent_id', id()],
  agentName: ['agent_name', z.string()],
  kind: ['_type', creditKind],
  amount: gmd,
  slipReference: ['bank_transaction_ref', z.string()],
  askedBy: ['created_by', z.string()],
  ...secondAdminFields,
})
export type WaitingCredit = z.output<typeof waiting>

export const credits = {
  /** Newest first, of everybody or of one agent. */
  list: list({
    path: 'credits',
    access: 'admin',
    lane: 'reading',
    of: { agent: z.optional(id('Agent')) },
    row: credit,
    envelope: 'credits',
  }),
  load: endpoint({
    method: 'POST',
    path: 'load/credit',
    access: 'admin',
    request: fields({
      ...entered,
      claimedUser: ['user_id', ignored],
      claimedLoader: ['created_by', ignored],
    }),
    response: fields({
      message: z.string(),
      /** `waiting`: the amount needs a second Admin, and no money has moved yet. */
      state: z.enum(['loaded', 'waiting']),
      floatAfter: ['nawec_balance', z.nullable(gmd)],
    }),
  }),
  /** Loads above the configured amount, until a second Admin has decided. */
  waiting: list({ path: 'credits/waiting', access: 'admin', row: waiting, envelope: 'data' }),
  confirm: endpoint({
    method: 'POST',
    path: 'credits/waiting/{id}/confirm',
    access: 'admin',
    request: fields({ id: id() }),
    response: fields({ message: z.string(), floatAfter: ['nawec_balance', gmd] }),
  }),
  /** Withdrawn by the Admin who asked, or declined by a second Admin. */
  decline: endpoint({
    method: 'POST',
    path: 'credits/waiting/{id}/decline',
    access: 'admin',
    request: fields({ id: id(), reason: optionalLine('Reason') }),
    response: done,
  }),
}
