// Who is calling, before the session is looked up: the limits of the admission are for users, however often one has
// signed in.
import { hash } from 'node:crypto'
import { SESSION_TOKEN_HEADER } from '@flexpower/contract'
import type { FastifyRequest } from 'fastify'
import { readNetwork } from '../identity/network.ts'
import type { Caller } from '../runtime/context.ts'
import type { Visitor } from './waiting-room.ts'

/** Far more than are signed in at the same time. */
const REMEMBERED_MOST = 20_000

export type Authenticate = (token: string) => Promise<Caller | null>

export interface RequestVisitor extends Visitor {
  /** Has a token, and whose it is has yet to be found out. */
  isUnknown: boolean
}

export interface Visitors {
  read(request: FastifyRequest): RequestVisitor
  /** Also remembers whose token it is. */
  authenticate: Authenticate
}

/**
 * Anybody can make up tokens. So all that are not known to belong to a session are one user for each address: however
 * many there are, they wait in one turn. The kinds of names never meet, or a made-up token could use up what a user may
 * have.
 */
export function createVisitors(authenticate: Authenticate, most = REMEMBERED_MOST): Visitors {
  /** By the hash of the token; the latest used is the last. */
  const users = new Map<string, string>()
  const hashOf = (token: string) => hash('sha256', token, 'base64url')
  return {
    read(request) {
      const token = request.headers[SESSION_TOKEN_HEADER]
      const address = readNetwork(request.ip)
      const isGone = () => request.socket.destroyed
      if (typeof token !== 'string' || token === '')
        return { user: `address ${address}`, address, isGone, isUnknown: false }
      const user = users.get(hashOf(token))
      return { user: user ?? `unknown ${address}`, address, isGone, isUnknown: user === undefined }
    },
    async authenticate(token) {
      const caller = await authenticate(token)
      const name = hashOf(token)
      users.delete(name)
      if (caller) users.set(name, `user ${caller.userId}`)
      if (users.size > most) {
        const [oldest = ''] = users.keys()
        users.delete(oldest)
      }
      return caller
    },
  }
}
