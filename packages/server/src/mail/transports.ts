// How a message is sent: SMTP for mail, Africa's Talking for SMS. They answer accepted, refused (it will never be
// accepted) or unknown (try again), and know neither database nor feature.
import { createTransport } from 'nodemailer'
import type { MailAccess, SmsAccess } from '../config/access.ts'
import { isPrivate } from '../config/own-network.ts'
import { type Sender, buildMailPage } from './mail-page.ts'
import type { MessageFile } from './outbox.ts'
import { accepted, type Outcome } from '../gateways/outcome.ts'

export interface OutgoingMessage {
  /** Unique forever: the same message keeps it however often it is tried. */
  name: string
  recipient: string
  subject: string
  body: string
  reply_to: string | null
  /** Only a mail has some. */
  files: readonly MessageFile[]
}

/** Accepted by the provider, who may have its own id for it. */
export interface TakenMessage {
  providerId: string | null
}

/** Nothing is wrong with the message or its number: our account at the provider has to be fixed, and it is tried again. */
export interface AccountFault {
  kind: 'account fault'
  reason: string
}

export interface MessageGateway {
  send(message: OutgoingMessage): Promise<Outcome<TakenMessage> | AccountFault>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const HTTP_MS = 30_000

export function createSmtp({ url, from }: MailAccess, head: Sender): MessageGateway {
  const transport = createTransport({
    url,
    // smtp:// begins in the clear: over a public network nothing is said, least of all the password, before TLS.
    requireTLS: !isPrivate(new URL(url)),
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ name, recipient, subject, body, reply_to, files }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
          subject,
          text: body,
          html: buildMailPage({ subject, body }, head),
          attachments: files.map((file) => ({
            filename: file.name,
            contentType: file.type,
            content: file.content,
          })),
          // Mail servers recognise duplicates by this and drop them.
          messageId: `<${name}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return accepted({ providerId: null })
      } catch (error) {
        const { code, responseCode, message } = error as {
          code?: string
          responseCode?: number
          message: string
        }
        // The server's refusal of TLS says nothing about the message.
        if (code === 'ETLS') return { kind: 'account fault', reason: `${message} (no TLS: use smtps://)` }
        const isFinal = responseCode !== undefined && responseCode >= 500
        return isFinal
          ? { kind: 'refused', code: String(responseCode), message, detail: message }
          : { kind: 'unknown', reason: message, sent: true }
      }
    },
    close: () => transport.close(),
  }
}

const GAMBIA = '220'
const OWN_NUMBER_DIGITS = 7

/** As people write their number here, seven digits, or with the country code; the provider needs it with a plus. */
export function international(phone: string): string {
  const digits = phone.replace(/^(\+|00)/, '')
  if (!/^\d{7,15}$/.test(digits)) return phone
  return `+${digits.length === OWN_NUMBER_DIGITS ? GAMBIA : ''}${digits}`
}

interface SmsAnswer {
  SMSMessageData?: {
    Message?: string
    Recipients?: { statusCode?: number; status?: string; messageId?: string }[]
  }
}

/**
 * What Africa's Talking says about a message: by code, or by the same name if it looked at no recipient. Anything else
 * is tried again.
 */
const STATUSES: readonly { code: number; name: string; means: 'taken' | 'account fault' | 'refused' }[] = [
  { code: 100, name: 'Processed', means: 'taken' },
  { code: 101, name: 'Sent', means: 'taken' },
  { code: 102, name: 'Queued', means: 'taken' },
  { code: 401, name: 'RiskHold', means: 'account fault' },
  { code: 402, name: 'InvalidSenderId', means: 'account fault' },
  { code: 403, name: 'InvalidPhoneNumber', means: 'refused' },
  { code: 404, name: 'UnsupportedNumberType', means: 'refused' },
  { code: 405, name: 'InsufficientBalance', means: 'account fault' },
  { code: 406, name: 'UserInBlacklist', means: 'refused' },
  { code: 407, name: 'CouldNotRoute', means: 'refused' },
  { code: 409, name: 'DoNotDisturbRejection', means: 'refused' },
]
/** The key or the user is refused. */
const HTTP_ACCOUNT_FAULTS = new Set([401, 402, 403])

function readSmsAnswer(http: number, said: SmsAnswer | null): Outcome<TakenMessage> | AccountFault {
  const { Message: words, Recipients: recipients = [] } = said?.SMSMessageData ?? {}
  const [first] = recipients
  const message = first?.status ?? words ?? `HTTP ${http}`
  const status = STATUSES.find(({ code, name }) =>
    first === undefined ? name === words : code === first.statusCode,
  )
  if (status?.means === 'taken' && first !== undefined && http < 300)
    return accepted({ providerId: first.messageId ?? null })
  if (status?.means === 'account fault' || (first === undefined && HTTP_ACCOUNT_FAULTS.has(http)))
    return { kind: 'account fault', reason: message }
  return status?.means === 'refused'
    ? { kind: 'refused', code: String(status.code), message, detail: message }
    : { kind: 'unknown', reason: message, sent: true }
}

export function createSms({ url, user, key, sender }: SmsAccess): MessageGateway {
  return {
    send: async ({ recipient, body }) => {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            apiKey: key,
            accept: 'application/json',
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({
            username: user,
            to: international(recipient),
            message: body,
            ...(sender !== null && { from: sender }),
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(HTTP_MS),
        })
        return readSmsAnswer(answer.status, (await answer.json().catch(() => null)) as SmsAnswer | null)
      } catch (error) {
        return { kind: 'unknown', reason: (error as Error).message, sent: true }
      }
    },
    close: () => {},
  }
}
