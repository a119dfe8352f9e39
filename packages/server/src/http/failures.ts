// Turns anything thrown into the answer that the endpoint promises. A refusal keeps its text; everything else is a bug
// of ours: the caller gets a request id, the log gets the rest, and nothing leaks.
import {
  type Endpoint,
  type Failure,
  type FailureCode,
  failures,
  statusFor,
  toWireNames,
} from '@flexpower/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCancelled, isDatabaseAway } from '../db/away.ts'
import { Refusal } from '../refusal.ts'
import { tooMany, tooManyToHold } from './waiting-room.ts'
import { addToLog } from './log-line.ts'

/** What Fastify itself refuses before a handler runs, with our texts. */
const fastifyRefusals: Record<string, Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too_large',
    message: 'The request is too large. Nothing was changed.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported',
    message: 'The request must be JSON. Nothing was changed.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid',
    message: 'The request is damaged. Nothing was changed.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'invalid',
    message: 'The request has no content. Nothing was changed.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'invalid',
    message: 'The request is not valid JSON. Nothing was changed.',
  },
}

const NOTHING_THERE: Failure = { code: 'not_found', message: 'There is nothing at this address.' }

const readStatus = (error: unknown) => (error as { statusCode?: unknown }).statusCode

function buildFailure(error: unknown, request: FastifyRequest): Failure & { retryAfter?: number } {
  if (error instanceof Refusal) return error
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' ? fastifyRefusals[code] : undefined
  if (known) return known
  // The client disconnected: there is nobody to answer, and no fault of ours.
  if ((error as Error).message === 'aborted') return { code: 'invalid', message: 'The request broke off.' }
  // What the file server refuses to look up: paths outside its folder, or longer than any name.
  if (readStatus(error) === 403 || code === 'ENAMETOOLONG') return NOTHING_THERE
  // A range beyond the end of a file.
  if (readStatus(error) === 416) return { code: 'invalid', message: 'The file has no such part.' }
  if (error instanceof SyntaxError && request.body === undefined)
    return { code: 'invalid', message: 'The request is not valid JSON. Nothing was changed.' }
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'database not reachable')
    return {
      code: 'unavailable',
      message: isCancelled(error)
        ? 'The records took too long to answer. Nothing was changed; try again in a few seconds.'
        : 'The service cannot reach its records at the moment. Try again in a few seconds; if you were changing something, look first whether it was done.',
      retryAfter: 5,
    }
  }
  request.log.error({ err: error }, 'unexpected failure')
  return {
    code: 'bug',
    message: `Something went wrong on our side. Check the list before you repeat anything, and give support this number: ${request.id}`,
  }
}

/**
 * What our own pages do not cause in daily work, because they check input and offer only what is allowed: somebody may
 * be trying to get around something.
 */
const suspect = new Set<FailureCode>(['forbidden', 'throttled', 'invalid', 'too_large', 'unsupported'])

/** Written once for each shape, because a crowd gets very many of them. */
const busy = new Map<string, string>()

function sendTooMany(call: Endpoint | null, reply: FastifyReply): FastifyReply {
  const name = call?.failure ?? 'plain'
  const shape = failures[name]
  const body = busy.get(name) ?? JSON.stringify(shape.write(tooMany))
  busy.set(name, body)
  return reply
    .status(statusFor(shape, tooMany.code))
    .headers({ 'retry-after': String(tooMany.retryAfter), 'content-type': 'application/json; charset=utf-8' })
    .send(body)
}

/** The connection ends with the answer. */
export const hangUp = (reply: FastifyReply): FastifyReply => reply.header('connection', 'close')

/** Answers in the shape that the call promises; calls that do not exist have the plain one. */
export function sendFailure(
  error: unknown,
  call: Endpoint | null,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error === tooManyToHold) hangUp(reply)
  if (error === tooMany || error === tooManyToHold) return sendTooMany(call, reply)
  const failure = buildFailure(error, request)
  addToLog(request, { refused: failure.code, ...(suspect.has(failure.code) && { suspect: true }) })
  const shape = failures[call?.failure ?? 'plain']
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  const { errors } = failure
  // Features name fields as we do. What could not be decoded has its wire names already.
  const written = errors && call ? toWireNames(call.request, errors) : undefined
  return reply
    .status(statusFor(shape, failure.code))
    .send(shape.write({ ...failure, message: failure.message, ...(written && { errors: written }) }))
}
