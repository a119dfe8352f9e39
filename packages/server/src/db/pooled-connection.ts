// A connection through a pooler in transaction mode, such as pgbouncer. Each transaction may get another backend, so
// nothing is left there for the next one: no prepared statement has a name, and the settings are those of the
// transaction. They travel with its first statement and cost no round trip.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Connection, type ConnectionSettings } from './connection.ts'

interface PooledSettings extends ConnectionSettings {
  /** PostgreSQL's settings for every transaction. */
  eachTransaction: Record<string, string | number>
}

type Done = (error: Error | null, result?: pg.QueryResult) => void

export class PooledConnection extends Connection {
  /** The pooler invents the number of a backend: this name is found in pg_stat_activity instead. */
  readonly #name = `flexpower ${randomUUID()}`
  readonly #setSql: string

  constructor(settings: PooledSettings) {
    super(settings)
    const own: typeof settings.eachTransaction = {
      ...settings.eachTransaction,
      application_name: this.#name,
    }
    const set = Object.entries(own).map(
      ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(String(value))}, true)`,
    )
    // Answers without a row.
    this.#setSql = `select where concat(${set.join(', ')}) is null`
  }

  protected override nameBackend(): string {
    return this.#name
  }

  /** As Kysely and the pool call it: a text with values, or an object with both. */
  override query(...given: never[]): never {
    const [asked, values = [], done] = given as unknown as [string | pg.QueryConfig, unknown[]?, Done?]
    const { name, text: plain, values: own = values } = typeof asked === 'string' ? { text: asked } : asked
    // The name stays visible to whoever looks at what the database does.
    const text = name === undefined ? plain : `/* ${name} */ ${plain}`
    if (!done)
      return new Promise((resolve, reject) => {
        const settle: Done = (error, result) => (error ? reject(error) : resolve(result))
        this.#send(text, own, settle)
      }) as never
    this.#send(text, own, done)
    return undefined as never
  }

  #send(text: string, values: unknown[], done: Done): void {
    const isInTransaction = this.getTransactionStatus() !== 'I'
    const isBegin = /^(begin|start transaction)\b/i.test(text)
    const query = isInTransaction
      ? new pg.Query(text, values)
      : isBegin
        ? new pg.Query(`${text}; ${this.#setSql}`)
        : new QueryWithSettings(text, values, this.#setSql)
    ;(query as unknown as { callback: Done }).callback = done
    super.query(query as never)
  }
}

/** What pg's own class for a query has, and its types leave out. */
interface Prepared {
  new (
    config: pg.QueryConfig & { queryMode: 'extended' },
  ): {
    prepare(connection: pg.Connection): void
    handleCommandComplete(message: unknown, connection: pg.Connection): void
    callback: Done
  }
}

/** A single statement, with its settings in the same implicit transaction: both are sent before one Sync. */
class QueryWithSettings extends (pg.Query as unknown as Prepared) {
  readonly #setSql: string
  #isSet = false

  constructor(text: string, values: unknown[], setSql: string) {
    super({ text, values, queryMode: 'extended' })
    this.#setSql = setSql
  }

  override prepare(connection: pg.Connection): void {
    const wire = connection as unknown as Record<'parse' | 'bind' | 'execute', (message: object) => void>
    wire.parse({ text: this.#setSql, name: '' })
    wire.bind({})
    wire.execute({})
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection)
    this.#isSet = true
  }
}
