// Simulates the airtime aggregator with Reloadly's interface: its OAuth and its calls over real HTTP, on loopback only,
// with its own page for people and a control for tests.
import { type SimulatedClock, systemClock } from '../clock.ts'
import { stylesheet } from '../page.ts'
import {
  type AskedRequest,
  isJson,
  writeJson,
  PAST_MOST_BYTES,
  type ServedCall,
  serve,
  type ServerControl,
} from '../server.ts'
import {
  type AirtimeBooks,
  OPENING_BALANCE_BUTUTS,
  openAirtimeBooks,
  type Status,
  type TopUp,
} from './books.ts'
import { type Account, dalasiAccount } from './account.ts'
import { type Catalogue, createCatalogue } from './catalogue.ts'
import { type AirtimeClient, createAirtimeLogin, demoAccess } from './login.ts'
import type { OperatorTerms } from './operators.ts'
import { airtimePage } from './pages.ts'
import { failure, type Reply } from './reply.ts'
import { createTopUps } from './topups.ts'

export { dollarAccount } from './account.ts'
export type { AirtimeClient } from './login.ts'
export { demoNumbers } from './operators.ts'
export { type AirtimeSentinel, airtimeSentinels } from './sentinels.ts'

const TOKEN_LIFETIME_S = 5_184_000

export type AirtimeCall =
  | 'token'
  | 'balance'
  | 'operators'
  | 'detect'
  | 'catalogue'
  | 'topUp'
  | 'status'
  | 'report'

export interface AirtimeOptions {
  /** Where the aggregator stores its durable record. */
  dataDir: string
  /** Exactly this one; without it the last one if it is free, or any. */
  port?: number
  /** Where it listens; only on this machine by default. */
  host?: string | undefined
  clock?: SimulatedClock
  tokenLifetimeS?: number
  /** On the account when the record begins, in hundredths of its currency. */
  openingBalance?: number
  /** In dalasi by default. */
  account?: Account
  /** False: the record survives a kill but not a power cut, for measurements on a shared disk. */
  syncs?: boolean
}

/** What a test can control besides the HTTP interface. */
export interface AirtimeControl extends ServerControl<AirtimeCall> {
  /** Hundredths of the account's currency. */
  balance(): number
  setBalance(hundredths: number): Promise<void>
  /** What an operator accepts from now on. */
  setTerms(operatorId: number, terms: Partial<OperatorTerms>): void
  /** All tokens issued so far are refused from now on. */
  expireTokens(): void
  /** Every order ever accepted, oldest first, in its current state. */
  sales(): (TopUp & { status: Status })[]
}

export interface Airtime {
  access: AirtimeClient
  control: AirtimeControl
  close(): Promise<void>
}

export async function startAirtime(options: AirtimeOptions): Promise<Airtime> {
  const { clock = systemClock, openingBalance = OPENING_BALANCE_BUTUTS, syncs = true } = options
  const books = await openAirtimeBooks(options.dataDir, { openingBalance, syncs, clock })
  const catalogue = createCatalogue(books, options.account ?? dalasiAccount, clock)
  const login = createAirtimeLogin(clock, options.tokenLifetimeS ?? TOKEN_LIFETIME_S)
  try {
    const server = await serve<AirtimeCall>({
      routeOf: listRoutes(books, catalogue, login, clock),
      failureOf: (status, message, path) => failure(status, String(status), message, path),
      port: options.port,
      lastPort: books.port,
      host: options.host,
    })
    if (server.port !== books.port) await books.record({ kind: 'port', port: server.port })
    return {
      access: { url: server.url, authUrl: server.url, ...demoAccess },
      control: {
        ...server.control,
        balance: () => books.balance,
        setBalance: (bututs) => books.record({ kind: 'balance', bututs }),
        setTerms: (operatorId, terms) => catalogue.setTerms(operatorId, terms),
        expireTokens: () => login.expireTokens(),
        sales: () => books.topUps.map((topUp) => ({ ...topUp, status: books.readStatus(topUp) })),
      },
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

function listRoutes(
  books: AirtimeBooks,
  catalogue: Catalogue,
  login: ReturnType<typeof createAirtimeLogin>,
  clock: SimulatedClock,
) {
  const topUps = createTopUps(books, catalogue, clock)
  /** Only for the vendor, after the login. */
  const guarded = (
    call: AirtimeCall,
    reply: (asked: AskedRequest) => Reply | Promise<Reply>,
  ): ServedCall<AirtimeCall> => ({
    call,
    reply: (asked) => login.refusalOf(asked.headers) ?? reply(asked),
  })
  const page = (reply: () => Reply | Promise<Reply>): ServedCall<AirtimeCall> => ({ call: null, reply })
  const offered = (method: string, path: string): ServedCall<AirtimeCall> =>
    guarded(
      readCall(path),
      (asked) =>
        catalogue.answer(method, path, asked.query, writeJson(asked)) ??
        failure(404, 'NOT_FOUND', 'There is no such service.', path),
    )
  const transaction = guarded('report', ({ path }) => topUps.transaction(path.split('/')[4] ?? ''))
  const status = guarded('status', ({ path }) => topUps.status(path.split('/')[2] ?? ''))
  const routes: Record<string, ServedCall<AirtimeCall> | undefined> = {
    'POST /oauth/token': { call: 'token', reply: (asked) => login.giveToken(writeJson(asked)) },
    'POST /topups': guarded('topUp', (asked) => topUps.order(writeJson(asked), false)),
    'POST /topups-async': guarded('topUp', (asked) => topUps.order(writeJson(asked), true)),
    'GET /topups/reports/transactions': guarded('report', ({ query }) => topUps.report(query)),
    'GET /': page(() => airtimePage(books, catalogue.account)),
    'GET /pages.css': page(() => stylesheet),
    /** How the demo gets a past that is in these books too. */
    'POST /past': {
      call: null,
      mostBytes: PAST_MOST_BYTES,
      reply: (asked) =>
        isJson(asked) ? topUps.orderPast(writeJson(asked)) : failure(415, '415', 'The past is not JSON.'),
    },
    /** Both books can also be compared from outside this process. */
    'GET /books.json': page(async () => {
      await books.settled()
      const sales = books.topUps.map((topUp) => ({ ...topUp, status: books.readStatus(topUp) }))
      return { status: 200, body: { balanceBututs: books.balance, sales } }
    }),
  }
  return (method: string, path: string): ServedCall<AirtimeCall> | null => {
    const fixed = routes[`${method} ${path}`]
    if (fixed) return fixed
    if (method === 'GET' && /^\/topups\/\d+\/status$/.test(path)) return status
    if (method === 'GET' && /^\/topups\/reports\/transactions\/\d+$/.test(path)) return transaction
    return /^\/(accounts|countries|operators|promotions)(\/|$)/.test(path) ? offered(method, path) : null
  }
}

function readCall(path: string): AirtimeCall {
  if (path === '/accounts/balance') return 'balance'
  if (path.startsWith('/operators/countries/')) return 'operators'
  return path.startsWith('/operators/auto-detect/') ? 'detect' : 'catalogue'
}
