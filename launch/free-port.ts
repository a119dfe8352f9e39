// A free port of this machine, for PostgreSQL and for servers of tests and drills.
import { createServer } from 'node:net'

/** Free a moment ago; another program may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
