// People who want to sell. An application is decided once; an approved one makes a Cashier.
import { type Api, applicationStates, TIME_ZONE } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../../runtime/context.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { shownChoice, shownDay, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { queueMessages } from '../../mail/outbox.ts'
import { mailPasswordLink, newToken } from '../../identity/password-links.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { Refusal } from '../../refusal.ts'
import type { Site } from '../../config/site.ts'
import { insertUser, snapshot, takingTheAddress } from './user-rows.ts'

type Calls = Api['users']

export const userApplications = { applications, approve, decline } satisfies Partial<Handlers['users']>

async function applications({ context: { db }, input }: Call<Calls['applications']>) {
  return tableList({
    query: db
      .selectFrom('application')
      .leftJoin('users as decider', 'decider.id', 'application.decided_by')
      .selectAll('application')
      .select('decider.name as decided_by_name')
      .$if(input.state !== undefined, (query) =>
        query.where('application.state', '=', input.state ?? 'waiting'),
      ),
    place: sql`application.id`,
    at: sql`application.created_at`,
    text: shownLines(
      ...['name', 'business_name', 'email', 'phone', 'location'].map((column) =>
        sql.ref(`application.${column}`),
      ),
      shownInstant(sql`application.created_at`),
      shownChoice(sql`application.state`, applicationStates),
      sql`concat_ws(' by ', ${shownDay(sql`decided_at at time zone ${sql.lit(TIME_ZONE)}`)}, decider.name)`,
    ),
    show: (row) => ({
      id: row.id,
      at: row.created_at,
      name: row.name,
      businessName: row.business_name,
      email: row.email,
      phone: row.phone,
      location: row.location,
      state: row.state,
      decidedBy: row.decided_by_name,
      decidedAt: row.decided_at,
    }),
  })
}

async function approve(call: Call<Calls['approve']>) {
  const { context, input } = call
  // Nobody knows this password; the link lets the new Cashier choose one.
  const passwordHash = await hashPassword(newToken())
  const name = await takingTheAddress(context.db, async (tx) => {
    const now = context.clock.now()
    const applicant = await decideApplication(tx, call, 'approved', null)
    const user = {
      name: applicant.name,
      email: applicant.email,
      address: applicant.business_name,
      location: applicant.location,
      type: 'Cashier' as const,
      commissionPercent: 0,
      mayTakePostpaid: false,
    }
    const id = await insertUser(tx, user, passwordHash, now)
    await tx.updateTable('application').set({ user_id: id }).where('id', '=', input.id).execute()
    await mailPasswordLink(tx, context.config, { id, ...user }, 'welcome', now)
    await recordAct(tx, call, {
      action: 'approved an application',
      ...onUser({ id, ...user }),
      after: snapshot(user),
    })
    return user.name
  })
  return { message: `${name} is a Cashier now and gets a link to choose a password.` }
}

async function decline(call: Call<Calls['decline']>) {
  const { context, input } = call
  const name = await inTransaction(context.db, async (tx) => {
    const applicant = await decideApplication(tx, call, 'declined', input.reason ?? null)
    await queueMessages(
      tx,
      [{ channel: 'mail', recipient: applicant.email, ...regret(context.config.site) }],
      context.clock.now(),
    )
    await recordAct(tx, call, {
      action: 'declined an application',
      record: `application/${input.id}`,
      title: applicant.name,
      after: { reason: input.reason ?? '' },
    })
    return applicant.name
  })
  return { message: `The application of ${name} was declined.` }
}

/** Without the reason, which is for our own records, and without anything that the applicant typed. */
const regret = ({ productName, companyName, supportEmail }: Site) => ({
  subject: `Your application to ${productName}`,
  body: [
    'Hello,',
    `thank you for your application to sell for ${productName}. We cannot accept it at present.`,
    `If you have a question about it, write to ${supportEmail}; you may apply again at any time.`,
    companyName,
  ].join('\n\n'),
})

async function decideApplication(
  tx: Tx,
  { context, input, caller }: { context: Context; input: { id: number }; caller: Caller },
  state: 'approved' | 'declined',
  reason: string | null,
) {
  const decided = await tx
    .updateTable('application')
    .set({ state, reason, decided_by: caller.userId, decided_at: context.clock.now() })
    .where('id', '=', input.id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (decided) return decided
  const other = await tx
    .selectFrom('application')
    .select(['name', 'state'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!other) throw new Refusal('not_found', 'There is no such application.')
  throw new Refusal('conflict', `The application of ${other.name} is ${other.state} already.`)
}
