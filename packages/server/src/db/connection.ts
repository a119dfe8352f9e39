// The only kind of connection to PostgreSQL here. A connection can die silently (a partition, a frozen machine), so
// each statement has a limited time for a sign of life: its answer, or its backend seen working on it from another
// connection. Without one the connection is destroyed and never used again, because its state is unknown.
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import pg from 'pg'
import { type DatabasePlace, readPlaces, showPlaces } from './address.ts'
import { DatabaseSilent, describeAway, noteWireFailure } from './away.ts'
import { createLanes } from './lanes.ts'

export interface Limits {
  /** For opening a connection. */
  connectMs: number
  /** For an answer, before the backend is checked. */
  silentMs: number
  /** For that check. */
  witnessMs: number
  /** For the write that shows that sales can be booked. */
  readyMs: number
}

export const usualLimits: Limits = { connectMs: 5_000, silentMs: 3_000, witnessMs: 4_000, readyMs: 2_000 }

/** The same time for everything, whatever the backend does. */
export const within = (ms: number): Limits => ({ connectMs: ms, silentMs: ms, witnessMs: ms, readyMs: ms })

/** A statement this young may not have reached its backend: nothing is known about it. */
const TOO_YOUNG_MS = 500
const ON_ITS_WAY_MS = 100
const KEEP_ALIVE_AFTER_MS = 5_000
const END_WITHIN_MS = 1_000
const PLACE_MS = 2_000

export interface ConnectionSettings extends pg.ClientConfig {
  chooser: Chooser
  limits: Limits
  /** Null: the limit applies, whatever the backend does. */
  witness: Witness | null
  /** Called when a connection is given up; `since`: those that were opened before this moment may be dead too. */
  onSilent?: (since: number) => void
}

/** Whether that backend is working at this moment: by its number, or by the name that its transaction has. */
export type Witness = (backend: string) => Promise<boolean>

