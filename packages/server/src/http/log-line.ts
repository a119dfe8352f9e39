// What the log says about a request beyond Fastify's own fields, and what it must never say.
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** On every later line of this request, also the last one. A child of its logger would cost ten times as much. */
export const addToLog = ({ log }: FastifyRequest, fields: object): void => (log as Logger).setBindings(fields)

/** Without the query, the token of a reset link, the code of a receipt and the secret of the SMS provider. */
export const maskUrl = (url: string): string =>
  url.replace(/[?#].*$/s, '').replace(/(\/password\/reset\/|\/sms-reports\/|^\/r\/).+/s, '$1…')
