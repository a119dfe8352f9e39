// The page that tells whether a receipt is genuine, at /r/{code}, and sends its token again. Public, drawn here, and works
// without scripts. Whoever tries codes gets the same answer in the same time for each that does not exist.
import { parseReceiptCode } from '@flexpower/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/away.ts'
import { readNetwork } from '../identity/network.ts'
import { countAttempt, type Limit } from '../identity/throttle.ts'
import { Refusal } from '../refusal.ts'
import { HOUR_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { checkReceipt, sendAgain } from '../sales/receipts.ts'
import { hangUp } from './failures.ts'
import type { Entrance } from './handle.ts'
import { addToLog } from './log-line.ts'
import { drawForm, drawNotice, drawReceipt, drawUnknown } from './receipt-page.ts'
import { tooManyToHold } from './waiting-room.ts'

/**
 * Of codes that do not exist. A whole town can have the address of its mobile operator, so a receipt that exists is not
 * counted, and shown even after this many others (decision 31).
 */
const MISSES_AN_HOUR: Limit = { most: 30, windowMs: HOUR_MS }
/** Longer than any code that somebody types. */
const TYPED_MOST = 60

interface Asked {
  Params: { code?: string }
  Querystring: { code?: unknown; asked?: unknown }
}

const writePath = (code: string) => `/r/${encodeURIComponent(code)}`
/** What the button leads to: it can be loaded again without sending again. */
const ASKED = 'asked'

export function serveReceipts(
  app: FastifyInstance,
  context: Context,
  { admission, visitors }: Entrance,
): void {
  const { config } = context
  /** In the lane of the other short calls: many who check at once wait for each other, and no sale waits for them. */
  const within = <Result>(request: FastifyRequest, work: () => Promise<Result>) =>
    admission.within('rest', visitors.read(request), work)
  const findReceipt = async (typed: string, request: FastifyRequest) => {
    const receipt = await checkReceipt(context.db, parseReceiptCode(typed.slice(0, TYPED_MOST)))
    if (receipt === null)
      await countAttempt(context, `receipts not found from ${readNetwork(request.ip)}`, MISSES_AN_HOUR)
    return receipt
  }
  const check = async (typed: string, request: FastifyRequest, reply: FastifyReply) => {
    const receipt = await within(request, () => findReceipt(typed, request))
    return receipt
      ? sendPage(reply, 200, drawReceipt(context, receipt, ASKED in (request.query as object)))
      : sendPage(reply, 404, drawUnknown(config))
  }
  void app.register(async (scope) => {
    // A form without fields. Its body is read and dropped.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, {}),
    )
    scope.setErrorHandler((error, request, reply) => sendProblem(context, error, request, reply))
    scope.get<Asked>('/r', async (request, reply) => {
      const { code } = request.query
      return typeof code === 'string' && code.trim() !== ''
        ? check(code, request, reply)
        : sendPage(reply, 200, drawForm(config))
    })
    scope.get<Asked>('/r/:code', async (request, reply) => {
      const { code = '' } = request.params
      return code.trim() === '' ? reply.redirect('/r', 303) : check(code, request, reply)
    })
    // Typed, or opened again from a browser's history.
    for (const path of ['/r/:code/', '/r/:code/send'])
      scope.get<Asked>(path, async ({ params }, reply) => reply.redirect(writePath(params.code ?? ''), 303))
    scope.post<Asked>('/r/:code/send', async (request, reply) => {
      refuseOtherSites(request)
      const receipt = await within(request, async () => {
        const found = await findReceipt(request.params.code ?? '', request)
        if (found?.sale) await sendAgain(context, { origin: { address: request.ip } }, found.sale)
        return found
      })
      return receipt === null
        ? sendPage(reply, 404, drawUnknown(config))
        : reply.redirect(`${writePath(receipt.code)}?${ASKED}`, 303)
    })
  })
}

/** An address that cannot be read, such as half a character: no code is like that. */
export const sendUnreadable = ({ config }: Pick<Context, 'config'>, reply: FastifyReply) =>
  sendPage(reply, 404, drawUnknown(config))

/**
 * Another site must not make its visitors send for it: each of them has an address of their own to count. Browsers say
 * where a form comes from, by the first header or, older ones, by the second.
 */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isOurs =
    site === undefined
      ? origin === undefined || origin === 'null' || origin.replace(/^https?:\/\//, '') === host
      : site === 'same-origin'
  if (!isOurs)
    throw new Refusal(
      'forbidden',
      'Nothing was sent. Open the page of the receipt and press the button there.',
    )
}

/** No search engine may list a receipt, and no address of one may be told to another site. */
const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
    })
    .send(page)

const statuses: Partial<Record<Refusal['code'], number>> = {
  throttled: 429,
  forbidden: 403,
  refused: 409,
  unavailable: 503,
}

function sendProblem(context: Context, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    addToLog(request, { refused: error.code })
    if (error === tooManyToHold) hangUp(reply)
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    return sendPage(reply, statuses[error.code] ?? 400, drawNotice(context.config, error.message))
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status !== undefined && status < 500)
    return sendPage(reply, status, drawNotice(context.config, 'The request is damaged. Nothing was sent.'))
  request.log.error({ err: error }, isDatabaseAway(error) ? 'database not reachable' : 'unexpected failure')
  const told = 'Receipts cannot be checked at the moment. Try again in a few minutes.'
  return sendPage(reply.header('retry-after', '60'), 503, drawNotice(context.config, told))
}
