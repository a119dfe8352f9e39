// The users who sell and the users who manage.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { list } from './list.ts'
import { userType } from './session.ts'
import { ownPasswordLine, passwordLine } from './password.ts'
import {
  choice,
  codec,
  count,
  done,
  emailLine,
  fields,
  form,
  gmd,
  hundredths,
  id,
  instant,
  isMissing,
  line,
  optionalLine,
  orNone,
  version,
  within,
} from './wire.ts'

const flag = (label: string) =>
  choice(label, [
    [true, '1'],
    [false, '0'],
  ])
const commission = hundredths('Commission', 0, 'Commission must be a positive number').check(
  z.refine((percent) => percent <= 100_00, 'Commission cannot exceed 100'),
)
/** As a user enters it: empty means none, and it is sent as text (V-US-03). Answers have a number. */
const enteredCommission = codec<number, string>(
  (given) => {
    const read = z.safeDecode(commission, isMissing(given) ? '0' : (given as string))
    return read.success ? read.data : new Error(read.error.issues[0]?.message)
  },
  (percent) => String(percent / 100),
)
/** An empty password in a change means that it stays. */
const unchangedOr = (password: ReturnType<typeof passwordLine>) =>
  z.optional(
    codec<string | undefined, string>(
      (given) => {
        if (isMissing(given)) return undefined
        const read = z.safeDecode(password, given as string)
        return read.success ? read.data : new Error(read.error.issues[0]?.message)
      },
      (value) => value ?? '',
    ),
  )
const contractType = z.literal('Commission', { error: 'Contract type must be Commission' })

const entered = {
  name: line('Name'),
  email: emailLine('Invalid email format'),
  address: line('Address'),
  location: line('Location'),
  type: ['user_type', userType],
  contractType: ['contract_type', contractType],
  commissionPercent: ['commission', z._default(enteredCommission, 0)],
  mayTakePostpaid: ['can_access_post_paid', flag('Post-paid access')],
} as const

/** The caller's own password, where `password` is the new one of the user. */
const yourPassword = ownPasswordLine('Enter your password')

const typed = { ...entered, commissionPercent: enteredCommission }
export const newUserForm = form({ ...typed, password: passwordLine() })
/** The password may stay empty. */
export const changedUserForm = form({ ...typed, password: z.union([z.literal(''), passwordLine()]) })

export const user = fields({
  id: id(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  location: z.string(),
  type: ['user_type', userType],
  contractType: ['contract_type', contractType],
  commissionPercent: ['commission', commission],
  mayTakePostpaid: ['can_access_post_paid', flag('Post-paid access')],
  electricityFloat: ['nawec_balance', gmd],
  airtimeFloat: ['airtime_balance', gmd],
  createdAt: ['created_at', instant],
  /** Increases with every change; an update sends the version that it is based on. */
  version,
})
export type User = z.output<typeof user>

const named = fields({ id: id(), name: z.string() })

export const openSession = fields({
  id: id(),
  address: z.string(),
  agent: z.string(),
  since: ['created_at', instant],
  seenAt: ['seen_at', instant],
  remembered: z.boolean(),
  /** The session of this call. */
  isOwn: ['is_own', z.boolean()],
})
export type OpenSession = z.output<typeof openSession>

const userOverview = fields({
  user,
  /** Cash power, as their own counter shows it. */
  salesToday: ['sales_today', count],
  soldToday: ['sold_today', gmd],
  /** Airtime and bills. */
  otherSalesToday: ['other_sales_today', count],
  otherSoldToday: ['other_sold_today', gmd],
  commissionToday: ['commission_today', gmd],
  lastSaleAt: ['last_sale_at', z.nullable(instant)],
  openSales: ['open_sales', count],
  sessions: z.array(openSession),
  hasSecondFactor: ['second_factor', z.boolean()],
})
export type UserOverview = z.output<typeof userOverview>

const applicationState = z.enum(['waiting', 'approved', 'declined'], {
  error: 'State must be waiting, approved or declined',
})

const application = fields({
  id: id(),
  at: ['created_at', instant],
  name: z.string(),
  businessName: ['business_name', z.string()],
  email: z.string(),
  phone: ['telephone', z.string()],
  location: z.string(),
  state: applicationState,
  decidedBy: ['decided_by', z.nullable(z.string())],
  decidedAt: ['decided_at', z.nullable(instant)],
})
export type Application = z.output<typeof application>

/** As screens show it, and as a search finds it. */
export const applicationStates: Record<Application['state'], string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
}

export const users = {
  list: list({ path: 'register', access: 'admin', lane: 'reading', row: user, envelope: null }),
  add: endpoint({
    method: 'POST',
    path: 'register',
    access: 'admin',
    request: fields({
      ...entered,
      password: passwordLine(),
      /** Needed for an Admin. */
      yourPassword: ['your_password', z.optional(yourPassword)],
    }),
    response: done,
  }),
  update: endpoint({
    method: 'PUT',
    path: 'users/update/{id}',
    access: 'admin',
    request: fields({
      id: id(),
      ...entered,
      password: unchangedOr(passwordLine()),
      /** Needed when the email address or the password changes, or a Cashier becomes an Admin. */
      yourPassword: ['your_password', z.optional(yourPassword)],
      seenVersion: ['version', z.optional(version)],
    }),
    response: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'users/delete/{id}',
    access: 'admin',
    request: fields({
      id: id(),
      /** Takes all float of the user back to the bank first; without it, a user with float is not deleted. */
      takesFloatBack: ['take_float_back', z.optional(flag('Take float back'))],
    }),
    response: done,
  }),
  /** Agents for the credit form. */
  agents: list({ path: 'users/list', access: 'admin', row: named, envelope: 'data' }),
  one: endpoint({
    method: 'GET',
    path: 'users/getlist/{userId}',
    access: 'staff',
    request: fields({ userId: id('User') }),
    response: orNone(user),
  }),
  cashiers: list({ path: 'get/cashiers', access: 'admin', row: named, envelope: 'cashiers' }),
  /** One user, for an Admin: float, today's sales, where they are signed in. */
  overview: endpoint({
    method: 'GET',
    path: 'users/{id}/overview',
    access: 'admin',
    request: fields({ id: id() }),
    response: within('data', userOverview),
  }),
  /** Ends one of their sessions, or all of them. */
  endSessions: endpoint({
    method: 'POST',
    path: 'users/{id}/sessions/end',
    access: 'admin',
    request: fields({ id: id(), session: z.optional(id('Session')) }),
    response: done,
  }),
  /** For a user who lost the phone: their sign-in needs only the password. */
  removeSecondFactor: endpoint({
    method: 'POST',
    path: 'users/{id}/second-factor/remove',
    access: 'admin',
    request: fields({ id: id(), password: yourPassword }),
    response: done,
  }),
  /** Emails them a link to choose a new password. */
  sendResetLink: endpoint({
    method: 'POST',
    path: 'users/{id}/reset-link',
    access: 'admin',
    request: fields({ id: id(), password: yourPassword }),
    response: done,
  }),
  /** Applicants who want to sell; `state` filters those that wait. */
  applications: list({
    path: 'applications',
    access: 'admin',
    of: { state: z.optional(applicationState) },
    row: application,
    envelope: 'data',
  }),
  /** Makes the applicant a Cashier and emails them a link to choose a password. */
  approve: endpoint({
    method: 'POST',
    path: 'applications/{id}/approve',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
  decline: endpoint({
    method: 'POST',
    path: 'applications/{id}/decline',
    access: 'admin',
    request: fields({ id: id(), reason: optionalLine('Reason') }),
    response: done,
  }),
}
