// What the log says about a request beyond Fastify's own fields, and what it must never say.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every later line of this request, also the last one. */
export function addToLog(request: FastifyRequest, reply: FastifyReply, fields: object): void {
  request.log = request.log.child(fields)
  reply.log = request.log
}

/** Without the query, the token of a reset link, the code of a receipt and the secret of the SMS provider. */
export const maskUrl = (url: string): string =>
  url.replace(/[?#].*$/s, '').replace(/(\/password\/reset\/|\/sms-reports\/|^\/r\/).+/s, '$1…')
