// A whole installation for one test file: its own database, a clock that stands still, the utility simulator and the
// server, each reached over real HTTP; and callers that speak through the contract.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Answer,
  api,
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  type Given,
  readAnswer,
  requestOf,
  SESSION_TOKEN_HEADER,
} from '@flexpower/contract'
import { startUtility } from '@flexpower/simulator'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { createApp } from '../app.ts'
import { type Config, parseConfig } from '../config.ts'
import { type Db, openDb } from '../db/db.ts'
import { createIncms } from '../gateways/incms.ts'
import { makeUser, type MadeUser, type UserTraits } from './make.ts'
import { createDatabase, databaseUrl, TEMPLATE } from './setup.ts'

export interface TestClock {
  now(): Date
  /** Moves on by that many milliseconds. */
  pass(milliseconds: number): void
}

/** Someone who calls the server: signed in, or a visitor. */
export interface TestCaller {
  token: string | null
  call<E extends Endpoint>(endpoint: E, input: Given<E>): Promise<Answer<E>>
  /** A request as a stranger would write it, with this caller's headers unless others are given. */
  send(method: string, path: string, options?: SendOptions): Promise<RawAnswer>
}

interface SendOptions {
  body?: unknown
  /** Sent as it is, instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

export interface RawAnswer {
  status: number
  headers: Headers
  body: unknown
}

export interface World {
  db: Db
  databaseUrl: string
  address: string
  config: Config
  clock: TestClock
  utility: Awaited<ReturnType<typeof startUtility>>
  /** What the server logged, one JSON line each. */
  logLines: string[]
  visitor: TestCaller
  /** Makes a user and signs them in through the login call. */
  signIn(traits?: UserTraits): Promise<TestCaller & { user: MadeUser }>
  close(): Promise<void>
}

const START = '2026-11-14T14:20:00Z'

export async function createWorld(
  options: { env?: Record<string, string>; webRoot?: URL } = {},
): Promise<World> {
  const server = inject('postgresUrl')
  const name = `world_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name, TEMPLATE)
  const url = databaseUrl(server, name)
  const utilityDir = await mkdtemp(join(tmpdir(), 'flexpower-utility-'))
  const utility = await startUtility({ dataDir: utilityDir })
  const config = parseConfig({ DATABASE_URL: url, ...options.env })
  const logLines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void logLines.push(line) })
  const { db, close: closeDb } = openDb({ url, onConnectionLost: () => {} })
  const clock = stoppedClock()
  const gateway = createIncms(utility.access)
  const app = await createApp({ config, db, clock, log, utility: gateway }, options.webRoot ?? null)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const caller = (token: string | null) => createCaller(address, config.clientAccessToken, token)
  const visitor = caller(null)
  const world: World = {
    db,
    databaseUrl: url,
    address,
    config,
    clock,
    utility,
    logLines,
    visitor,
    signIn: async (traits) => {
      const user = await makeUser(db, clock, traits)
      const { token } = await visitor.call(api.session.login, { email: user.email, password: user.password })
      return { ...caller(token), user }
    },
    close: async () => {
      await app.close()
      await gateway.close()
      await utility.close()
      await closeDb()
      await rm(utilityDir, { recursive: true, force: true })
    },
  }
  afterAll(world.close)
  return world
}

function stoppedClock(): TestClock {
  let now = Date.parse(START)
  return {
    now: () => new Date(now),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

function createCaller(address: string, clientToken: string, token: string | null): TestCaller {
  const own = { [CLIENT_TOKEN_HEADER]: clientToken, ...(token && { [SESSION_TOKEN_HEADER]: token }) }
  const send: TestCaller['send'] = async (method, path, { body, text, headers } = {}) => {
    const content = text ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(new URL(path, address), {
      method,
      headers: { ...own, ...(content !== null && { 'content-type': 'application/json' }), ...headers },
      body: content,
      redirect: 'manual',
    })
    const answer = await response.text()
    return { status: response.status, headers: response.headers, body: parseOrKeep(answer) }
  }
  return {
    token,
    send,
    call: async <E extends Endpoint>(endpoint: E, input: Given<E>) => {
      const request = requestOf(endpoint, input)
      const { status, body } = await send(
        request.method,
        request.url,
        request.body === null ? {} : { body: request.body },
      )
      return readAnswer(endpoint, status, body) as Answer<E>
    },
  }
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
