// Where a user is signed in: how a session begins, how it is recognised and kept alive, and how it ends. Tokens are
// random and stored hashed.
import type { Bututs, OpenSession, UserType } from '@flexpower/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Caller, Context, Origin } from '../runtime/context.ts'
import { column } from '../db/column.ts'
import { type Db, statement, type Tx } from '../db/db.ts'
import { createLanes } from '../db/lanes.ts'
import { hashToken, newToken } from './password-links.ts'
import { readSecondFactor } from './second-factor.ts'

/** How long a session lasts after its last use, and at most however much it is used: an open browser polls by itself. */
const USUAL = { idleMs: 12 * HOUR_MS, mostMs: 7 * DAY_MS }
const REMEMBERED = { idleMs: 30 * DAY_MS, mostMs: 90 * DAY_MS }
/** A session's last use is written at most this often: a read per call, not a write. */
const SEEN_EVERY_MS = MINUTE_MS

export async function openSession(
  { db, clock }: Context,
  userId: number,
  remembered: boolean,
  origin: Origin,
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      remembered,
      address: origin.address,
      agent: origin.agent,
      created_at: now,
      seen_at: now,
      expires_at: findEnd({ remembered, created_at: now }, now),
    })
    .execute()
  return token
}

function findEnd(
  { remembered, created_at }: Pick<SessionRow, 'remembered' | 'created_at'>,
  lastUse: Date,
): Date {
  const { idleMs, mostMs } = remembered ? REMEMBERED : USUAL
  return new Date(Math.min(lastUse.getTime() + idleMs, created_at.getTime() + mostMs))
}

interface SessionRow {
  place: number
  id: number
  user_id: number
  created_at: Date
  seen_at: Date
  remembered: boolean
  name: string
  location: string
  commission_percent: number
  type: UserType
  may_take_postpaid: boolean
  sale_most: Bututs | null
  day_most: Bututs | null
}

// Runs with every call, so it is prepared and batched.
const findSessions = statement<SessionRow>(
  'find_sessions',
  `select given.place::int, s.id, s.user_id, s.created_at, s.seen_at, s.remembered, u.name, u.location, u.commission_percent, u.type,
       u.may_take_postpaid, u.sale_most, u.day_most
     from unnest($1::bytea[]) with ordinality as given (token_hash, place)
       join session s using (token_hash) join users u on u.id = s.user_id
     where s.ended_at is null and s.expires_at > $2 and u.deleted_at is null`,
)

const MOST_SESSIONS_AT_ONCE = 64

/** Returns the user of a token, if its session is still alive; using it keeps it alive. */
export function createAuthenticate(context: Context): (token: string) => Promise<Caller | null> {
  const { db, clock } = context
  const find = createLanes({
    run: async (hashes: Buffer[]) => {
      const rows = await findSessions(db, [column.bytes(hashes, (hash) => hash), clock.now()])
      const byPlace = new Map(rows.map((row) => [row.place, row]))
      return hashes.map((_, index) => byPlace.get(index + 1) ?? null)
    },
    lanes: 1,
    mostPerBatch: MOST_SESSIONS_AT_ONCE,
  })
  return async (token) => {
    const session = await find(hashToken(token))
    if (!session) return null
    await keepAlive(context, session)
    return {
      userId: session.user_id,
      name: session.name,
      location: session.location,
      commissionPercent: session.commission_percent,
      type: session.type,
      mayTakePostpaid: session.may_take_postpaid,
      limits: { perSale: session.sale_most, perDay: session.day_most },
      sessionId: session.id,
      mustSetUp: session.type === 'Admin' && (await lacksSecondFactor(context, session.user_id)),
    }
  }
}

async function keepAlive({ db, clock }: Context, session: SessionRow): Promise<void> {
  const now = clock.now()
  if (now.getTime() - session.seen_at.getTime() < SEEN_EVERY_MS) return
  await db
    .updateTable('session')
    .set({ seen_at: now, expires_at: findEnd(session, now) })
    .where('id', '=', session.id)
    .execute()
}

async function lacksSecondFactor({ config, db }: Context, userId: number): Promise<boolean> {
  if (!config.adminsNeedSecondFactor) return false
  const factor = await readSecondFactor(db, userId)
  return factor === null || factor.confirmedAt === null
}

const SHOWN_MOST = 100

/** The latest used first; `own` is the caller's. */
export async function listSessions(db: Db, userId: number, own: number, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'agent', 'created_at', 'seen_at', 'remembered'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .limit(SHOWN_MOST)
    .execute()
  return rows.map((session) => ({
    id: session.id,
    address: session.address,
    agent: session.agent,
    since: session.created_at,
    seenAt: session.seen_at,
    remembered: session.remembered,
    isOwn: session.id === own,
  }))
}

/** Of all users or of one, the latest used first. */
export async function listOpenSessions(db: Db, now: Date, email?: string) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['email', 'type', 'session.address', 'agent', 'session.created_at as since', 'seen_at as seenAt'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('deleted_at', 'is', null)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Ends one session of a user, or all but the caller's own; returns how many. */
export async function endUserSessions(
  tx: Tx,
  userId: number,
  now: Date,
  except: number | null,
  only?: number,
): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(except !== null && only === undefined, (query) => query.where('id', '<>', except ?? 0))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
