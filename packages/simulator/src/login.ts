// Who may call: OAuth with the vendor's password, and the headers that every call must have. Strict about each of them,
// because a tolerant simulator proves nothing about the gateway.
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Books } from './books.ts'
import type { SimulatedClock } from './clock.ts'
import { createManagerErrors, type Face, wrap } from './faces.ts'
import { failure, type Reply } from './reply.ts'

/** How FlexPower reaches this utility: in the form of its own configuration. */
export interface UtilityVendor {
  url: string
  profile: Face['profile']
  tenant: string
  vendorId: string
  vendorUser: string
  password: string
  /** OAuth client credentials, `id:secret`. */
  client: string
}

/** Public on purpose: they open only this simulator. */
export const demoAccess: Omit<UtilityVendor, 'url' | 'profile' | 'tenant'> = {
  vendorId: '100200',
  vendorUser: 'flexpower',
  password: 'demo-vendor-password',
  client: 'demo-client:demo-client-secret',
}
const ORIGIN = `${demoAccess.vendorId}#${demoAccess.vendorUser}`
const BASIC = `Basic ${Buffer.from(demoAccess.client).toString('base64')}`
const PASSWORD_LEAST = 6

export interface Login {
  giveToken(headers: IncomingHttpHeaders, body: string): Reply
  /** Null: the caller is the vendor, and says so wherever the interface requires it. */
  refusalOf(headers: IncomingHttpHeaders, body: unknown): Reply | null
  changePassword(body: unknown): Promise<Reply>
  resetPassword(body: unknown): Promise<Reply>
  expireTokens(): void
}

export const passwordIn = (books: Books): string => books.password?.password ?? demoAccess.password

export function createLogin(books: Books, clock: SimulatedClock, lifetimeS: number, face: () => Face): Login {
  const tokens = new Map<string, { expiresAt: number; scope: string }>()
  const managerError = createManagerErrors()
  const ok = (told: unknown): Reply => ({ status: 200, body: wrap(face(), told) })
  return {
    giveToken(headers, body) {
      const refusal = loginRefusal(headers, body, passwordIn(books))
      if (refusal !== null) return refusal
      const scope = new URLSearchParams(body).get('scope') ?? ''
      if (face().checksScopeAtLogin && scope !== face().scope)
        return oauthError(400, 'invalid_scope', 'The requested scope is invalid.')
      const now = clock.now().getTime()
      const isOver = ({ expiresAt }: { expiresAt: number }) => face().keepsOneToken || expiresAt <= now
      for (const [token, granted] of tokens) if (isOver(granted)) tokens.delete(token)
      const token = randomUUID()
      tokens.set(token, { expiresAt: now + lifetimeS * 1000, scope })
      // The real one has been seen to send the lifetime as text.
      const granted = { access_token: token, scope, token_type: 'Bearer', expires_in: String(lifetimeS) }
      return { status: 200, body: granted }
    },
    refusalOf(headers, body) {
      const { authorization = '' } = headers
      const granted = authorization.startsWith('Bearer ') ? tokens.get(authorization.slice(7)) : undefined
      if (granted === undefined || granted.expiresAt <= clock.now().getTime())
        return managerError(
          face(),
          401,
          '900901',
          'Invalid Credentials',
          'The access token is unknown or has expired',
        )
      if (face().scope !== '' && granted.scope !== face().scope)
        return managerError(face(), 403, '900908', 'Resource forbidden', 'The scope does not allow this')
      return wrongCaller(face(), headers, body)
    },
    async changePassword(body) {
      const parsed = passwordChange.safeParse(body)
      if (!parsed.success) return failure(400, 'PASSWORD', 'Both passwords must be given.')
      const { currentPwd, newPwd } = parsed.data
      if (currentPwd !== passwordIn(books))
        return failure(400, 'PASSWORD_WRONG', 'The current password is not right.')
      if (newPwd.length < PASSWORD_LEAST)
        return failure(400, 'PASSWORD_SHORT', `A password has at least ${PASSWORD_LEAST} characters.`)
      await books.record({ kind: 'password', password: newPwd, isMailed: false })
      return ok({ result: 'OK' })
    },
    async resetPassword(body) {
      const parsed = passwordReset.safeParse(body)
      const isVendor =
        parsed.success && `${parsed.data.idVendor.trim()}#${parsed.data.codUser.trim()}` === ORIGIN
      if (!isVendor) return failure(400, 'VENDOR_UNKNOWN', 'There is no such vendor.')
      await books.record({ kind: 'password', password: randomBytes(6).toString('base64url'), isMailed: true })
      return ok({ result: 'OK' })
    },
    expireTokens: () => tokens.clear(),
  }
}

function wrongCaller(
  { tenant, asksInBodies }: Face,
  headers: IncomingHttpHeaders,
  body: unknown,
): Reply | null {
  if (tenant !== '' && headers['x-incms-tenant'] !== tenant)
    return failure(400, 'TENANT', 'The tenant is not valid.', 'X-Incms-Tenant is missing or wrong')
  const told = vendorUser.safeParse(body)
  const origin = asksInBodies
    ? told.success && `${told.data.idVendor}#${told.data.codUser}`
    : headers['x-incms-origin-d']
  return origin === ORIGIN
    ? null
    : failure(400, 'ORIGIN', 'The vendor is not valid.', 'The vendor and its user are missing or wrong')
}

const vendorUser = z.object({ idVendor: z.coerce.string(), codUser: z.string() })
const passwordChange = z.object({ currentPwd: z.string(), newPwd: z.string() })
const passwordReset = z.object({ idVendor: z.string(), codUser: z.string() })

function loginRefusal(headers: IncomingHttpHeaders, body: string, password: string): Reply | null {
  if (headers.authorization !== BASIC)
    return oauthError(401, 'invalid_client', 'Client Authentication failed.')
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    return oauthError(400, 'invalid_request', 'The request must be a form.')
  const form = new URLSearchParams(body)
  if (form.get('grant_type') !== 'password')
    return oauthError(400, 'unsupported_grant_type', 'Unsupported grant_type value')
  if (form.get('username') !== ORIGIN || form.get('password') !== password)
    return oauthError(400, 'invalid_grant', `Authentication failed for ${form.get('username')}`)
  return null
}

const oauthError = (status: number, error: string, description: string): Reply => ({
  status,
  body: { error, error_description: description },
})
