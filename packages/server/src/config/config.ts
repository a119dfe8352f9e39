// Everything that differs between installations, read once from the environment. An unknown or malformed variable stops
// the start with a sentence that names it: a typo must not quietly become a default.
import { availableParallelism } from 'node:os'
import { type Bututs, fromDalasi, type OtherSide } from '@flexpower/contract'
import type { Thresholds } from '../runway.ts'
import {
  type AirtimeAccess,
  airtimeAccess,
  type MailAccess,
  mailAccess,
  type SmsAccess,
  smsAccess,
  type UtilityAccess,
  utilityAccess,
} from './access.ts'
import { arrangeS3, arrangeTarget, type S3Access, type TargetAccess } from './backup-target.ts'
import { hide, isSecret } from './describe.ts'
import { findProblems, type Surroundings } from './problems.ts'
import type { Site } from './site.ts'
import { arrangeTill, type TillRules } from './till-rules.ts'
import { environment, type Values, variables } from './variables.ts'
import { arrangeWatching, type Watching } from './watching.ts'

/** How the books are backed up. */
export interface BackupRules {
  /** The key that seals backups, 32 bytes; null: the demo makes one and stores it in the data folder. */
  key: Buffer | null
  /** Minutes after midnight in The Gambia; null: only when an Admin asks for one. */
  atMinute: number | null
  /** Older ones are removed, but never the newest that was verified. */
  keepDays: number
  /** Where each is copied to; null: nowhere. */
  target: TargetAccess | null
  /** For a restore from a bucket, whatever the target is. */
  s3: S3Access | null
}

export interface Config {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** Server processes that share the port. */
  processes: number
  /** `server` answers calls and runs no jobs (jobs.ts), `worker` the other way round. */
  role: 'all' | 'server' | 'worker'
  /** PostgreSQL itself; null: the launcher brings its own under `dataDir`. */
  databaseUrl: string | null
  /** A pooler in transaction mode in front of it; null: there is none. */
  poolerUrl: string | null
  /** For calls that read much; null: they read the database itself. */
  replica: { url: string; lagMostMs: number } | null
  /** How long the start waits for it. */
  databaseWaitMs: number
  dataDir: string
  logLevel: string
  clientAccessToken: string
  /** How long a server that stops says so before it takes no more requests. */
  drainMs: number
  /** The key that seals the secrets in the database, 32 bytes. */
  secretKey: Buffer
  /** The key before it, which opens what it sealed; null: there is none. */
  secretKeyBefore: Buffer | null
  publicUrl: string
  trustedProxies: string | null
  site: Site
  /** Null: the launcher starts the simulator and fills this in (demo only). */
  utility: UtilityAccess | null
  /** Null: the launcher fills in the simulator's (demo only), or no airtime is sold. */
  airtime: AirtimeAccess | null
  /** Null: messages stay in the outbox, where the demo shows them. */
  mail: MailAccess | null
  /** Null: no SMS is sent. */
  sms: SmsAccess | null
  /** The SMS provider's secret for delivery reports; null: none are accepted. */
  smsReportSecret: string | null
  /** Who gets an SMS when an account is low; null: nobody. */
  alertPhone: string | null
  /** When an account at the other side is low, and when it is very low. */
  warnBelow: Record<OtherSide, Thresholds>
  backups: BackupRules
  /** Loads of credit and bookings above this need a second Admin, in bututs; null: none do. */
  confirmCreditsAbove: Bututs | null
  /** Admins can do nothing without two-step sign-in. */
  adminsNeedSecondFactor: boolean
  /** Our discount from the operators on airtime, in hundredths of a percent. */
  airtimeDiscount: number
  /** How long the utility may take to book a late order. */
  absenceMs: number
  till: TillRules
  watching: Watching
}

/** The environment is wrong; the message has one sentence on each line, ready for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function parseConfig(
  env: Record<string, string | undefined>,
  surroundings: Surroundings = { isAlone: false },
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        value !== undefined && (value !== '' || meansSomethingEmpty.has(name)) && concerns(name),
    ),
  )
  const problems = Object.keys(given)
    .filter((name) => !(name in variables))
    .map((name) => `${name} is not a variable FlexPower knows; .env.example lists them all.`)
  const parsed = environment.safeParse(given)
  for (const issue of parsed.error?.issues ?? [])
    problems.push(sentence(String(issue.path[0]), issue.message, given))
  problems.push(...findProblems(given, surroundings))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return arrange(parsed.data)
}

/** Repeats the given value, unless it is secret. */
function sentence(name: string, problem: string, given: Record<string, string | undefined>): string {
  return `${name} ${problem}${isSecret(name) ? '' : ` (it is "${hide(name, given[name] ?? '')}")`}.`
}

