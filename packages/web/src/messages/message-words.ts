// The texts about a message: who looked at it, the address to answer it; and about a message of ours that has not been sent.
import { type ContactMessage, formatDay, type OutboxMessage } from '@flexpower/contract'

export const handledText = ({ handledAt, handledBy }: ContactMessage): string =>
  handledAt === null ? '' : `${formatDay(handledAt)}${handledBy === null ? '' : ` by ${handledBy}`}`

/** A question mark is legal in an address, but would start a subject or a copy to somebody else. */
export const replyLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

export const subjectText = ({ channel, subject }: OutboxMessage): string =>
  channel === 'sms' ? 'Text message' : subject

export const stateText = ({ state }: OutboxMessage): string => (state === 'failed' ? 'Given up' : 'Waiting')

export const attemptsText = ({ attempts }: Pick<OutboxMessage, 'attempts'>): string =>
  attempts === 0 ? 'Not tried' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
