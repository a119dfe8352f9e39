// Pretends to be the utility: its OAuth and its vending interface over real HTTP, on loopback only. It is strict about
// every header and credential, because a simulator that forgives proves nothing about the adapter.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Books, openBooks } from './books.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Fault, misbehave } from './faults.ts'

const HOST = '127.0.0.1'
const TOKEN_LIFETIME_S = 7189
const REQUEST_MOST_BYTES = 16 * 1024

/** How FlexPower reaches this utility: the shape of its own configuration. */
export interface UtilityAccess {
  url: string
  tenant: string
  vendorId: string
  vendorUser: string
  password: string
  /** OAuth client credentials, `id:secret`. */
  client: string
}

/** Public on purpose: they open nothing but this simulator. */
const DEMO_ACCESS: Omit<UtilityAccess, 'url'> = {
  tenant: 'nawec',
  vendorId: '100200',
  vendorUser: 'flexpower',
  password: 'demo-vendor-password',
  client: 'demo-client:demo-client-secret',
}
const DEMO_ORIGIN = `${DEMO_ACCESS.vendorId}#${DEMO_ACCESS.vendorUser}`
const DEMO_DESCRIPTION = 'FlexPower Gambia Ltd'

export type Call = 'token' | 'vendorInfo'

export interface UtilityOptions {
  /** Where the utility keeps its durable record. */
  dataDir: string
  /** Exactly this one; without it the one of the last time if it is free, or any. */
  port?: number
  clock?: Clock
  tokenLifetimeS?: number
}

/** What a test holds in its hands besides the HTTP interface. */
export interface UtilityControl {
  balance(): number
  setBalance(bututs: number): Promise<void>
  /** The next request of this kind goes wrong; asked for twice, the next two. */
  failNext(call: Call, fault: Fault): void
  /** Every answer takes this much longer. */
  setDelay(milliseconds: number): void
  /** All tokens given out so far are refused from now on. */
  expireTokens(): void
  /** How many requests of this kind arrived. */
  seen(call: Call): number
}

export interface Utility {
  access: UtilityAccess
  control: UtilityControl
  close(): Promise<void>
}

interface Running {
  books: Books
  clock: Clock
  tokenLifetimeS: number
  /** Access token → when it expires. */
  tokens: Map<string, number>
  faults: Record<Call, Fault[]>
  seen: Record<Call, number>
  delayMs: number
}

