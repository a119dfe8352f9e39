// Floats beyond the load: the statement, float back, across and corrected, what a cashier asks for, and how much a
// cashier may sell.
import * as z from 'zod/mini'
import { creditKind } from './credits.ts'
import { endpoint, file } from './endpoint.ts'
import { list } from './list.ts'
import { readLimits } from './sale-limits.ts'
import { secondAdminFields } from './second-admin.ts'
import { statementDays, statementLine, statementSums } from './statements.ts'
import {
  amount,
  codec,
  count,
  done,
  fields,
  form,
  gmd,
  id,
  instant,
  isMissing,
  line,
  optionalLine,
  within,
} from './wire.ts'
import type { Bututs } from './money.ts'

const userId = ['user_id', id('User')] as const
const positive = (label: string) => amount(label, 1, `${label} must be more than 0`)
const reason = line('Reason')
const slipReference = ['bank_transaction_ref', line('Bank Transaction Ref')] as const

const of = { userId, kind: ['type', z._default(creditKind, 'electricity')] } as const

const moved = fields({
  message: z.string(),
  /** `waiting`: the amount needs a second Admin, and nothing has moved yet. */
  state: z.enum(['done', 'waiting']),
})

/** The Admin was asked whether an unusual amount is right. */
const isSure = ['is_sure', z.optional(z.boolean({ error: 'Sure must be true or false' }))] as const
const takenBack = { userId, kind: ['type', creditKind], amount: positive('Amount'), reason } as const
const sentAcross = { ...takenBack, target: ['target_user_id', id('Cashier')], isSure } as const
const corrected = {
  creditId: ['credit_id', id('Load')],
  /** What the load should have been. */
  amount: amount('Amount'),
  reason,
  isSure,
} as const
export const takeBackForm = form(takenBack)
export const transferForm = form(sentAcross)
export const correctionForm = form(corrected)

const waitingMove = fields({
  id: id(),
  at: ['created_at', instant],
  kind: ['type', creditKind],
  /** Whose float it leaves, and whose it reaches; null: the bank. */
  sourceName: ['source_name', z.nullable(z.string())],
  targetName: ['target_name', z.nullable(z.string())],
  /** Of the load that it corrects. */
  corrects: ['corrects', z.nullable(z.string())],
  amount: gmd,
  reason: z.string(),
  askedBy: ['created_by', z.string()],
  ...secondAdminFields,
})
export type WaitingMove = z.output<typeof waitingMove>

/** A slip that can be read; a phone's picture is made smaller before it is sent. */
export const PHOTO_BYTES = 400 * 1024

/** A picture as base64; the server looks at its first bytes and not at a name. */
const photo = codec<string, string>(
  (given) => {
    if (typeof given !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(given))
      return new Error('The photo must be a picture in base64')
    return given.length > Math.ceil(PHOTO_BYTES / 3) * 4
      ? new Error(`The photo cannot exceed ${Math.floor(PHOTO_BYTES / 1024)} kB`)
      : given
  },
  (value) => value,
)

const asked = { kind: ['type', creditKind], amount: positive('Amount'), slipReference } as const
export const floatRequestForm = form(asked)
export const declinedRequestForm = form({ reason })

