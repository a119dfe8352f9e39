// Pretends to be the utility: its OAuth and its vending interface over real HTTP, on loopback only, with pages of its own
// for people and a control in the hands of tests.
import { type Books, OPENING_BALANCE_BUTUTS, openBooks, type Sale } from './books.ts'
import { type Clock, systemClock } from './clock.ts'
import { createLogin, demoAccess, type Login, passwordIn, type UtilityAccess } from './login.ts'
import { stylesheet } from './page.ts'
import { indexPage, meterPage, pressMeter, readForm } from './pages.ts'
import { failure, type Reply } from './reply.ts'
import { type Asked, isJson, jsonOf, PAST_MOST_BYTES, serve, type ServerControl } from './server.ts'
import { createVending, type Vending } from './vending.ts'
import { type Keyed, keyIn } from './virtual-meter.ts'

export { type BillSentinel, billSentinels } from './bill-sentinels.ts'
export { listTokens, type Sale } from './books.ts'
export { demoMeters, fleetMeter, postpaidAccounts } from './customers.ts'
export type { Fault } from './faults.ts'
export type { UtilityAccess } from './login.ts'
export { type Sentinel, sentinels } from './sentinels.ts'

const TOKEN_LIFETIME_S = 7189

export type Call =
  | 'token'
  | 'vendorInfo'
  | 'preview'
  | 'sell'
  | 'lookUp'
  | 'customer'
  | 'customerEnquiry'
  | 'shiftEnquiry'
  | 'changePassword'
  | 'resetPassword'

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
export interface UtilityControl extends ServerControl<Call> {
  balance(): number
  setBalance(bututs: number): Promise<void>
  /** All tokens given out so far are refused from now on. */
  expireTokens(): void
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
}

export async function startUtility(options: UtilityOptions): Promise<Utility> {
  const { dataDir, openingBalance = OPENING_BALANCE_BUTUTS, syncs = true } = options
  const books = await openBooks(dataDir, openingBalance, syncs)
  const clock = options.clock ?? systemClock
  const running: Running = {
    books,
    login: createLogin(books, clock, options.tokenLifetimeS ?? TOKEN_LIFETIME_S),
    vending: createVending(books, clock),
  }
  try {
    const server = await serve<Call>({
      routeOf(method, path, query) {
        const route = routeOf(method, path, query)
        return route && { ...route, reply: (asked) => route.reply(running, asked) }
      },
      failureOf: (status, message, path) => failure(status, String(status), message, path),
      port: options.port,
      lastPort: books.port,
    })
    if (server.port !== books.port) await books.record({ kind: 'port', port: server.port })
    return {
      access: { url: server.url, ...demoAccess, password: passwordIn(books) },
      control: { ...server.control, ...controlOf(running) },
      async close() {
        await server.close()
        await books.close()
      },
    }
  } catch (error) {
    await books.close()
    throw error
  }
}

const controlOf = ({ books, login }: Running): Omit<UtilityControl, keyof ServerControl<Call>> => ({
  balance: () => books.balance,
  setBalance: (bututs) => books.record({ kind: 'balance', bututs }),
  expireTokens: () => login.expireTokens(),
  sales: () => books.sales,
  keyIn: (meter, token) => keyIn(books, meter, token),
})

interface Route {
  /** Null for the pages, which are not part of the utility's interface. */
  call: Call | null
  mostBytes?: number
  reply(running: Running, asked: Asked): Reply | Promise<Reply>
}

/** Only for the vendor, who has logged in. */
const guarded = (call: Call, reply: Route['reply']): Route => ({
  call,
  reply: (running, asked) => running.login.refusalOf(asked.headers) ?? reply(running, asked),
})

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
    reply: ({ login }, { headers, body }) => login.giveToken(headers, body),
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
  /** How the demo gets a past that is in these books too. */
  'POST /past': {
    call: null,
    mostBytes: PAST_MOST_BYTES,
    reply: ({ vending }, asked) =>
      isJson(asked) ? vending.sellPast(jsonOf(asked)) : failure(415, '415', 'The past is not JSON.'),
  },
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
