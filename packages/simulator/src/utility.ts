// Simulates the utility: its OAuth and its vending interface over real HTTP, on loopback only, with its own pages for
// people and a control for tests.
import { type Books, OPENING_BALANCE_BUTUTS, openBooks, type Sale } from './books.ts'
import { type SimulatedClock, systemClock } from './clock.ts'
import { type Face, type FaceName, faces, type Paths } from './faces.ts'
import { createLogin, demoAccess, type Login, passwordIn, type UtilityVendor } from './login.ts'
import { stylesheet } from './page.ts'
import { indexPage, meterPage, pressMeter, readForm } from './pages.ts'
import { failure, type Reply } from './reply.ts'
import { type AskedRequest, isJson, writeJson, PAST_MOST_BYTES, serve, type ServerControl } from './server.ts'
import { createVending, type SimulatedVending } from './vending.ts'
import { type Keyed, keyIn } from './virtual-meter.ts'

export { type BillSentinel, billSentinels } from './bill-sentinels.ts'
export { listTokens, type Sale } from './books.ts'
export { demoMeters, fleetMeter, postpaidAccounts } from './customers.ts'
export { type Face, type FaceName, faces, isFaceName } from './faces.ts'
export type { Fault } from './faults.ts'
export type { UtilityVendor } from './login.ts'
export { type Sentinel, sentinels } from './sentinels.ts'

const TOKEN_LIFETIME_S = 7189

export type UtilityCall =
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
  /** Where the utility stores its durable record. */
  dataDir: string
  /** What real clients see; `published` by default. */
  face?: FaceName
  /** Whether a login ends the access token of the login before; by default as the face does. */
  keepsOneToken?: boolean
  /** Exactly this one; without it the last one if it is free, or any. */
  port?: number
  /** Where it listens; only on this machine by default. */
  host?: string | undefined
  clock?: SimulatedClock
  tokenLifetimeS?: number
  /** Bututs on the vendor's account when the record begins. */
  openingBalance?: number
  /** False: the record survives a kill but not a power cut, for measurements on a shared disk. */
  syncs?: boolean
}

/** What a test can control besides the HTTP interface. */
export interface UtilityControl extends ServerControl<UtilityCall> {
  balance(): number
  setBalance(bututs: number): Promise<void>
  /** Shows another face from now on, with the given differences; returns how to reach it. */
  show(face: FaceName, changed?: Partial<Face>): UtilityVendor
  /** All tokens issued so far are refused from now on. */
  expireTokens(): void
  /** Everything ever sold, oldest first. */
  sales(): readonly Sale[]
  /** Keys a token into a virtual meter. */
  keyIn(meter: string, token: string): Promise<Keyed>
}

export interface Utility {
  access: UtilityVendor
  control: UtilityControl
  close(): Promise<void>
}

/** A face and where its services are. */
interface Worn {
  face: Face
  routes: Routes
}

interface Running extends Worn {
  books: Books
  login: Login
  vending: SimulatedVending
}

export async function startUtility(options: UtilityOptions): Promise<Utility> {
  const { dataDir, openingBalance = OPENING_BALANCE_BUTUTS, syncs = true } = options
  const books = await openBooks(dataDir, openingBalance, syncs)
  const clock = options.clock ?? systemClock
  const wear = (name: FaceName, changed: Partial<Face> = {}): Worn => {
    const { keepsOneToken = faces[name].keepsOneToken } = options
    const face = { ...faces[name], keepsOneToken, ...changed }
    return { face, routes: layOut(face) }
  }
  const running: Running = {
    ...wear(options.face ?? 'published'),
    books,
    login: createLogin(books, clock, options.tokenLifetimeS ?? TOKEN_LIFETIME_S, () => running.face),
    vending: createVending(books, clock, () => running.face),
  }
  try {
    const server = await serve<UtilityCall>({
      routeOf(method, path, query) {
        const route = findRoute(running, method, path, query)
        return route && { ...route, reply: (asked) => route.reply(running, asked) }
      },
      failureOf: (status, message, path) => failure(status, String(status), message, path),
      port: options.port,
      lastPort: books.port,
      host: options.host,
    })
    if (server.port !== books.port) await books.record({ kind: 'port', port: server.port })
    return {
      access: accessTo(running, server.url),
      control: { ...server.control, ...createControl(running, server.url, wear) },
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

const accessTo = ({ face, books }: Running, url: string): UtilityVendor => ({
  url,
  profile: face.profile,
  tenant: face.tenant,
  ...demoAccess,
  password: passwordIn(books),
})

const createControl = (
  running: Running,
  url: string,
  wear: (face: FaceName, changed?: Partial<Face>) => Worn,
): Omit<UtilityControl, keyof ServerControl<UtilityCall>> => ({
  show(face, changed) {
    Object.assign(running, wear(face, changed))
    return accessTo(running, url)
  },
  ...controlBooks(running),
})

const controlBooks = ({ books, login }: Running) => ({
  balance: () => books.balance,
  setBalance: (bututs: number) => books.record({ kind: 'balance', bututs }),
  expireTokens: () => login.expireTokens(),
  sales: () => books.sales,
  keyIn: (meter: string, token: string) => keyIn(books, meter, token),
})

interface Route {
  /** Null for the pages, which are not part of the utility's interface. */
  call: UtilityCall | null
  mostBytes?: number
  reply(running: Running, asked: AskedRequest): Reply | Promise<Reply>
}

/** Only for the vendor, after the login. */
const guarded = (call: UtilityCall, reply: Route['reply']): Route => ({
  call,
  reply: (running, asked) =>
    running.login.refusalOf(asked.headers, writeJson(asked)) ?? reply(running, asked),
})

/** A query, in the face's style. */
const question = (
  call: UtilityCall,
  reply: (vending: SimulatedVending, given: URLSearchParams) => Reply | Promise<Reply>,
) =>
  guarded(call, ({ face, vending }, asked) =>
    reply(vending, face.asksInBodies ? readFields(asked) : asked.query),
  )

const page = (reply: Route['reply']): Route => ({ call: null, reply })
const meterIn = ({ path }: AskedRequest): string => path.slice('/meter/'.length)

function readFields(asked: AskedRequest): URLSearchParams {
  const body = writeJson(asked)
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]))
}

