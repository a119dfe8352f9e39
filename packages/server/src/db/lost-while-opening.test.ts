// A database that ends a connection at the moment of its opening, for example while it shuts down.
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { openDb, statement } from './db.ts'

const message = (type: string, ...fields: Buffer[]): Buffer => {
  const body = Buffer.concat(fields)
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const number = (value: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeInt32BE(value)
  return written
}
const LET_IN = message('R', number(0))
const READY = message('Z', Buffer.from('I'))
const SHUT_DOWN = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
)

const shuttingDown = createServer((socket) => {
  socket.on('error', () => {})
  // Whatever it is asked: accepted, ready, and closed, all in one packet.
  socket.once('data', () => socket.end(Buffer.concat([LET_IN, READY, SHUT_DOWN])))
})
await new Promise<void>((listening) => shuttingDown.listen(0, '127.0.0.1', listening))
const { port } = shuttingDown.address() as AddressInfo
const opened = openDb({ url: `postgres://who@127.0.0.1:${port}/any`, onConnectionLost: () => {} })
afterAll(async () => {
  await opened.close()
  shuttingDown.close()
})

test.each([
  ['a question', () => sql`select 1`.execute(opened.db)],
  ['a prepared statement', () => statement('one', 'select 1')(opened.db, [])],
])('%s fails as for a lost database, and the process continues', async (_, ask) => {
  await expect(ask()).rejects.toSatisfy(isDatabaseAway)
})
