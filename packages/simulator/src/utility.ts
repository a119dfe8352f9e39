// Pretends to be the utility: its OAuth and its vending interface over real HTTP, on loopback only, with pages of its own
// for people and a control in the hands of tests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Books, OPENING_BALANCE_BUTUTS, openBooks, type Sale } from './books.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Fault, misbehave, type RawAnswer, send } from './faults.ts'
import { createLogin, demoAccess, type Login, passwordIn, type UtilityAccess } from './login.ts'
import { indexPage, meterPage, PAGE_HEADERS, pressMeter, readForm, stylesheet } from './pages.ts'
import { failure, type Reply } from './reply.ts'
import { createVending, type Vending } from './vending.ts'
import { type Keyed, keyIn } from './virtual-meter.ts'

export type { Sale } from './books.ts'
export { demoMeters, fleetMeter, postpaidAccounts } from './customers.ts'
export type { Fault } from './faults.ts'
export type { UtilityAccess } from './login.ts'
export { type Sentinel, sentinels } from './sentinels.ts'

const HOST = '127.0.0.1'
const TOKEN_LIFETIME_S = 7189
const REQUEST_MOST_BYTES = 16 * 1024

const CALLS = [
  'token',
  'vendorInfo',
  'preview',
  'sell',
  'lookUp',
  'customer',
  'customerEnquiry',
  'shiftEnquiry',
  'changePassword',
  'resetPassword',
] as const
export type Call = (typeof CALLS)[number]

export interface UtilityOptions {
  /** Where the utility keeps its durable record. */
  dataDir: string
  /** Exactly this one; without it the one of the last time if it is free, or any. */
  port?: number
  clock?: Clock
  tokenLifetimeS?: number
  /** Bututs on the vendor's account when the record begins. */
  openingBalance?: number
  /** False: the record survives a kill but not a power cut, for measurements on a shared disk. */
  syncs?: boolean
}

/** What a test holds in its hands besides the HTTP interface. */
export interface UtilityControl {
  balance(): number
  setBalance(bututs: number): Promise<void>
  /** The next request of this kind goes wrong; asked for twice, the next two. `afterwards`: when it has been done. */
  failNext(call: Call, fault: Fault, when?: 'instead' | 'afterwards'): void
  /** Every answer takes this much longer. */
  setDelay(milliseconds: number): void
  /** All tokens given out so far are refused from now on. */
  expireTokens(): void
  /** How many requests of this kind arrived. */
  seen(call: Call): number
  /** Everything ever sold, oldest first. */
  sales(): readonly Sale[]
  /** Keys a token into a virtual meter. */
  keyIn(meter: string, token: string): Promise<Keyed>
}

export interface Utility {
  access: UtilityAccess
  control: UtilityControl
  close(): Promise<void>
}

interface Running {
  books: Books
  login: Login
  vending: Vending
  faults: Map<Call, { fault: Fault; when: 'instead' | 'afterwards' }[]>
  seen: Map<Call, number>
  delayMs: number
}

export async function startUtility(options: UtilityOptions): Promise<Utility> {
  const { dataDir, openingBalance = OPENING_BALANCE_BUTUTS, syncs = true } = options
  const books = await openBooks(dataDir, openingBalance, syncs)
  const clock = options.clock ?? systemClock
  const running: Running = {
    books,
    login: createLogin(books, clock, options.tokenLifetimeS ?? TOKEN_LIFETIME_S),
    vending: createVending(books, clock),
    faults: new Map(CALLS.map((call) => [call, []])),
    seen: new Map(CALLS.map((call) => [call, 0])),
    delayMs: 0,
  }
  const server = createServer((request, response) => {
    // A client that went away leaves nobody to answer.
    answer(running, request, response).catch(() => response.destroy())
  })
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    await books.close()
  }
  try {
    const port = await listen(server, options.port, books.port)
    if (port !== books.port) await books.record({ kind: 'port', port })
    const access = { url: `http://${HOST}:${port}`, ...demoAccess, password: passwordIn(books) }
    return { access, control: controlOf(running), close }
  } catch (error) {
    await close()
    throw error
  }
}

