// Subcommands about users and customers: let an Admin in, list and end sessions, erase a phone number.
import { formatDay, formatTime, localPhone } from '@flexpower/contract'
import { cleanText } from '../../packages/server/src/clean-text.ts'
import { type Db, inTransaction, type Tx } from '../../packages/server/src/db/db.ts'
import {
  countNumber,
  describeHeld,
  eraseNumber,
  requireErasable,
} from '../../packages/server/src/features/customers.ts'
import { letAdminIn } from '../../packages/server/src/features/users/let-admin-in.ts'
import { endAndRecord } from '../../packages/server/src/features/users/overview.ts'
import { listOpenSessions } from '../../packages/server/src/identity/sessions.ts'
import { Refusal } from '../../packages/server/src/refusal.ts'
import { readEnvironment } from '../configuration.ts'
import { asOperator, type Command, type OperatorCall, WrongUsage } from './command.ts'

const letIn: Command = {
  name: 'let-in',
  parameters: 'EMAIL [NAME]',
  takes: [1, 2],
  does: 'creates an Admin, or lets one in again; prints a link',
  details:
    'The link is for choosing a password, and works for 30 minutes. Of an Admin who exists, two-step sign-in is turned off.',
  run: ([email = '', name = '']) => {
    if (!email.includes('@')) throw new WrongUsage('Name the e-mail address. Nothing was done.')
    return asOperator(
      async (call) => {
        const link = await letAdminIn(call, { email, name })
        const { mode } = call.context.config
        console.log(
          `Within 30 minutes, choose a password for ${email} here, once ${mode === 'demo' ? '"npm start"' : 'a server'} runs:`,
        )
        // The server may have another PORT, set in its own shell.
        if (!readEnvironment()['FLEXPOWER_PUBLIC_URL'])
          console.log(
            '(FLEXPOWER_PUBLIC_URL is not set, so the address is made of HOST and PORT as they are here. If the server has others, change them in the link.)',
          )
        console.log(link)
        return 0
      },
      { fillsEmpty: true },
    )
  },
}

const listSessions: Command = {
  name: 'sessions list',
  parameters: '[EMAIL]',
  takes: [0, 1],
  does: 'lists who is signed in, from where and since when',
  run: ([email]) =>
    asOperator(async ({ context: { db, clock } }) => {
      if (email !== undefined) await findUser(db, email)
      const sessions = await listOpenSessions(db, clock.now(), email)
      for (const { email: who, type, address, agent, since, seenAt } of sessions)
        console.log(
          // The browser says what it is: that must not change the terminal.
          `${who} (${type}), from ${address}, since ${showMoment(since)}, last seen ${showMoment(seenAt)}, ${cleanText(agent, Number.POSITIVE_INFINITY)}`,
        )
      console.log(sessions.length === 1 ? '1 open session' : `${sessions.length} open sessions`)
      return 0
    }),
}

const showMoment = (at: Date) => `${formatDay(at)} ${formatTime(at)}`

const endSessions: Command = {
  name: 'sessions end',
  parameters: 'EMAIL',
  takes: [1, 1],
  does: 'ends all sessions of a user, who can sign in again',
  run: ([email = '']) =>
    asOperator(async (call) => {
      const ended = await endAll(call, email)
      console.log(ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`)
      return 0
    }),
}

const endAll = (call: OperatorCall, email: string): Promise<number> =>
  inTransaction(call.context.db, async (tx) => endAndRecord(tx, call, await findUser(tx, email), null))

async function findUser(db: Db | Tx, email: string): Promise<{ id: number; name: string }> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found', `There is no user ${email}. Nothing was changed.`)
  return user
}

const DRY_RUN = '--dry-run'

const erasePhone: Command = {
  name: 'erase-phone',
  parameters: `NUMBER [${DRY_RUN}]`,
  takes: [1, 1],
  options: [DRY_RUN],
  does: 'removes a phone number from all sales and messages',
  details: `Amounts, meters and tokens stay as they are. It cannot be undone; ${DRY_RUN} only counts, and says what would be refused.`,
  run: ([given = ''], options) => {
    const number = readPhone(given)
    const isDry = options.includes(DRY_RUN)
    return asOperator(async (call) => {
      const held = isDry ? await countNumber(call.context.db, number) : await eraseNumber(call, number)
      if (isDry) requireErasable(held)
      console.log(
        `${describeHeld(held)} ${isDry ? 'have it. Nothing was changed.' : 'had it. It is erased.'}`,
      )
      return 0
    })
  },
}

/** As people write it: `+220 708 9510` is found under every spelling that a sale may have. */
function readPhone(given: string): string {
  const digits = given.replace(/^\+/, '').replaceAll(/[ -]/g, '')
  if (!/^\d{7,15}$/.test(digits))
    throw new WrongUsage(`${given} is not a phone number: it has 7 to 15 digits. Nothing was changed.`)
  return localPhone(digits)
}

export const peopleCommands: readonly Command[] = [letIn, listSessions, endSessions, erasePhone]
