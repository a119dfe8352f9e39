// Checks and sends a visitor's message: the contract's rules and its call, loaded when somebody starts to use the form.
import { CallRefused, contact, contactForm } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { type ContactErrors, contactFields, type ContactValues } from '../contact-fields.ts'

/** The first problem of each field. */
export function check(values: ContactValues): ContactErrors {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of contactForm.safeParse(values).error?.issues ?? [])
    problems[path.join('.')] ??= message
  return problems
}

interface Answer {
  isSent: boolean
  /** The server's message. */
  message: string
  errors: ContactErrors
}

/** Throws when there is no answer: a dropped connection, a server fault. */
export async function send(values: ContactValues): Promise<Answer> {
  try {
    const { message } = await call(contact.send, values)
    return { isSent: true, message, errors: {} }
  } catch (error) {
    if (!(error instanceof CallRefused) || error.status >= 500 || error.message === '') throw error
    return { isSent: false, message: error.message, errors: firstOfEach(error.errors) }
  }
}

const firstOfEach = (errors: Record<string, string[]>): ContactErrors =>
  Object.fromEntries(contactFields.map((field) => [field, errors[field]?.[0] ?? '']))