/** For every other setting, empty is the same as not set. */
const meansSomethingEmpty = new Set(['FLEXPOWER_UTILITY_TENANT', 'FLEXPOWER_UTILITY_SCOPE'])

/** People who run the tests have their settings in the same shell. */
const isForTests = (name: string) => name.startsWith('FLEXPOWER_TEST_')
const concerns = (name: string) => (name.startsWith('FLEXPOWER_') && !isForTests(name)) || name in variables

function arrange(values: Values): Config {
  const demo = values.FLEXPOWER_MODE === 'demo'
  const [first = '', second = ''] = values.FLEXPOWER_SUPPORT_PHONES.split(',').map((phone) => phone.trim())
  return {
    mode: values.FLEXPOWER_MODE,
    host: values.HOST,
    port: values.PORT,
    processes:
      values.FLEXPOWER_PROCESSES === 'cores' ? availableParallelism() : Number(values.FLEXPOWER_PROCESSES),
    role: values.FLEXPOWER_ROLE,
    databaseUrl: values.FLEXPOWER_DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? null,
    poolerUrl: values.FLEXPOWER_DATABASE_DIRECT_URL === undefined ? null : (values.DATABASE_URL ?? null),
    replica:
      values.FLEXPOWER_REPLICA_URL === undefined
        ? null
        : { url: values.FLEXPOWER_REPLICA_URL, lagMostMs: values.FLEXPOWER_REPLICA_MAX_LAG_SECONDS * 1000 },
    databaseWaitMs: values.FLEXPOWER_DATABASE_WAIT_SECONDS * 1000,
    // A proxy has to notice it; a demo has none.
    drainMs: (values.FLEXPOWER_DRAIN_SECONDS ?? (demo ? 0 : 5)) * 1000,
    dataDir: values.FLEXPOWER_DATA_DIR,
    logLevel: values.FLEXPOWER_LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    clientAccessToken: values.FLEXPOWER_CLIENT_ACCESS_TOKEN,
    secretKey: values.FLEXPOWER_SECRET_KEY,
    secretKeyBefore: values.FLEXPOWER_SECRET_KEY_BEFORE ?? null,
    publicUrl: values.FLEXPOWER_PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`,
    trustedProxies: values.FLEXPOWER_TRUSTED_PROXIES ?? null,
    site: {
      productName: values.FLEXPOWER_PRODUCT_NAME,
      utilityName: values.FLEXPOWER_UTILITY_NAME,
      companyName: values.FLEXPOWER_COMPANY_NAME,
      address: values.FLEXPOWER_COMPANY_ADDRESS,
      supportEmail: values.FLEXPOWER_SUPPORT_EMAIL,
      phones: [first, second],
      offices: values.FLEXPOWER_OFFICES,
      openingHours: values.FLEXPOWER_OPENING_HOURS,
      demo,
    },
    utility: utilityAccess(values),
    airtime: airtimeAccess(values),
    mail: mailAccess(values),
    sms: smsAccess(values),
    smsReportSecret: values.FLEXPOWER_SMS_REPORT_SECRET ?? null,
    alertPhone: values.FLEXPOWER_ALERT_PHONE ?? null,
    warnBelow: {
      utility: values.FLEXPOWER_UTILITY_WARN_BELOW,
      airtime: values.FLEXPOWER_AIRTIME_WARN_BELOW,
    },
    backups: {
      key: values.FLEXPOWER_BACKUP_KEY ?? null,
      atMinute: readMinute(values.FLEXPOWER_BACKUP_AT),
      keepDays: values.FLEXPOWER_BACKUP_KEEP_DAYS,
      target: arrangeTarget(values),
      s3: arrangeS3(values),
    },
    confirmCreditsAbove:
      values.FLEXPOWER_CREDIT_CONFIRM_ABOVE === 'off'
        ? null
        : fromDalasi(Number(values.FLEXPOWER_CREDIT_CONFIRM_ABOVE)),
    adminsNeedSecondFactor: values.FLEXPOWER_ADMIN_SECOND_FACTOR === 'required',
    airtimeDiscount: Math.round(Number(values.FLEXPOWER_AIRTIME_DISCOUNT) * 100),
    // The simulator books an order at once or never; a real utility gets time for one that is still pending.
    absenceMs: (values.FLEXPOWER_UTILITY_ABSENCE_SECONDS ?? (demo ? 4 : 120)) * 1000,
    till: arrangeTill(values),
    watching: arrangeWatching(values),
  }
}

function readMinute(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number)
  return minutes === undefined ? null : (hours ?? 0) * 60 + minutes
}
