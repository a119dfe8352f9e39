// Notices: what a user should know of, one for each cause until it is over, in an inbox and by mail or SMS as they wish.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { count, digitsLine, done, fields, form, id, instant, nothing, within } from './wire.ts'

export const NOTICE_KINDS = [
  'float low',
  'balance low',
  'sale undecided',
  'backup failed',
  'difference found',
  'message',
  'application',
  'credit waiting',
  'sms stopped',
  'server',
  'sign-in',
] as const
const noticeKind = z.enum(NOTICE_KINDS, { error: 'Kind is not one of the notices' })
export type NoticeKind = z.output<typeof noticeKind>

const notice = fields({
  id: id(),
  kind: noticeKind,
  /** What it is about: `application/12`. */
  record: z.string(),
  title: z.string(),
  text: z.string(),
  at: ['created_at', instant],
  seenAt: ['seen_at', z.nullable(instant)],
  /** When its cause was gone. */
  overAt: ['over_at', z.nullable(instant)],
})
export type Notice = z.output<typeof notice>

const preference = fields({
  kind: noticeKind,
  mail: z.boolean(),
  sms: z.boolean(),
  /** These mails cannot be turned off. */
  isMailFixed: ['mail_is_fixed', z.boolean()],
})
export type NoticePreference = z.output<typeof preference>

const phoneEntered = {
  phone: ['telephone', digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)],
} as const
export const noticePhoneForm = form(phoneEntered)

const isOn = (name: string) => z.boolean(`${name} must be true or false`)

export const notices = {
  /** Unread: not seen, and the cause is still there. */
  list: list({
    path: 'notices',
    access: 'staff',
    of: { state: z.optional(z.enum(['unread', 'earlier'], { error: 'State must be unread or earlier' })) },
    row: notice,
    envelope: 'data',
  }),
  count: endpoint({
    method: 'GET',
    path: 'notices/count',
    access: 'staff',
    request: nothing,
    response: fields({ unread: count }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: 'notices/{id}/seen',
    access: 'staff',
    request: fields({ id: id() }),
    response: done,
  }),
  markAllSeen: endpoint({
    method: 'POST',
    path: 'notices/seen',
    access: 'staff',
    request: nothing,
    response: done,
  }),
  preferences: endpoint({
    method: 'GET',
    path: 'notices/preferences',
    access: 'staff',
    request: nothing,
    response: within(
      'data',
      fields({
        /** Where SMS go. */
        phone: ['telephone', z.nullable(z.string())],
        kinds: z.array(preference),
      }),
    ),
  }),
  prefer: endpoint({
    method: 'POST',
    path: 'notices/preferences',
    access: 'staff',
    request: fields({ kind: noticeKind, mail: isOn('mail'), sms: isOn('sms') }),
    response: done,
  }),
  setPhone: endpoint({
    method: 'POST',
    path: 'notices/phone',
    access: 'staff',
    request: fields(phoneEntered),
    response: done,
  }),
}
