// The ways a letter leaves the house: SMTP for mail, Africa's Talking for SMS. They answer accepted, refused (it will never be
// taken) or unknown (try again), and know neither database nor feature.
import { createTransport } from 'nodemailer'
import type { MailAccess, SmsAccess } from '../config.ts'
import { type Letterhead, letterPage } from './letter-page.ts'
import { accepted, type Outcome } from './outcome.ts'

export interface OutgoingLetter {
  id: number
  recipient: string
  subject: string
  body: string
  reply_to: string | null
}

export interface LetterGateway {
  send(letter: OutgoingLetter): Promise<Outcome<null>>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const HTTP_MS = 30_000

export function createSmtp({ url, from }: MailAccess, head: Letterhead): LetterGateway {
  const transport = createTransport({
    url,
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
    send: async ({ id, recipient, subject, body, reply_to }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
          subject,
          text: body,
          html: letterPage({ subject, body }, head),
          // The same letter has the same name however often it is tried: mail servers drop what they have already.
          messageId: `<letter-${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return accepted(null)
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string }
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

/** As people write their number here, seven digits, or with the country in front; the provider wants it with a plus. */
export function international(phone: string): string {
  const digits = phone.replace(/^(\+|00)/, '')
  if (!/^\d{7,15}$/.test(digits)) return phone
  return `+${digits.length === OWN_NUMBER_DIGITS ? GAMBIA : ''}${digits}`
}

interface SmsAnswer {
  SMSMessageData?: { Message?: string; Recipients?: { statusCode?: number; status?: string }[] }
}

/** Africa's Talking: codes 100 to 102 are taken, 4xx is a number or account that it will never take. */
export function createSms({ url, user, key, sender }: SmsAccess): LetterGateway {
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
        const said = (await answer.json().catch(() => null)) as SmsAnswer | null
        const [first] = said?.SMSMessageData?.Recipients ?? []
        const code = first?.statusCode ?? 0
        if (answer.ok && code >= 100 && code <= 102) return accepted(null)
        const message = first?.status ?? said?.SMSMessageData?.Message ?? `HTTP ${answer.status}`
        return code >= 400 && code < 500
          ? { kind: 'refused', code: String(code), message, detail: message }
          : { kind: 'unknown', reason: message, sent: true }
      } catch (error) {
        return { kind: 'unknown', reason: (error as Error).message, sent: true }
      }
    },
    close: () => {},
  }
}
