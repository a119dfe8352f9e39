// A visitor's message to the provider.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { emailLine, fields, line } from './wire.ts'

const name = line('Name')
const email = emailLine('Invalid email format')
const message = line('Message', limits.contactMessageMost)

export const contactForm = z.object({ name, email, message })

export const contact = {
  send: endpoint({
    method: 'POST',
    path: 'contact-us',
    access: 'anyone',
    failure: 'success',
    request: fields({ name, email, message }),
    response: fields({ success: z.literal(true), message: z.string() }),
  }),
}