const preview = question('preview', (vending, given) => vending.preview(given))
const lookUp = question('lookUp', (vending, given) => {
  const transactionId = given.get('transactionId')
  return vending.lookUp(
    transactionId === null ? { requestId: given.get('requestID') ?? '' } : { transactionId },
  )
})
const sell = guarded('sell', ({ vending }, asked) => vending.sell(writeJson(asked)))
const customer = question('customer', (vending, given) => vending.customer(given))
const vendorInfo = question('vendorInfo', (vending) => vending.vendorInfo())
const customerEnquiry = question('customerEnquiry', (vending, given) => vending.customerEnquiry(given))
const shiftEnquiry = question('shiftEnquiry', (vending, given) => vending.shiftEnquiry(given))
const changePassword = guarded('changePassword', ({ login }, asked) => login.changePassword(writeJson(asked)))
/** A vendor who cannot log in uses it too, so its body names whom it is about. */
const resetPassword = guarded('resetPassword', ({ login }, asked) => login.resetPassword(writeJson(asked)))

type Routes = Record<string, Route | undefined>

const findPlace = ({ tenant, version, paths }: Face, service: keyof Paths): string =>
  `${tenant === '' ? '/' : `/t/${tenant}/`}${paths[service].replaceAll('{version}', version)}`

function layOut(face: Face): Routes {
  const ask = face.asksInBodies ? 'POST' : 'GET'
  return {
    // If a price and a look-up of a sale have the same path, findRoute distinguishes them.
    [`${ask} ${findPlace(face, 'transaction')}`]: lookUp,
    [`${ask} ${findPlace(face, 'preview')}`]: preview,
    [`${ask} ${findPlace(face, 'vendorInfo')}`]: vendorInfo,
    [`${ask} ${findPlace(face, 'search')}`]: customer,
    [`${ask} ${findPlace(face, 'customerEnquiry')}`]: customerEnquiry,
    [`${ask} ${findPlace(face, 'shiftEnquiry')}`]: shiftEnquiry,
    [`POST ${findPlace(face, 'sell')}`]: sell,
    [`PATCH ${findPlace(face, 'login')}`]: changePassword,
    [`POST ${findPlace(face, 'login')}`]: resetPassword,
  }
}

const lookUpNumber = guarded('lookUp', ({ vending }, { path }) =>
  vending.lookUp({ transactionId: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) }),
)

const outside: Routes = {
  'POST /token': {
    call: 'token',
    reply: ({ login }, { headers, body }) => login.giveToken(headers, body),
  },
  'GET /': page(({ books }) => indexPage(books)),
  'GET /pages.css': page(() => stylesheet),
  /** How the demo gets a past that is in these books too. */
  'POST /past': {
    call: null,
    mostBytes: PAST_MOST_BYTES,
    reply: ({ vending }, asked) =>
      isJson(asked) ? vending.sellPast(writeJson(asked)) : failure(415, '415', 'The past is not JSON.'),
  },
  /** Both books can also be compared from outside this process. */
  'GET /books.json': page(async ({ books }) => {
    await books.settled()
    return { status: 200, body: { balanceBututs: books.balance, sales: books.sales } }
  }),
}

function findRoute(
  { face, routes }: Worn,
  method: string,
  path: string,
  query: URLSearchParams,
): Route | null {
  const place = findPlace(face, 'transaction')
  if (!face.asksInBodies && method === 'GET' && path.startsWith(place)) {
    if (path !== place) return lookUpNumber
    if (query.has('requestID')) return lookUp
  }
  const asked = `${method} ${path}`
  return routes[asked] ?? outside[asked] ?? findMeterPage(method, path)
}

function findMeterPage(method: string, path: string): Route | null {
  if (!/^\/meter\/\d{1,50}$/.test(path)) return null
  if (method === 'GET') return page(({ books }, asked) => meterPage(books, meterIn(asked)))
  return method === 'POST'
    ? page(({ books }, asked) => pressMeter(books, meterIn(asked), readForm(asked.body)))
    : null
}
