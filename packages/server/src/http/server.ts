// The HTTP server around the contract: limits on everything that comes in, safe headers on everything that goes out, a
// request id on both, and logs that never contain a token, a password or a body.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { failures, limits } from '@flexpower/contract'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Context } from '../runtime/context.ts'
import { checkReadiness } from '../db/db.ts'
import { Refusal } from '../refusal.ts'
import { readSchemaNumber, VERSION } from '../version.ts'
import { createAdmission } from './admission.ts'
import { serveApiDocs } from './api-docs.ts'
import { reportingDirectives, reportingHeaders, serveCspReports } from './csp-reports.ts'
import { sendFailure } from './failures.ts'
import { type Handlers, serveApi } from './handle.ts'
import { maskUrl } from './log-line.ts'
import { servePages } from './pages.ts'
import { sendUnreadable, serveReceipts } from './receipts.ts'
import { serveSmsReports } from './sms-reports.ts'
import { type Authenticate, createVisitors } from './visitors.ts'

const REQUEST_MS = 20_000
const CONNECTION_MS = 60_000
const KEEP_ALIVE_MS = 72_000
/**
 * New connections that the kernel holds until they are accepted, for `listen`. A crowd comes all at once; with Node's 511
 * some of its connections are dropped, tried again after a second, or reset.
 */
export const BACKLOG = 4_096

export interface ServerParts {
  handlers: Handlers
  authenticate: Authenticate
  /** The built web application; null serves the calls alone, as most tests want it. */
  webRoot: URL | null
  /** Whether it has been told to stop, and still answers. */
  isDraining: () => boolean
}

export async function createServer(context: Context, parts: ServerParts): Promise<FastifyInstance> {
  const app = await createBase(context, parts.isDraining)
  serveCspReports(app, context)
  serveSmsReports(app, context)
  const admission = createAdmission(undefined, context.metrics)
  context.metrics.read({ lanes: () => admission.read() })
  const entrance = { admission, visitors: createVisitors(parts.authenticate) }
  serveReceipts(app, context, entrance)
  serveApiDocs(app, context)
  serveApi(app, context, parts.handlers, entrance)
  if (parts.webRoot) await servePages(app, context, parts.webRoot)
  else serveNothingElse(app)
  return app
}

/** What a monitor asks, and nothing else: all that a worker answers. */
export async function createHealthServer(
  context: Context,
  isDraining: () => boolean,
): Promise<FastifyInstance> {
  const app = await createBase(context, isDraining)
  serveNothingElse(app)
  return app
}

const serveNothingElse = (app: FastifyInstance) =>
  app.setNotFoundHandler((request, reply) =>
    sendFailure(new Refusal('not_found', 'There is nothing at this address.'), null, request, reply),
  )

/** With its limits and headers, and the answers for a monitor. */
async function createBase(context: Context, isDraining: () => boolean): Promise<FastifyInstance> {
  const { config } = context
  const safeHeaders = await securityHeaders(config.publicUrl.startsWith('https:'))
  const loggerInstance: FastifyBaseLogger = context.log.child({}, { serializers: { req: loggedRequest } })
  const app: FastifyInstance = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies?.split(',').map((proxy) => proxy.trim()) ?? false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: REQUEST_MS,
    // The headers' own limit is 60 seconds by default, and Node takes the longer one of the two for the whole request.
    // It checks only every 30 seconds by default: a stalled request would far outlive its limit.
    // A request without a host is answered by us, with our headers and in our shape (below).
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    connectionTimeout: CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Not in our shape; the hook below does it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, caseSensitive: true },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: (error, socket) => answerBroken(error, socket, safeHeaders),
    // Before any hook: an address that cannot be read.
    frameworkErrors: (_, request, reply) => {
      reply.headers({ ...safeHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' })
      if (request.url.startsWith('/r/')) return sendUnreadable(context, reply)
      return sendFailure(
        new Refusal('invalid', 'The address is damaged. Nothing was changed.'),
        null,
        request,
        reply,
      )
    },
  })
  // JSON or nothing: no second format, and nothing compressed that could expand without limit.
  app.removeContentTypeParser('text/plain')
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(safeHeaders).header('x-request-id', request.id)
    if (isClosing)
      throw new Refusal('unavailable', 'The server is stopping. Nothing was changed; try again.', {
        retryAfter: 2,
      })
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Refusal('invalid', DAMAGED)
    if (request.headers['content-encoding'] !== undefined)
      throw new Refusal('unsupported', 'The request must be plain JSON, not compressed. Nothing was changed.')
  })
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // The next request goes to another server.
    if (isDraining()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime: ms } = reply
    context.metrics.countRequest({ method, route: routeOptions.url ?? 'none', status, ms })
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, null, request, reply))
  app.addHook('preClose', async () => context.live.endAll())
  // One that we do not know is ignored: Node would answer it by itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  closeUnused(app)
  serveHealth(app, context, isDraining)
  await serveVersion(app)
  return app
}

/**
 * Browsers open connections in advance. One that was never used is not idle for Node, so it would keep a server that stops
 * waiting until it times out.
 */
function closeUnused(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Where a request went and from where; no header, no query, and not the token of a reset link. */
const loggedRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
  method,
  path: maskUrl(url),
  ip,
})

const DAMAGED = 'The request is damaged. Nothing was changed.'

/** The document of all calls has them too (contract/src/openapi/failure-schemas.ts). */
const brokenStatus: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Not HTTP, or incomplete: there is no request and no reply, but the safe headers are sent. */
function answerBroken(
  error: Error & { code?: string },
  socket: Socket,
  safeHeaders: Record<string, string>,
): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const body = JSON.stringify(failures.plain.write({ code: 'invalid', message: DAMAGED }))
    const headers = {
      ...safeHeaders,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      [`HTTP/1.1 ${brokenStatus[error.code ?? ''] ?? '400 Bad Request'}`, ...lines, '', body].join('\r\n'),
    )
  }
  socket.destroy(error)
}

/**
 * Scripts and styles only from our own files; transport security only if the site is served over https. Computed once:
 * they are the same for every answer, and helmet computes them again each time.
 */
async function securityHeaders(secure: boolean): Promise<Record<string, string>> {
  const headers: Record<string, string> = { ...reportingHeaders }
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...reportingDirectives,
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  await new Promise((written) => write({} as IncomingMessage, answer as unknown as ServerResponse, written))
  return headers
}

/**
 * `/healthz`: the process answers. `/readyz`: it can also book sales, so it may get work. They are called every second:
 * only a change is logged.
 */
function serveHealth(app: FastifyInstance, { db, log }: Context, isDraining: () => boolean): void {
  let before: string | null = null
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const reason = isDraining() ? 'The server is stopping.' : await checkReadiness(db)
    if (reason !== before) log.warn(reason === null ? 'ready again' : `not ready: ${reason}`)
    before = reason
    return reason === null
      ? { status: 'ready' }
      : reply.status(503).header('retry-after', '2').send({ status: 'not ready', reason })
  })
}

/** For whoever upgrades: which version answers here, and the newest migration that it knows. */
async function serveVersion(app: FastifyInstance): Promise<void> {
  const answer = { version: VERSION, schema: await readSchemaNumber() }
  app.get('/version', { logLevel: 'silent' }, async () => answer)
}