export class Connection extends pg.Client {
  readonly #settings: ConnectionSettings
  /** Statements that were sent and have no answer. */
  #unanswered = 0
  /** Changes with every statement and every answer, so that waiting code notices. */
  #turn = 0
  #askedAt = 0
  #openedAt = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /** A pool passes all of its own settings. */
  constructor(settings: ConnectionSettings) {
    super({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS, ...settings })
    this.#settings = settings
    this.connection.on('error', noteWireFailure)
    // A pool adds its listener a moment after the opening. A connection lost in that moment must not end the process;
    // its next statement fails.
    this.on('error', () => {})
    this.connection.on('readyForQuery', () => this.#noteAnswer())
    this.on('end', () => clearTimeout(this.#timer))
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    if (!callback) return this.#connect()
    callbackify(() => this.#connect())(callback)
    return undefined
  }

  async #connect(): Promise<this> {
    const place = await this.#settings.chooser.choose()
    if (place) {
      this.host = place.host
      this.port = place.port
    }
    await super.connect()
    this.#openedAt = performance.now()
    return this
  }

  /** The many signatures of pg.Client are passed on unchanged. */
  override query(...given: never[]): never {
    this.#noteStatement()
    return (super.query as (...given: never[]) => never)(...given)
  }

  /** If the other side does not answer the close, it is waited for only briefly. */
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    clearTimeout(this.#timer)
    const cutOff = setTimeout(() => this.connection.stream.destroy(), END_WITHIN_MS).unref()
    this.once('end', () => clearTimeout(cutOff))
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }

  /** Another connection that was opened before `since` died silently. */
  suspect(since: number): void {
    if (this.#openedAt > since) return
    if (this.#unanswered === 0)
      return this.#giveUp('Another connection stopped answering: this one is replaced.')
    const age = performance.now() - this.#askedAt
    this.#watch(Math.max(0, TOO_YOUNG_MS - age))
  }

  #noteStatement(): void {
    this.#turn += 1
    this.#unanswered += 1
    if (this.#unanswered > 1) return
    this.#askedAt = performance.now()
    this.#watch(this.#settings.limits.silentMs)
  }

  #noteAnswer(): void {
    this.#turn += 1
    clearTimeout(this.#timer)
    // The first one of a connection answers no statement.
    this.#unanswered = Math.max(0, this.#unanswered - 1)
    if (this.#unanswered > 0) this.#watch(this.#settings.limits.silentMs)
  }

  #watch(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), inMs).unref()
  }

  async #look(): Promise<void> {
    const turn = this.#turn
    // What arrived while this process was busy is read first.
    await nextRead()
    if (turn !== this.#turn) return
    const isAtWork = await this.#isAtWork()
    // The answer of a backend that has just finished may be on its way, and through a pooler the way is longer.
    if (!isAtWork) await sleep(ON_ITS_WAY_MS, undefined, { ref: false })
    await nextRead()
    if (turn !== this.#turn) return
    if (isAtWork) this.#watch(this.#settings.limits.silentMs)
    else {
      const seconds = ((performance.now() - this.#askedAt) / 1000).toFixed(1)
      this.#giveUp(`The database did not answer within ${seconds} s; the connection was given up.`)
    }
  }

  async #isAtWork(): Promise<boolean> {
    try {
      return (await this.#settings.witness?.(this.nameBackend())) ?? false
    } catch {
      return false
    }
  }

  /** How the witness recognises the backend that works for this connection. */
  protected nameBackend(): string {
    return String(readProcessId(this))
  }

  #giveUp(why: string): void {
    clearTimeout(this.#timer)
    this.connection.stream.destroy(new DatabaseSilent(why))
    if (this.#unanswered > 0) this.#settings.onSilent?.(this.#askedAt)
  }
}

/** The backend that greeted, as it said itself: a pooler invents a number. */
export const readProcessId = (client: pg.Client): number =>
  (client as unknown as { processID: number }).processID

const nextRead = () => new Promise((resolve) => setImmediate(resolve))

export interface Chooser {
  /** Null: there is only one place. */
  choose(): Promise<DatabasePlace | null>
}

/** Of several places, the one that accepts writes: the last one that did, or else the first in the order of the address. */
export function createChooser(places: readonly DatabasePlace[], placeMs = PLACE_MS): Chooser {
  if (places.length === 1) return { choose: async () => null }
  let last = places[0]
  let asking: Promise<DatabasePlace> | null = null
  const find = async () => {
    const order = places.toSorted((a, b) => Number(b === last) - Number(a === last))
    // All are asked at once, because one that is cut off takes long to fail.
    const answers = order.map((place) => askPlace(place, placeMs))
    const whys: string[] = []
    for (const [index, place] of order.entries()) {
      const why = (await answers[index]) ?? null
      if (why === null) return (last = place)
      whys.push(why)
    }
    throw noneTakesWrites(order, whys)
  }
  return {
    choose: () => (asking ??= find().finally(() => (asking = null))),
  }
}

/** With the reason as its code if it is the same for all, for example when the whole network is gone. */
function noneTakesWrites(places: readonly DatabasePlace[], whys: readonly string[]): Error {
  const each = places.map((place, index) => `${showPlaces([place])} (${whys[index]})`)
  const isShared = new Set(whys).size === 1 && whys[0] !== A_STANDBY
  const error = Object.assign(new Error(`No database takes writes: ${each.join(', ')}.`), {
    code: isShared ? whys[0] : '25006',
  })
  noteWireFailure(error)
  return error
}

const A_STANDBY = 'a standby'

/** Null if it accepts writes, otherwise why not. */
async function askPlace({ url }: DatabasePlace, placeMs: number): Promise<string | null> {
  try {
    const connection = await connect(url, { application_name: 'flexpower', witness: null }, within(placeMs))
    try {
      const { rows } = await connection.query<{ is_standby: boolean }>(
        'select pg_is_in_recovery() as is_standby',
      )
      return rows[0]?.is_standby ? A_STANDBY : null
    } finally {
      void connection.end()
    }
  } catch (error) {
    return describeAway(error)
  }
}

/** A single connection outside any pool. If it is lost, the running statement rejects, which reports it. */
export async function connect(
  url: string,
  settings: Partial<ConnectionSettings> = {},
  limits: Limits = usualLimits,
): Promise<pg.Client> {
  const witness = settings.witness === undefined ? createWitness(url, limits) : settings.witness
  const connection: pg.Client = new Connection({ ...settingsFor(url, limits), ...settings, witness })
  await connection.connect()
  return connection
}

/** What every connection to this address has in common. */
export function settingsFor(url: string, limits: Limits) {
  const places = readPlaces(url)
  return {
    connectionString: places[0]?.url ?? url,
    connectionTimeoutMillis: limits.connectMs,
    chooser: createChooser(places),
    limits,
  }
}

const MOST_AT_ONCE = 200

/**
 * Asks on a new connection, which works when the old ones do not, once for all that are checked at the same time. A
 * backend that waits for its standby has committed already and does not count as working: that wait may never end.
 */
export function createWitness(url: string, limits: Limits): Witness {
  const own = { application_name: 'flexpower watch', witness: null }
  return createLanes({
    run: async (backends: string[]) => {
      const connection = await connect(url, own, within(limits.witnessMs))
      try {
        const { rows } = await connection.query<{ pid: string; name: string }>(
          `select pid::text as pid, application_name as name from pg_stat_activity
             where (pid::text = any($1) or application_name = any($1))
               and state = 'active' and wait_event is distinct from 'SyncRep'`,
          [backends],
        )
        const atWork = new Set(rows.flatMap(({ pid, name }) => [pid, name]))
        return backends.map((backend) => atWork.has(backend))
      } finally {
        void connection.end()
      }
    },
    lanes: 1,
    mostPerBatch: MOST_AT_ONCE,
  })
}
