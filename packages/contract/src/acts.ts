// What administrators did: who, what, when, from where, before and after. Append-only and hash-chained, so that a missing or
// altered entry shows.
import * as z from 'zod/mini'
import { list } from './list.ts'
import { fields, id, instant, optionalLine } from './wire.ts'

/** What something looked like, field by field; null where it was not there. Not `z.record`, which every page would load. */
const snapshot = z.nullable(
  z.custom<Record<string, unknown>>((given) => typeof given === 'object' && given !== null),
)

const act = fields({
  id: id(),
  at: ['created_at', instant],
  /** Null: the server itself, such as its nightly work. */
  actor: ['recorded_by', z.nullable(z.string())],
  /** In words: 'changed a user'. */
  deed: ['action', z.string()],
  /** Which record, as `user/12`, and its name then. */
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
