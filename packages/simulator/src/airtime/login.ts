// Who may call: OAuth client credentials for one audience, and the version of the interface that every call must name.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { SimulatedClock } from '../clock.ts'
import { failure, type Reply } from './reply.ts'

/** How FlexPower reaches this aggregator: in the form of its own configuration. */
export interface AirtimeClient {
  url: string
  authUrl: string
  audience: string
  clientId: string
  clientSecret: string
}

/** Public on purpose: they open only this simulator. */
export const demoAccess: Pick<AirtimeClient, 'audience' | 'clientId' | 'clientSecret'> = {
  audience: 'https://topups.demo',
  clientId: 'demo-airtime-client',
  clientSecret: 'demo-airtime-secret',
}
/** What the official client asks for: this simulator is a sandbox too. */
const SANDBOX_AUDIENCE = 'https://topups-sandbox.reloadly.com'
const ACCEPT = 'application/com.reloadly.topups-v1+json'

export interface AirtimeLogin {
  giveToken(body: unknown): Reply
  /** Null: the caller is the vendor, and uses this version of the interface. */
  refusalOf(headers: IncomingHttpHeaders): Reply | null
  expireTokens(): void
}

const credentials = z.object({
  client_id: z.literal(demoAccess.clientId),
  client_secret: z.literal(demoAccess.clientSecret),
  grant_type: z.literal('client_credentials'),
  audience: z.literal([demoAccess.audience, SANDBOX_AUDIENCE]),
})

export function createAirtimeLogin(clock: SimulatedClock, lifetimeS: number): AirtimeLogin {
  /** Access token → when it expires. */
  const tokens = new Map<string, number>()
  return {
    giveToken(body) {
      if (!credentials.safeParse(body).success)
        return failure(401, 'INVALID_CREDENTIALS', 'Access Denied', '/oauth/token')
      const now = clock.now().getTime()
      for (const [token, expiresAt] of tokens) if (expiresAt <= now) tokens.delete(token)
      const token = randomUUID()
      tokens.set(token, now + lifetimeS * 1000)
      const granted = {
        access_token: token,
        scope: 'send-topups read-operators',
        expires_in: lifetimeS,
        token_type: 'Bearer',
      }
      return { status: 200, body: granted }
    },
    refusalOf({ authorization = '', accept }) {
      const expiresAt = authorization.startsWith('Bearer ') ? tokens.get(authorization.slice(7)) : undefined
      if (expiresAt === undefined)
        return failure(401, 'INVALID_TOKEN', 'Full authentication is required to access this resource')
      if (expiresAt <= clock.now().getTime()) return failure(401, 'TOKEN_EXPIRED', 'The token has expired')
      if (accept !== ACCEPT) return failure(406, 'NOT_ACCEPTABLE', `Accept must be ${ACCEPT}`)
      return null
    },
    expireTokens: () => tokens.clear(),
  }
}
