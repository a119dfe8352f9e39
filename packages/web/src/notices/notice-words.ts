// What the kinds of notices are called, and where each leads.
import type { Notice, NoticeKind } from '@flexpower/contract'
import { type Area, paths } from '../paths.ts'
import type { IconName } from '../ui/Icon.tsx'

const { admin } = paths

interface KindWords {
  /** In the preferences: what the notices are about. */
  title: string
  note: string
  icon: IconName
  /** Null: there is no screen for it. */
  path: string | null
}

export const kindWords: Readonly<Record<NoticeKind, KindWords>> = {
  'float low': {
    title: 'Low float',
    note: 'Your float lasts less than a day at your pace',
    icon: 'wallet',
    path: paths.cashier.user,
  },
  'balance low': {
    title: 'Low balances',
    note: 'An account that we sell from is running out',
    icon: 'wallet',
    path: admin.dashboard,
  },
  'sale undecided': {
    title: 'Undecided sales',
    note: 'Money is held until an Admin decides',
    icon: 'warn',
    path: admin.cashPower,
  },
  'backup failed': {
    title: 'Failed backups',
    note: 'Since the last one that was verified',
    icon: 'backup',
    path: admin.backup,
  },
  'difference found': {
    title: 'Differences',
    note: 'Our books and those of the other side do not agree',
    icon: 'compare',
    path: admin.reconciliation,
  },
  message: { title: 'Messages', note: 'A visitor wrote to us', icon: 'mail', path: admin.messages },
  application: {
    title: 'Applications',
    note: 'Somebody wants to sell',
    icon: 'user',
    path: `${admin.user}?tab=applications&applications-state=waiting`,
  },
  'credit waiting': {
    title: 'Loads, requests and bookings',
    note: 'They wait for an Admin',
    icon: 'coins',
    path: admin.creditAgents,
  },
  'sms stopped': {
    title: 'SMS are not sent',
    note: 'The provider does not take our messages',
    icon: 'sms',
    path: `${admin.messages}?tab=unsent`,
  },
  server: { title: 'The server', note: 'Its processes end again and again', icon: 'alert', path: null },
  'sign-in': {
    title: 'Unusual sign-ins',
    note: 'A new place or browser, or somebody who guesses',
    icon: 'lock',
    path: null,
  },
}

/** Where a notice leads; null: nowhere. */
export function findPlace({ kind, record }: Pick<Notice, 'kind' | 'record'>, area: Area): string | null {
  if (kind === 'sign-in') return paths[area].account
  if (record.startsWith('booking/')) return admin.reconciliation
  return kindWords[kind].path
}

export const stateWords = ({ seenAt, overAt }: Pick<Notice, 'seenAt' | 'overAt'>): string =>
  overAt === null ? (seenAt === null ? 'Unread' : 'Read') : 'Over'
