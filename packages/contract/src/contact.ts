// What a visitor writes to the provider: a message, or an application to become an agent; and where it is read.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { count, digitsLine, done, emailLine, fields, form, id, instant, line } from './wire.ts'

/**
 * A name goes into the subject of an email and into rows: it is one line, without control characters for a terminal or
 * a mail program.
 */
const plainLine = (label: string) =>
  line(label).check(
    z.regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u,
      `${label} must be one line of text, without tabs or control characters`,
    ),
  )

const name = plainLine('Name')
const email = emailLine('Invalid email format')
/** V-CO-03: no length limit of its own; only the size limit of a request applies. */
const message = line('Message', Number.POSITIVE_INFINITY)

export const contactForm = z.object({ name, email, message })

const businessName = plainLine('Business name')
const phone = digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)
const location = plainLine('Location')

const applied = {
  name,
  businessName: ['business_name', businessName],
  email,
  phone: ['telephone', phone],
  location,
} as const
export const applicationForm = form(applied)

const messageState = z.enum(['new', 'read', 'answered'], { error: 'State must be new, read or answered' })
export type MessageState = z.output<typeof messageState>

/** As screens show it, and as a search finds it. */
export const messageStates: Record<MessageState, string> = { new: 'New', read: 'Read', answered: 'Answered' }

const contactMessage = fields({
  id: id(),
  at: ['created_at', instant],
  name: z.string(),
  email: z.string(),
  message: z.string(),
  state: messageState,
  handledBy: ['handled_by', z.nullable(z.string())],
  handledAt: ['handled_at', z.nullable(instant)],
})
export type ContactMessage = z.output<typeof contactMessage>

const letter = fields({
  id: id(),
  at: ['created_at', instant],
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: count,
  failure: z.nullable(z.string()),
})
export type OutboxMessage = z.output<typeof letter>

const acknowledged = fields({ success: z.literal(true), message: z.string() })

export const contact = {
  send: endpoint({
    method: 'POST',
    path: 'contact-us',
    access: 'anyone',
    failure: 'success',
    request: fields({ name, email, message }),
    response: acknowledged,
  }),
  /** An application to become an agent: creates only the application. */
  apply: endpoint({
    method: 'POST',
    path: 'signup',
    access: 'anyone',
    failure: 'success',
    request: fields(applied),
    response: acknowledged,
  }),
  /** Newest first. */
  messages: list({
    path: 'contact-messages',
    access: 'admin',
    lane: 'reading',
    row: contactMessage,
    envelope: 'data',
  }),
  mark: endpoint({
    method: 'POST',
    path: 'contact-messages/{id}/mark',
    access: 'admin',
    request: fields({ id: id(), state: messageState }),
    response: done,
  }),
  /** Messages that could not be sent, or not yet: newest first. */
  unsent: list({ path: 'letters/unsent', access: 'admin', row: letter, envelope: 'data' }),
  /** The demo's messages, for anybody: it has no mail server, and its users are invented. In production there is no such call. */
  outbox: list({ path: 'outbox', access: 'anyone', row: letter, envelope: 'data' }),
}
