// A message in words: its state, what a search looks at, and the address that answers it; and how often a letter was tried.
import { type ContactMessage, formatDay, formatTime, type MessageState } from '@flexpower/contract'

export const stateWords: Record<MessageState, string> = { new: 'New', read: 'Read', answered: 'Answered' }

export const handledText = ({ handledAt, handledBy }: ContactMessage): string =>
  handledAt === null ? '' : `${formatDay(handledAt)}${handledBy === null ? '' : ` by ${handledBy}`}`

export const searchTextOf = (entry: ContactMessage): string =>
  [
    formatDay(entry.at),
    formatTime(entry.at),
    entry.name,
    entry.email,
    entry.message,
    stateWords[entry.state],
    handledText(entry),
  ].join('\n')

/** A question mark is legal in an address, and would begin a subject or a copy to somebody else. */
export const replyLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

export const attemptsText = (attempts: number): string =>
  attempts === 0 ? 'Not tried' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
