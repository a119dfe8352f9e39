// Four eyes are two people: whether two Admin accounts could be in the hands of one person. What ties one account to another is
// read from the audit, which nobody can change, so that accounts of any age are covered.
import { formatDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS } from './clock.ts'
import type { Tx } from './db/db.ts'
import { onUser } from './ledger/acts.ts'
import { Refusal } from './refusal.ts'

/** How long a change to how somebody signs in counts: by then its owner has noticed. */
const RECENT_MS = 7 * DAY_MS

/** Audit entries that name no field: what an Admin did to somebody else's way in. */
export const SENT_LINK = 'sent a reset link to a user'
export const REMOVED_FACTOR = 'turned off two-step sign-in of a user'

interface FourEyes {
  first: { userId: number; at: Date }
  second: { userId: number; at: Date }
  /** What did not happen: 'Nothing was loaded.' */
  untouched: string
}

/**
 * Refuses when one of the two created the other's account, made it an Admin's, or lately changed how it signs in; directly or
 * through others, for whoever controls an account also controls what that account created. Two accounts that a third person
 * has lately given their passwords are in one hand too.
 */
export async function refuseDependentAdmins(tx: Tx, { first, second, untouched }: FourEyes): Promise<void> {
  // Counted from the earlier of the two steps: an account taken over for the first one may have been given back since.
  const since = after(first.at < second.at ? first.at : second.at, -RECENT_MS)
  const ties = await readTies(tx, [first.userId, second.userId], since)
  const names = await readNames(tx, ties)
  const reason =
    describePath(findPath(ties, first.userId, second.userId), names, 'your account') ??
    describePath(findPath(ties, second.userId, first.userId), names, null) ??
    describeShared(
      ties.filter(({ at }) => at >= since),
      [first.userId, second.userId],
      names,
    )
  if (reason === null) return
  throw new Refusal(
    'refused',
    `${reason} The same person could use both accounts, so you cannot confirm this. ${untouched} Ask another Admin to confirm it.`,
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

/** `by` can use `account`, or could when it was made. */
interface Tie {
  account: number
  by: number
  kind: keyof typeof kinds
  at: Date
}

/** Every tie upwards from these accounts, through deleted ones too. What came from the server's own machine has no author. */
async function readTies(tx: Tx, accounts: number[], since: Date): Promise<Tie[]> {
  const ties: Tie[] = []
  const seen = new Set<number>()
  for (let next = accounts; next.length > 0; ) {
    for (const account of next) seen.add(account)
    const found = await readTiesTo(tx, next, since)
    ties.push(...found)
    next = [...new Set(found.map(({ by }) => by))].filter((by) => !seen.has(by))
  }
  return ties
}

async function readTiesTo(tx: Tx, accounts: number[], since: Date): Promise<Tie[]> {
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
        and (kind in ('created', 'promoted') or at >= ${since} and kind is not null)
      order by id desc`.execute(tx)
  return rows.map(({ record, ...tie }) => ({ ...tie, account: records.get(record) ?? 0 }))
}

async function readNames(tx: Tx, ties: Tie[]): Promise<Map<number, string>> {
  const ids = ties.flatMap(({ account, by }) => [account, by])
  if (ids.length === 0) return new Map()
  const users = await tx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** The shortest way by which `by` reaches `account`, beginning at `by`; null when there is none. */
function findPath(ties: Tie[], by: number, account: number): Tie[] | null {
  const paths = new Map<number, Tie[]>([[account, []]])
  for (const [reached, path] of paths)
    for (const tie of ties)
      if (tie.account === reached && !paths.has(tie.by)) paths.set(tie.by, [tie, ...path])
  return paths.get(by) ?? null
}

/** `owner` is how the reader knows the account at the end; null when the reader is who the path begins with. */
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

/** Somebody else who has lately had both accounts in their hands. */
function describeShared(ties: Tie[], accounts: [number, number], names: Map<number, string>): string | null {
  const [one, other] = accounts
  const shared = ties
    .map(({ by }) => by)
    .find((by) => findPath(ties, by, one) !== null && findPath(ties, by, other) !== null)
  return shared === undefined
    ? null
    : `${names.get(shared)} set up how both you and ${names.get(one)} sign in, less than ${RECENT_MS / DAY_MS} days before.`
}
