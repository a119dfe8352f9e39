// A second Admin must be a second person: whether one person could control both accounts. What ties one account to
// another is read from the audit, which nobody can change, so accounts of any age are covered.
import { formatDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { onUser } from '../ledger/acts.ts'
import { Refusal } from '../refusal.ts'

/** How long a change to how a user signs in counts: by then its owner has noticed. */
const RECENT_MS = 7 * DAY_MS

/** Audit entries that name no field: what an Admin did to another user's sign-in. */
export const SENT_LINK = 'sent a reset link to a user'
export const REMOVED_FACTOR = 'turned off two-step sign-in of a user'

/** What one Admin asked for and a second one must confirm. */
interface Request {
  askedBy: number
  askedAt: Date
}

/** The Admin who wants to confirm, and when. */
interface Confirming {
  userId: number
  at: Date
}

/** Says why this Admin may not confirm a request; null: they may. */
export type ExplainRefusal = (request: Request) => Promise<string | null>

export async function requireSecondAdmin(tx: Tx, confirming: Confirming, request: Request): Promise<void> {
  const refusal = await explainRefusals(tx, confirming)(request)
  if (refusal !== null) throw new Refusal('refused', refusal)
}

/** Reads about each requesting Admin once, however many requests a list has. */
export function explainRefusals(db: Db | Tx, confirming: Confirming): ExplainRefusal {
  const read = new Map<number, Promise<Known>>()
  return async (request) => {
    if (request.askedBy === confirming.userId)
      return 'You asked for this yourself, so a second Admin must confirm it. Nothing has moved.'
    const known = read.get(request.askedBy) ?? readTies(db, [request.askedBy, confirming.userId])
    read.set(request.askedBy, known)
    const reason = explainTies(await known, confirming, request)
    return reason === null
      ? null
      : `${reason} The same person could use both accounts, so you cannot confirm this. Nothing has moved. Ask another Admin to confirm it.`
  }
}

/**
 * One of the two created the other's account, made it an Admin's, or lately changed how it signs in; directly or
 * through others, because anyone who controls an account also controls what that account created. Two accounts that
 * lately got their passwords from a third person also count as one.
 */
function explainTies(known: Known, confirming: Confirming, { askedBy, askedAt }: Request): string | null {
  const { names } = known
  // Counted from the earlier of the two steps: an account taken over for the first one may have been given back since.
  const since = after(askedAt < confirming.at ? askedAt : confirming.at, -RECENT_MS)
  const ties = known.ties.filter(({ kind, at }) => isForever(kind) || at >= since)
  return (
    describePath(findPath(ties, askedBy, confirming.userId), names, 'your account') ??
    describePath(findPath(ties, confirming.userId, askedBy), names, null) ??
    describeShared(
      ties.filter(({ at }) => at >= since),
      [askedBy, confirming.userId],
      names,
    )
  )
}

const kinds = {
  created: (account: string) => `created ${account}`,
  promoted: (account: string) => `made ${account} an Admin account`,
  password: (account: string) => `set a new password for ${account}`,
  email: (account: string) => `changed the email address of ${account}`,
  factor: (account: string) => `turned off two-step sign-in for ${account}`,
  link: (account: string) => `sent a link to choose a password to ${account}`,
}

/** The others count only for a while. */
const isForever = (kind: Tie['kind']): boolean => kind === 'created' || kind === 'promoted'

/** `by` can use `account`, or could at that time. */
interface Tie {
  account: number
  by: number
  kind: keyof typeof kinds
  at: Date
}

interface Known {
  ties: Tie[]
  /** Of all users in them. */
  names: Map<number, string>
}

/**
 * Every tie upwards from these accounts, through deleted ones too. Changes from the server's own machine have no
 * author.
 */
async function readTies(db: Db | Tx, accounts: number[]): Promise<Known> {
  const ties: Tie[] = []
  const seen = new Set<number>()
  for (let next = accounts; next.length > 0; ) {
    for (const account of next) seen.add(account)
    const found = await readTiesTo(db, next)
    ties.push(...found)
    next = [...new Set(found.map(({ by }) => by))].filter((by) => !seen.has(by))
  }
  return { ties, names: await readNames(db, ties) }
}

async function readTiesTo(db: Db | Tx, accounts: number[]): Promise<Tie[]> {
  const records = new Map(accounts.map((id) => [onUser({ id, name: '' }).record, id]))
  const { rows } = await sql<{ record: string; by: number; kind: Tie['kind']; at: Date }>`
    select record, user_id as by, kind, at from act, lateral (select case
        when before is null and jsonb_exists(after, 'user_type') then 'created'
        when before->>'user_type' <> 'Admin' and after->>'user_type' = 'Admin' then 'promoted'
        when jsonb_exists(after, 'password') then 'password'
        when lower(before->>'email') <> lower(after->>'email') then 'email'
        when deed = ${REMOVED_FACTOR} then 'factor'
        when deed = ${SENT_LINK} then 'link' end as kind) as tie
      where record = any(${[...records.keys()]}) and user_id is not null and record <> 'user/' || user_id
        and kind is not null
      order by id desc`.execute(db)
  return rows.map(({ record, ...tie }) => ({ ...tie, account: records.get(record) ?? 0 }))
}

async function readNames(db: Db | Tx, ties: Tie[]): Promise<Map<number, string>> {
  const ids = ties.flatMap(({ account, by }) => [account, by])
  if (ids.length === 0) return new Map()
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** The shortest way by which `by` reaches `account`, beginning at `by`; null if there is none. */
function findPath(ties: Tie[], by: number, account: number): Tie[] | null {
  const paths = new Map<number, Tie[]>([[account, []]])
  for (const [reached, path] of paths)
    for (const tie of ties)
      if (tie.account === reached && !paths.has(tie.by)) paths.set(tie.by, [tie, ...path])
  return paths.get(by) ?? null
}

/** `owner` is the reader's name for the account at the end; null if the path begins with the reader. */
function describePath(
  path: Tie[] | null,
  names: Map<number, string>,
  owner: 'your account' | null,
): string | null {
  if (path === null) return null
  const steps = path.map(({ account, by, kind, at }, index) => {
    const isLast = index === path.length - 1
    const who = index > 0 ? 'which' : owner === null ? 'you' : names.get(by)
    const whose = isLast && owner !== null ? owner : `the account of ${names.get(account)}`
    return `${who} ${kinds[kind](whose)} on ${formatDay(at)}`
  })
  const sentence = steps.join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** A third person who has lately had access to both accounts. */
function describeShared(ties: Tie[], accounts: [number, number], names: Map<number, string>): string | null {
  const [one, other] = accounts
  const shared = ties
    .map(({ by }) => by)
    .find((by) => findPath(ties, by, one) !== null && findPath(ties, by, other) !== null)
  return shared === undefined
    ? null
    : `${names.get(shared)} set up how both you and ${names.get(one)} sign in, less than ${RECENT_MS / DAY_MS} days before.`
}
