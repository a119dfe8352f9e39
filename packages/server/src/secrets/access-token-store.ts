// The access token that all processes share, stored in the database: sealed, until its end by the database's clock. One
// that this process cannot open, because another key or another account sealed it, is ignored.
import { sql } from 'kysely'
import type { UtilityAccess } from '../config/access.ts'
import type { Context } from '../runtime/context.ts'
import { alone } from '../db/alone.ts'
import type { Schema } from '../db/schema.ts'
import type { TokenStore } from '../gateways/access-tokens.ts'
import { resolveProfile } from '../gateways/incms-profile.ts'
import { seal, unseal } from './sealing.ts'

/** Longer than a login usually takes, shorter than a cashier waits. */
const PATIENCE_MS = 10_000

interface Account {
  name: Schema['access_token']['account']
  /** Who logs in where: the token of another account is never used as ours. */
  identity: readonly string[]
  patienceMs?: number
}

export function createTokenStore(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { name, identity, patienceMs = PATIENCE_MS }: Account,
): TokenStore {
  const purpose = JSON.stringify(['flexpower access token 1', name, ...identity])
  return {
    patienceMs,
    alone: (work) => alone(db, `login ${name}`, work),
    async read() {
      const kept = await db
        .selectFrom('access_token')
        .select('sealed')
        .select(sql<number>`extract(epoch from ends_at - clock_timestamp()) * 1000`.as('lifetimeMs'))
        .where('account', '=', name)
        .executeTakeFirst()
      if (kept === undefined || kept.lifetimeMs <= 0) return null
      const token = unseal(kept.sealed, config, purpose)
      return token === null ? null : { token, lifetimeMs: kept.lifetimeMs }
    },
    async write({ token, lifetimeMs }) {
      const sealed = seal(token, config, purpose)
      const endsAt = sql<Date>`clock_timestamp() + ${lifetimeMs} * interval '1 millisecond'`
      await db
        .insertInto('access_token')
        .values({ account: name, sealed, ends_at: endsAt })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ sealed, ends_at: endsAt }))
        .execute()
    },
  }
}

type Parts = Pick<Context, 'db' | 'config'>

/** A token has the scope that was requested: with another scope, tenant or client it is a different one. */
export function shareUtilityToken(parts: Parts, access: UtilityAccess): TokenStore {
  const { tenant, scope } = resolveProfile(access)
  const { url, vendorId, vendorUser, client } = access
  const identity = [url, vendorId, vendorUser, client.slice(0, client.indexOf(':')), tenant, scope]
  return createTokenStore(parts, { name: 'utility', identity })
}

export const shareAirtimeToken = (
  parts: Parts,
  { authUrl, audience, clientId }: { authUrl: string; audience: string; clientId: string },
): TokenStore => createTokenStore(parts, { name: 'aggregator', identity: [authUrl, audience, clientId] })
