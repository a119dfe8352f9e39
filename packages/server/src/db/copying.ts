// A separate connection for moving whole tables: plain statements, and COPY both ways with flat memory. Data that comes
// faster than it is consumed waits in PostgreSQL, and vice versa.
import { once } from 'node:events'
import type pg from 'pg'
import { connect } from './connection.ts'

export interface Copying {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The bytes of `copy … to stdout`, each piece valid until the next is requested; returns the number of rows. */
  copyOut(text: string): AsyncGenerator<Buffer, number>
  /** Feeds `copy … from stdin`; returns the number of rows. */
  copyIn(text: string, chunks: AsyncIterable<Buffer>): Promise<number>
  close(): Promise<void>
}

/** What pg calls on the running query; its types leave COPY out. */
interface CopyEvents {
  handleCopyData?(message: { chunk: Buffer }): void
  handleCopyInResponse?(connection: CopyConnection): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows are small and many: collected into pieces of this size. */
const PIECE_BYTES = 256 * 1024
/** Room for what arrived together with the row that filled it. */
const ROOM_BYTES = PIECE_BYTES + 128 * 1024

/** `signal` closes the connection, and ends whatever it was doing. */
export async function openCopying(url: string, signal?: AbortSignal): Promise<Copying> {
  signal?.throwIfAborted()
  const client = await connect(url, { application_name: 'flexpower backup' })
  const breakOff = () => (client as unknown as { connection: CopyConnection }).connection.stream.destroy()
  signal?.addEventListener('abort', breakOff, { once: true })
  // Text that means the same wherever it is read.
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0`)
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, chunks) => copyIn(client, text, chunks),
    close: async () => {
      signal?.removeEventListener('abort', breakOff)
      await client.end().catch(() => undefined)
    },
  }
}

async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const state = { rows: 0, isOver: false, error: null as Error | null }
  let piece = Buffer.allocUnsafe(ROOM_BYTES)
  let bytes = 0
  let wake = Promise.withResolvers<void>()
  let stream: pg.Connection['stream'] | undefined
  const end = (error: Error | null) => {
    state.isOver = true
    state.error ??= error
    wake.resolve()
  }
  submit(client, text, (connection) => (stream = connection.stream), {
    handleCopyData: ({ chunk }) => {
      // A copy, because the parser reuses its buffer; and all into one, or a million rows are a million buffers.
      if (bytes + chunk.length > piece.length) piece = Buffer.concat([piece], 2 * (bytes + chunk.length))
      bytes += chunk.copy(piece, bytes)
      if (bytes < PIECE_BYTES) return
      stream?.pause()
      wake.resolve()
    },
    handleCommandComplete: (message) => (state.rows = readRows(message)),
    handleReadyForQuery: () => end(null),
    handleError: end,
  })
  try {
    for (;;) {
      await wake.promise
      if (state.error) throw state.error
      wake = Promise.withResolvers()
      // While it is consumed nothing comes in, so the next rows may reuse the buffer without garbage collection.
      if (bytes > 0) yield piece.subarray(0, bytes)
      bytes = 0
      if (state.isOver) return state.rows
      stream?.resume()
    }
  } finally {
    // The end may come together with a pause: later messages on this connection must be received.
    stream?.resume()
  }
}

function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const copied = Promise.withResolvers<number>()
  const failed = new AbortController()
  let rows = 0
  let cause: unknown = null
  const feed = async (connection: CopyConnection) => {
    try {
      for await (const chunk of chunks) {
        if (failed.signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await once(connection.stream, 'drain', { signal: failed.signal })
      }
      connection.endCopyFrom()
    } catch (error) {
      cause ??= error
      connection.sendCopyFail('the source broke off')
    }
  }
  submit(client, text, () => {}, {
    handleCopyInResponse: (connection) => void feed(connection),
    handleCommandComplete: (message) => (rows = readRows(message)),
    handleReadyForQuery: () => copied.resolve(rows),
    handleError: (error) => {
      cause ??= error
      failed.abort()
      copied.reject(cause)
    },
  })
  return copied.promise
}

function submit(
  client: pg.Client,
  text: string,
  onConnection: (connection: pg.Connection) => void,
  events: CopyEvents,
): void {
  client.query({
    submit: (connection) => {
      onConnection(connection)
      connection.query(text)
    },
    ...events,
  })
}

const readRows = ({ text }: { text: string }) => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
