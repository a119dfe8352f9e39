// The actions of administrators: who, what, when, from where, before and after. Append-only and hash-chained, so that a
// missing or altered entry can be detected.
import * as z from 'zod/mini'
import { list } from './list.ts'
import { fields, id, instant, optionalLine } from './wire.ts'

/** A record, field by field; null if it did not exist. Not `z.record`, which every page would load. */
const snapshot = z.nullable(
  z.custom<Record<string, unknown>>((given) => typeof given === 'object' && given !== null),
)

const act = fields({
  id: id(),
  at: ['created_at', instant],
  /** Null: the server itself, such as its nightly jobs. */
  actor: ['recorded_by', z.nullable(z.string())],
  /** As text: 'changed a user'. */
  action: z.string(),
  /** The record, as `user/12`, and its name at that time. */
  record: z.string(),
  title: z.string(),
  address: z.string(),
  before: snapshot,
  after: snapshot,
})
export type Act = z.output<typeof act>

export const acts = {
  /** Newest first, of everything or of one record. */
  list: list({
    path: 'audit',
    access: 'admin',
    lane: 'reading',
    of: { record: optionalLine('Record') },
    row: act,
    envelope: 'data',
  }),
}