function controlOf(running: Running): UtilityControl {
  const { books, login, faults, seen } = running
  return {
    balance: () => books.balance,
    setBalance: (bututs) => books.record({ kind: 'balance', bututs }),
    failNext: (call, fault, when = 'instead') => void faults.get(call)?.push({ fault, when }),
    setDelay: (milliseconds) => {
      running.delayMs = milliseconds
    },
    expireTokens: () => login.expireTokens(),
    seen: (call) => seen.get(call) ?? 0,
    sales: () => books.sales,
    keyIn: (meter, token) => keyIn(books, meter, token),
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

interface Asked {
  path: string
  query: URLSearchParams
  request: IncomingMessage
  body: string
}

interface Route {
  /** Null for the pages, which are not part of the utility's interface. */
  call: Call | null
  reply(running: Running, asked: Asked): Reply | Promise<Reply>
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  if (body === null) return send(response, rawOf(failure(413, '413', 'The request is too large.')))
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
  const route = routeOf(request.method ?? '', path, query)
  if (running.delayMs > 0) await sleep(running.delayMs)
  if (route === null) return send(response, rawOf(failure(404, '404', 'There is no such service.', path)))
  const fault = route.call === null ? undefined : running.faults.get(route.call)?.shift()
  if (route.call !== null) running.seen.set(route.call, (running.seen.get(route.call) ?? 0) + 1)
  if (fault?.when === 'instead') return misbehave(response, fault.fault)
  const reply = await route.reply(running, { path, query, request, body })
  const wrong = fault?.fault ?? reply.fault
  if (wrong === undefined) send(response, rawOf(reply))
  else misbehave(response, wrong, rawOf(reply))
}

const rawOf = ({ status, type = 'application/json', body }: Reply): RawAnswer => ({
  status,
  headers: type === 'application/json' ? { 'content-type': type } : { 'content-type': type, ...PAGE_HEADERS },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Only for the vendor, who has logged in. */
const guarded = (call: Call, reply: (running: Running, asked: Asked) => Reply | Promise<Reply>): Route => ({
  call,
  reply: (running, asked) => running.login.refusalOf(asked.request.headers) ?? reply(running, asked),
})

/** Read as it comes; what is no JSON is refused by the schema of the call. */
function jsonOf({ body }: Asked): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const page = (reply: Route['reply']): Route => ({ call: null, reply })
const meterIn = ({ path }: Asked): string => path.slice('/meter/'.length)

const TENANT = `/t/${demoAccess.tenant}/`
const PAYMENT = `${TENANT}venPayment/1.0.1/`

const preview = guarded('preview', ({ vending }, { query }) => vending.preview(query))
const lookUpRequest = guarded('lookUp', ({ vending }, { query }) =>
  vending.lookUp({ requestId: query.get('requestID') ?? '' }),
)
const lookUpTransaction = guarded('lookUp', ({ vending }, { path }) =>
  vending.lookUp({ transactionId: decodeURIComponent(path.slice(PAYMENT.length)) }),
)

const routes: Record<string, Route | undefined> = {
  'POST /token': {
    call: 'token',
    reply: ({ login }, { request, body }) => login.giveToken(request.headers, body),
  },
  [`GET ${TENANT}venInfoVendor/1.0.1/`]: guarded('vendorInfo', ({ vending }) => vending.vendorInfo()),
  [`POST ${PAYMENT}`]: guarded('sell', ({ vending }, asked) => vending.sell(jsonOf(asked))),
  [`GET ${TENANT}venMeter/1.0.1/`]: guarded('customer', ({ vending }, { query }) => vending.customer(query)),
  [`GET ${TENANT}venCustomerEnquiries/1.0.1/`]: guarded('customerEnquiry', ({ vending }, { query }) =>
    vending.customerEnquiry(query),
  ),
  [`GET ${TENANT}venShitEnquiries/1.0.1/`]: guarded('shiftEnquiry', ({ vending }, { query }) =>
    vending.shiftEnquiry(query),
  ),
  [`PATCH ${TENANT}venLogin/1.0.1/`]: guarded('changePassword', ({ login }, asked) =>
    login.changePassword(jsonOf(asked)),
  ),
  [`POST ${TENANT}venLogin/1.0.1/`]: guarded('resetPassword', ({ login }, asked) =>
    login.resetPassword(jsonOf(asked)),
  ),
  'GET /': page(({ books }) => indexPage(books)),
  'GET /pages.css': page(() => stylesheet),
  /** Both books can be compared from outside of this process too. */
  'GET /books.json': page(async ({ books }) => {
    await books.settled()
    return { status: 200, body: { balanceBututs: books.balance, sales: books.sales } }
  }),
}

function routeOf(method: string, path: string, query: URLSearchParams): Route | null {
  if (method === 'GET' && path === PAYMENT)
    // Our extension of the interface: a look-up by the requestID of the order.
    return query.has('requestID') ? lookUpRequest : preview
  const fixed = routes[`${method} ${path}`]
  if (fixed) return fixed
  if (method === 'GET' && path.startsWith(PAYMENT)) return lookUpTransaction
  if (/^\/meter\/\d{1,50}$/.test(path)) {
    if (method === 'GET') return page(({ books }, asked) => meterPage(books, meterIn(asked)))
    if (method === 'POST')
      return page(({ books }, asked) => pressMeter(books, meterIn(asked), readForm(asked.body)))
  }
  return null
}

/** Null: it is too large. Events instead of iteration, because this runs for every sale of a load test. */
function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= REQUEST_MOST_BYTES) chunks.push(chunk)
      else resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The client went away')))
  })
}
