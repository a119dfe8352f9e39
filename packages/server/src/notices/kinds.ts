// The kinds of notices: who gets them, whether also by mail without having asked for it, and how each is written.
import {
  bututs,
  type Day,
  floatNames,
  formatDay,
  formatGmd,
  NOTICE_KINDS,
  type NoticeKind,
  type OtherSide,
  toNoon,
  type UserType,
} from '@flexpower/contract'
import { writeRunway } from '../runway.ts'
import type { Site } from '../config/site.ts'

interface Kind {
  /** Null: everybody. */
  for: UserType | null
  /** Unless the user chose otherwise. */
  mail: boolean
  /** The mail is sent by its cause, whatever the user chose. */
  isMailFixed?: boolean
  /** Without a state that can be over: it is over when it was seen. */
  isEvent?: boolean
  /** What to do, for mails: the inbox has links instead. `at` makes the address of a page. */
  advise: (at: (path: string) => string) => string
}

const asAdmin = (path: string, mail: boolean, what: string): Kind => ({
  for: 'Admin',
  mail,
  advise: (at) => `${what} ${at(path)}.`,
})

export const kinds: Record<NoticeKind, Kind> = {
  'float low': {
    for: 'Cashier',
    mail: false,
    advise: (at) => `Ask for float with your bank slip at ${at('/cashier/user')}.`,
  },
  'balance low': asAdmin(
    '/admin/dashboard',
    true,
    'When it is used up, every sale from it is refused; no customer’s money is taken. The balances are at',
  ),
  'sale undecided': asAdmin(
    '/admin/cash-power',
    true,
    'The money is held until you decide. Open sales are at',
  ),
  'backup failed': {
    for: 'Admin',
    mail: true,
    advise: (at) =>
      `Selling goes on, and earlier backups are as they were. Make another one at ${at('/admin/backup')}; if that fails too, see the runbook before anything happens to the database.`,
  },
  'difference found': asAdmin('/admin/reconciliation', true, 'Settle them at'),
  // The support address gets these two by mail already.
  message: asAdmin('/admin/messages', false, 'Read it at'),
  application: asAdmin('/admin/user?tab=applications', false, 'Decide it at'),
  'credit waiting': asAdmin('/admin/credit-agents', false, 'Look at it at'),
  'sms stopped': {
    for: 'Admin',
    mail: true,
    advise: () =>
      'Put the account right at the provider: its balance, the sender name or the key. Customers get no late tokens by SMS until then; their cashiers can still see them.',
  },
  server: { for: 'Admin', mail: true, isEvent: true, advise: () => 'Read the server’s log for the reason.' },
  'sign-in': { for: null, mail: true, isMailFixed: true, isEvent: true, advise: () => '' },
}

/** Those that a user of this type can get. */
export const listKinds = (type: UserType): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => kinds[kind].for === null || kinds[kind].for === type)

/** Those whose causes are found in the database, and whose end is too. */
export const foundKinds = NOTICE_KINDS.filter((kind) => !kinds[kind].isEvent)
export const eventKinds = NOTICE_KINDS.filter((kind) => kinds[kind].isEvent)

/** What the database says about a cause (causes.ts). */
export interface Facts {
  'float low': { kind: 'electricity' | 'airtime'; balance: number; days: number }
  'balance low': Told
  'sms stopped': Told
  'sale undecided': { amount: number; reference: string; cashier: string }
  /** One that failed, or an alert about its copies. */
  'backup failed': { file: string; failure: string; hasFile: boolean } | Told
  'difference found': { side: OtherSide; day: Day; count: number }
  message: { name: string }
  application: { name: string; location: string }
  'credit waiting': { what: 'load' | 'request' | 'move' | 'booking'; amount: number; name: string | null }
}

interface Told {
  title: string
  text: string
}

const dalasi = (amount: number) => formatGmd(bututs(amount))

const waiting: Record<Facts['credit waiting']['what'], string> = {
  load: 'A load of credit waits',
  request: 'A request for float waits',
  move: 'A move of float waits',
  booking: 'A booking waits',
}

const describeFailure = ({
  file,
  failure,
  hasFile,
}: {
  file: string
  failure: string
  hasFile: boolean
}): Told => ({
  title: 'A backup failed',
  text: `${hasFile ? `The backup ${file} was written, but it could not be shown to be a good one.` : `The backup ${file} was not made.`} ${failure}`,
})

export type Writers = { [Each in keyof Facts]: (facts: Facts[Each], site: Site) => Told }

export const writers: Writers = {
  'float low': ({ kind, balance, days }) => ({
    title: `Your ${floatNames[kind]} is low`,
    text: `${dalasi(balance)} ${writeRunway(days)}. Without float no sale can be made.`,
  }),
  'balance low': (told) => told,
  'sms stopped': (told) => told,
  'sale undecided': ({ amount, reference, cashier }) => ({
    title: 'A sale must be decided',
    text: `Nobody could say whether sale ${reference} of ${dalasi(amount)} by ${cashier} was made. The money is held.`,
  }),
  'backup failed': (facts) => ('title' in facts ? facts : describeFailure(facts)),
  'difference found': ({ side, day, count }, site) => ({
    title: `Our books differ from those of ${side === 'utility' ? site.utilityName : 'the airtime aggregator'}`,
    text: `${count === 1 ? 'One difference' : `${count} differences`} on ${formatDay(toNoon(day))}. No money has moved because of that.`,
  }),
  message: ({ name }) => ({ title: `A message from ${name}`, text: 'It has not been read yet.' }),
  application: ({ name, location }) => ({
    title: `${name} wants to sell`,
    text: `An application from ${location} waits for a decision.`,
  }),
  'credit waiting': ({ what, amount, name }) => ({
    title: waiting[what],
    text: `${dalasi(amount)}${name === null ? '' : ` for ${name}`}. Nothing has moved yet.`,
  }),
}