export async function startUtility(options: UtilityOptions): Promise<Utility> {
  const running: Running = {
    books: await openBooks(options.dataDir),
    clock: options.clock ?? systemClock,
    tokenLifetimeS: options.tokenLifetimeS ?? TOKEN_LIFETIME_S,
    tokens: new Map(),
    faults: { token: [], vendorInfo: [] },
    seen: { token: 0, vendorInfo: 0 },
    delayMs: 0,
  }
  const server = createServer((request, response) => {
    // A client that went away leaves nobody to answer.
    answer(running, request, response).catch(() => response.destroy())
  })
  const port = await listen(server, options.port, running.books.state.port)
  if (port !== running.books.state.port) await running.books.change({ port })
  return {
    access: { url: `http://${HOST}:${port}`, ...DEMO_ACCESS },
    control: controlOf(running),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function controlOf(running: Running): UtilityControl {
  return {
    balance: () => running.books.state.vendor.balanceBututs,
    setBalance: (balanceBututs) => running.books.change({ vendor: { balanceBututs } }),
    failNext: (call, fault) => void running.faults[call].push(fault),
    setDelay: (milliseconds) => {
      running.delayMs = milliseconds
    },
    expireTokens: () => running.tokens.clear(),
    seen: (call) => running.seen[call],
  }
}

/** The same port after a restart keeps bookmarks and a running server's connection valid. */
async function listen(server: Server, wanted: number | undefined, last: number | null): Promise<number> {
  if (wanted !== undefined) return bind(server, wanted)
  if (last === null) return bind(server, 0)
  try {
    return await bind(server, last)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return bind(server, 0)
    throw error
  }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

interface Reply {
  status: number
  type?: string
  body: unknown
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', `http://${HOST}`)
  const route = routes[`${request.method} ${pathname}`]
  const form = await readBody(request)
  if (form === null) return write(response, failure(413, '413', 'The request is too large.'))
  if (running.delayMs > 0) await sleep(running.delayMs)
  if (route === undefined) return write(response, failure(404, '404', 'There is no such service.', pathname))
  if (route.call !== null) {
    running.seen[route.call] += 1
    const fault = running.faults[route.call].shift()
    if (fault !== undefined) return misbehave(response, fault)
  }
  write(response, route.reply(running, request, form))
}

const routes: Record<
  string,
  { call: Call | null; reply(running: Running, request: IncomingMessage, body: string): Reply } | undefined
> = {
  'GET /': { call: null, reply: () => ({ status: 200, type: 'text/html; charset=utf-8', body: INDEX_PAGE }) },
  'POST /token': { call: 'token', reply: giveToken },
  [`GET /t/${DEMO_ACCESS.tenant}/venInfoVendor/1.0.1/`]: {
    call: 'vendorInfo',
    reply: (running, request) => refusalOf(running, request) ?? vendorInfo(running),
  },
}

function giveToken(running: Running, request: IncomingMessage, body: string): Reply {
  const basic = `Basic ${Buffer.from(DEMO_ACCESS.client).toString('base64')}`
  if (request.headers.authorization !== basic)
    return oauthError(401, 'invalid_client', 'Client Authentication failed.')
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
    return oauthError(400, 'invalid_request', 'The request must be a form.')
  const form = new URLSearchParams(body)
  if (form.get('grant_type') !== 'password')
    return oauthError(400, 'unsupported_grant_type', 'Unsupported grant_type value')
  if (form.get('username') !== DEMO_ORIGIN || form.get('password') !== DEMO_ACCESS.password)
    return oauthError(400, 'invalid_grant', `Authentication failed for ${form.get('username')}`)
  const now = running.clock.now().getTime()
  for (const [token, expiresAt] of running.tokens) if (expiresAt <= now) running.tokens.delete(token)
  const token = randomUUID()
  running.tokens.set(token, now + running.tokenLifetimeS * 1000)
  return {
    status: 200,
    body: {
      access_token: token,
      scope: form.get('scope') ?? '',
      token_type: 'Bearer',
      // The real one has been seen to send the number as text.
      expires_in: String(running.tokenLifetimeS),
    },
  }
}

const oauthError = (status: number, error: string, description: string): Reply => ({
  status,
  body: { error, error_description: description },
})

/** Null: the caller is the vendor, and says so in every header that the interface asks for. */
function refusalOf(running: Running, request: IncomingMessage): Reply | null {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const expiresAt = running.tokens.get(token)
  if (expiresAt === undefined || expiresAt <= running.clock.now().getTime())
    return failure(
      401,
      '900901',
      'Invalid credentials.',
      'Access failure: the token is unknown or has expired',
    )
  if (request.headers['x-incms-tenant'] !== DEMO_ACCESS.tenant)
    return failure(400, 'TENANT', 'The tenant is not valid.', 'X-Incms-Tenant is missing or wrong')
  if (request.headers['x-incms-origin-d'] !== DEMO_ORIGIN)
    return failure(400, 'ORIGIN', 'The vendor is not valid.', 'X-Incms-Origin-D is missing or wrong')
  return null
}

function vendorInfo(running: Running): Reply {
  return {
    status: 200,
    body: {
      data: {
        idVendor: DEMO_ACCESS.vendorId,
        // With the blanks that the real one pads its names with.
        descVendor: `${DEMO_DESCRIPTION}   `,
        balance: running.books.state.vendor.balanceBututs / 100,
        modifiedIdVendor: false,
      },
    },
  }
}

const failure = (status: number, code: string, msgUser: string, msgDeveloper = msgUser): Reply => ({
  status,
  body: { code, msgUser, msgDeveloper },
})

function write(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': reply.type ?? 'application/json' })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > REQUEST_MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const INDEX_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Demo utility simulator</title>
<h1>Demo utility simulator</h1>
<p>This program pretends to be the electricity utility, so that FlexPower can be tried without one.
Nothing here is real: no money, no meter, no customer.</p>
</html>
`
