// Where a visitor's message is checked and sent: the contract's rules and its call, loaded when somebody turns to the form.
import { CallRefused, contact, contactForm } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { type ContactErrors, contactFields, type ContactValues } from './contact-fields.ts'

/** The first problem of each field. */
export function check(values: ContactValues): ContactErrors {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of contactForm.safeParse(values).error?.issues ?? [])
    problems[path.join('.')] ??= message
  return problems
}

interface Answer {
  isSent: boolean
  /** In the server's words. */
  message: string
  errors: ContactErrors
}

/** Throws what is no answer: a dropped connection, a fault of the server. */
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