const REQUEST_STATES = ['waiting', 'confirming', 'loaded', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
/** As screens show it, and as a search finds it. */
export const requestStates: Record<RequestState, string> = {
  waiting: 'Waiting',
  confirming: 'Waits for a second Admin',
  loaded: 'Loaded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

const floatRequest = fields({
  id: id(),
  at: ['created_at', instant],
  userId,
  userName: ['user_name', z.string()],
  kind: ['type', creditKind],
  amount: gmd,
  slipReference: ['bank_transaction_ref', z.string()],
  hasPhoto: ['has_photo', z.boolean()],
  state: z.enum(REQUEST_STATES),
  decidedBy: ['decided_by', z.nullable(z.string())],
  decidedAt: ['decided_at', z.nullable(instant)],
  reason: z.nullable(z.string()),
  /** How often this cashier got float of this kind, and the most at once: loads as they are now, and from others. */
  loads: count,
  largestLoad: ['largest_load', z.nullable(gmd)],
  /** Far above what this cashier ever got: loading it asks first. */
  isUnusual: ['is_unusual', z.boolean()],
})
export type FloatRequest = z.output<typeof floatRequest>

/** Above this many times the largest load so far, loading asks first. */
const UNUSUAL_TIMES = 3
export const isFarAbove = (wanted: Bututs, largest: Bututs): boolean => wanted > UNUSUAL_TIMES * largest

/** Empty: no limit. Left out, it is a mistake: it must not lift a limit that nobody wrote about. */
const limit = (label: string) =>
  codec<Bututs | null, number | string | null>(
    (given) => {
      if (given === undefined) return new Error(`${label} is required; null means no limit`)
      if (isMissing(given)) return null
      const read = z.safeDecode(positive(label), given as string)
      return read.success ? read.data : new Error(read.error.issues[0]?.message)
    },
    (value) => (value === null ? null : value / 100),
  )
const saleLimits = {
  perSale: ['sale_most', limit('Most per sale')],
  perDay: ['day_most', limit('Most per day')],
} as const
export const limitsForm = form(saleLimits)

export const floats = {
  /** Every movement with the balance after it: of one's own float, or for an Admin anybody's. */
  statement: list({
    path: 'floats/{user_id}/statement',
    access: 'staff',
    lane: 'reading',
    of,
    row: statementLine,
    envelope: 'data',
  }),
  /** Opening + what moved = closing, for the same days. */
  sums: endpoint({
    method: 'GET',
    path: 'floats/{user_id}/sums',
    access: 'staff',
    lane: 'reading',
    request: fields({ ...of, ...statementDays }),
    response: within('data', statementSums),
  }),
  /** The statement as a PDF file, for the same days. */
  statementFile: endpoint({
    method: 'GET',
    path: 'floats/{user_id}/statement/pdf',
    access: 'staff',
    lane: 'reading',
    request: fields({ ...of, ...statementDays }),
    response: file,
  }),
  /** The most that a cashier ever got at once of this kind, loaded or from another cashier; null: nothing. */
  largestLoad: endpoint({
    method: 'GET',
    path: 'floats/{user_id}/largest-load',
    access: 'admin',
    request: fields(of),
    response: within('data', fields({ largest: ['amount', z.nullable(gmd)] })),
  }),
  /** From a float back to the bank. */
  takeBack: endpoint({
    method: 'POST',
    path: 'floats/back',
    access: 'admin',
    takesKey: true,
    request: fields(takenBack),
    response: moved,
  }),
  /** From one cashier to another. */
  transfer: endpoint({
    method: 'POST',
    path: 'floats/transfers',
    access: 'admin',
    takesKey: true,
    request: fields(sentAcross),
    response: moved,
  }),
  /** Makes a load what it should have been. Its slip stays used. */
  correct: endpoint({
    method: 'POST',
    path: 'floats/corrections',
    access: 'admin',
    takesKey: true,
    request: fields(corrected),
    response: moved,
  }),
  /** Moves above the configured amount, until a second Admin has decided. */
  waiting: list({ path: 'floats/waiting', access: 'admin', row: waitingMove, envelope: 'data' }),
  confirm: endpoint({
    method: 'POST',
    path: 'floats/waiting/{id}/confirm',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
  /** Withdrawn by the Admin who asked, or declined by a second Admin. */
  decline: endpoint({
    method: 'POST',
    path: 'floats/waiting/{id}/decline',
    access: 'admin',
    request: fields({ id: id(), reason: optionalLine('Reason') }),
    response: done,
  }),
  /** A cashier asks for float that was paid in at the bank. */
  ask: endpoint({
    method: 'POST',
    path: 'floats/requests',
    access: 'staff',
    bodyBytes: PHOTO_BYTES * 2,
    request: fields({ ...asked, photo: z.optional(photo) }),
    response: done,
  }),
  /** All of them for an Admin, else the caller's own; `state` filters those that wait. */
  requests: list({
    path: 'floats/requests',
    access: 'staff',
    of: {
      state: z.optional(
        z.enum(REQUEST_STATES, { error: 'State must be waiting, confirming, loaded, declined or withdrawn' }),
      ),
    },
    row: floatRequest,
    envelope: 'data',
  }),
  /** The photo of the slip, as the address of a picture. */
  photo: endpoint({
    method: 'GET',
    path: 'floats/requests/{id}/photo',
    access: 'staff',
    request: fields({ id: id() }),
    response: fields({ picture: z.string() }),
  }),
  load: endpoint({
    method: 'POST',
    path: 'floats/requests/{id}/load',
    access: 'admin',
    request: fields({ id: id(), isSure }),
    response: fields({ message: z.string(), state: z.enum(['loaded', 'waiting']) }),
  }),
  refuse: endpoint({
    method: 'POST',
    path: 'floats/requests/{id}/decline',
    access: 'admin',
    request: fields({ id: id(), reason }),
    response: done,
  }),
  /** The cashier who asked takes the request back, as long as it waits. */
  withdraw: endpoint({
    method: 'POST',
    path: 'floats/requests/{id}/withdraw',
    access: 'staff',
    request: fields({ id: id() }),
    response: done,
  }),
  /** How much a cashier may sell at once and in a day. */
  limits: readLimits,
  setLimits: endpoint({
    method: 'POST',
    path: 'floats/{user_id}/limits',
    access: 'admin',
    request: fields({ userId, ...saleLimits }),
    response: done,
  }),
}
