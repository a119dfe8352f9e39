// A pooler in transaction mode as pgbouncer before 1.21 is one, small enough for every test run: a connection gets a
// backend for one transaction and the next transaction another one, with whatever was left there. It refuses startup
// parameters that it cannot keep, and invents the number of the backend.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface TransactionPooler {
  url: string
  /** Transactions so far. */
  transactions(): number
  close(): Promise<void>
}

interface Backend {
  socket: Socket
  /** Gets every message of the backend; null: nobody uses it. */
  client: ((message: Buffer) => void) | null
}

interface Pool {
  url: string
  /** Those that nobody uses, the one that rested longest first. */
  free: Backend[]
  all: Set<Backend>
  transactions: number
}

const MAY_START_WITH = new Set(['user', 'database', 'client_encoding', 'application_name'])
const SSL_REQUEST = 80_877_103
const IDLE = 'I'.charCodeAt(0)

export async function startTransactionPooler(url: string): Promise<TransactionPooler> {
  const pool: Pool = { url, free: [], all: new Set(), transactions: 0 }
  // From the beginning more than one, so that even a single client never gets the same one twice in a row.
  for (let count = 0; count < 3; count += 1) pool.free.push(await openBackend(pool))
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client.on('close', () => clients.delete(client)))
    serveClient(pool, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    transactions: () => pool.transactions,
    close: async () => {
      for (const socket of [...clients, ...[...pool.all].map((backend) => backend.socket)]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Signed in by node-postgres; from then on its bytes are ours. */
async function openBackend(pool: Pool): Promise<Backend> {
  const client = new pg.Client({ connectionString: pool.url, application_name: 'pooler' })
  client.on('error', () => {})
  await client.connect()
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  socket.removeAllListeners('data')
  const backend: Backend = { socket, client: null }
  socket.on(
    'data',
    cutMessages(1, (message) => backend.client?.(message)),
  )
  socket.on('close', () => pool.all.delete(backend))
  pool.all.add(backend)
  return backend
}

function serveClient(pool: Pool, client: Socket): void {
  let backend: Backend | null = null
  let isOpening = false
  const waiting: Buffer[] = []

  const takeBack = (message: Buffer) => {
    client.write(message)
    if (message[0] !== 'Z'.charCodeAt(0) || message[5] !== IDLE || !backend) return
    pool.transactions += 1
    backend.client = null
    pool.free.push(backend)
    backend = null
  }
  const assign = async () => {
    if (isOpening) return
    isOpening = true
    const next = pool.free.shift() ?? (await openBackend(pool))
    next.client = takeBack
    backend = next
    isOpening = false
    for (const message of waiting.splice(0)) next.socket.write(message)
  }
  const pass = (message: Buffer) => {
    if (message[0] === 'X'.charCodeAt(0)) client.end()
    else if (backend) backend.socket.write(message)
    else {
      waiting.push(message)
      void assign()
    }
  }
  const begin = (message: Buffer) => {
    if (message.readInt32BE(4) === SSL_REQUEST) {
      client.write('N')
      client.once('data', (bytes) => begin(bytes))
      return
    }
    const refused = readParameters(message).find((name) => !MAY_START_WITH.has(name))
    if (refused !== undefined) {
      client.end(writeError(`unsupported startup parameter: ${refused}`))
      return
    }
    client.write(
      Buffer.concat([write('R', [0, 0, 0, 0]), write('K', [0, 0, 0, 7, 0, 0, 0, 7]), write('Z', [IDLE])]),
    )
    client.on('data', cutMessages(1, pass))
  }
  client.once('data', (bytes) => begin(bytes))
  client.on('error', () => client.destroy())
  // What it left half done is undone with its backend.
  client.on('close', () => backend?.socket.destroy())
}

/** `before`: the bytes in front of a message's length. */
function cutMessages(before: number, take: (message: Buffer) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0)
  return (bytes) => {
    left = Buffer.concat([left, bytes])
    while (left.length >= before + 4) {
      const length = before + left.readInt32BE(before)
      if (left.length < length) return
      take(left.subarray(0, length))
      left = left.subarray(length)
    }
  }
}

const readParameters = (startup: Buffer): string[] =>
  startup
    .subarray(8)
    .toString()
    .split('\0')
    .filter((text, index) => index % 2 === 0 && text !== '')

function write(type: string, content: readonly number[] | Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + content.length, 1)
  return Buffer.concat([head, Buffer.from(content)])
}

const writeError = (message: string) => write('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`))
