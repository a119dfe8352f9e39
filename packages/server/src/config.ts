// Everything that differs between installations, read once from the environment. An unknown or malformed variable stops
// the start with a sentence that names it: a typo must not quietly become a default.
import { isIP } from 'node:net'
import { type Bututs, fromDalasi, type OtherSide } from '@flexpower/contract'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { ProfileSettings } from './gateways/incms-profile.ts'
import { type Thresholds, thresholdsSetting } from './runway.ts'
import { databaseUrl, httpUrl, ownOrigin, port, profileSetting, secretKey, text } from './settings.ts'
import { officesSetting, openingHoursSetting, type Site } from './site.ts'
import { arrangeTill, type TillRules, tillVariables } from './till-rules.ts'

const DEMO_CLIENT_TOKEN = 'flexpower-web-demo'
/** Public on purpose: what the demo seals with it opens only the simulator. */
const DEMO_SECRET_KEY = 'ZmxleHBvd2VyLWRlbW8ta2V5LW5vdC1mb3ItbW9uZXk='
const variables = {
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  FLEXPOWER_PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$|^cores$/, 'must be a number from 1 to 64, or cores')
    .default('1'),
  DATABASE_URL: databaseUrl.optional(),
  FLEXPOWER_DATABASE_WAIT_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds')
    .transform(Number)
    .default(60),
  FLEXPOWER_MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  FLEXPOWER_DATA_DIR: text.default('data'),
  FLEXPOWER_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .optional(),
  FLEXPOWER_CLIENT_ACCESS_TOKEN: z
    .string()
    .regex(/^[\w.-]{8,128}$/, 'must be 8 to 128 letters, digits, dots, dashes or underscores')
    .default(DEMO_CLIENT_TOKEN),
  FLEXPOWER_SECRET_KEY: secretKey.prefault(DEMO_SECRET_KEY),
  FLEXPOWER_PUBLIC_URL: ownOrigin.optional(),
  FLEXPOWER_TRUSTED_PROXIES: text
    .refine(
      (list) => list.split(',').every((proxy) => isIP(proxy.trim().split('/', 1)[0] ?? '') > 0),
      'must be IP addresses or networks with commas between them',
    )
    .optional(),
  FLEXPOWER_PRODUCT_NAME: text.default('FlexPower'),
  FLEXPOWER_COMPANY_NAME: text.default('FlexPower Gambia Ltd'),
  FLEXPOWER_COMPANY_ADDRESS: text.default('14 Kairaba Avenue, P.O. Box 2816, Serekunda, The Gambia'),
  FLEXPOWER_SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).default('support@flexpower.gm'),
  FLEXPOWER_SUPPORT_PHONES: z
    .string()
    .regex(/^[^,]+,[^,]+$/, 'must be two phone numbers with a comma between them')
    .default('+220 439 2210,+220 992 2210'),
  FLEXPOWER_OFFICES: officesSetting.prefault(
    'Banjul: Albert Market; Bakau: Sait Matty Road; Serekunda: Kairaba Avenue; Lamin: Lamin Garage; Brikama: Car park, Brikama Ba; Soma: Trans-Gambia junction; Farafenni: Lumo market; Basse: Basse Santa Su',
  ),
  FLEXPOWER_OPENING_HOURS: openingHoursSetting.prefault('Mo-Su 00:00-23:59'),
  FLEXPOWER_UTILITY_NAME: text.default('NAWEC'),
  FLEXPOWER_UTILITY_URL: httpUrl.optional(),
  FLEXPOWER_UTILITY_PROFILE: profileSetting.prefault('nawec'),
  FLEXPOWER_UTILITY_TENANT: z.string().trim().optional(),
  FLEXPOWER_UTILITY_SCOPE: z.string().trim().optional(),
  FLEXPOWER_UTILITY_VERSION: text.optional(),
  FLEXPOWER_UTILITY_VENDOR: text.optional(),
  FLEXPOWER_UTILITY_USER: text.optional(),
  FLEXPOWER_UTILITY_PASSWORD: text.optional(),
  FLEXPOWER_UTILITY_ABSENCE_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of seconds')
    .transform(Number)
    .refine(
      (seconds) => seconds > 0,
      'must be at least 1: a sale that is still on its way would be taken for one that never arrived',
    )
    .optional(),
  FLEXPOWER_AIRTIME_URL: httpUrl.default('https://topups.reloadly.com'),
  FLEXPOWER_AIRTIME_AUTH_URL: httpUrl.default('https://auth.reloadly.com'),
  FLEXPOWER_AIRTIME_AUDIENCE: text.optional(),
  FLEXPOWER_AIRTIME_CLIENT_ID: text.optional(),
  FLEXPOWER_AIRTIME_CLIENT_SECRET: text.optional(),
  FLEXPOWER_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional(),
  FLEXPOWER_MAIL_FROM: text.optional(),
  FLEXPOWER_SMS_URL: httpUrl.default('https://api.africastalking.com/version1/messaging'),
  FLEXPOWER_SMS_USER: text.optional(),
  FLEXPOWER_SMS_KEY: text.optional(),
  FLEXPOWER_SMS_SENDER: text.optional(),
  FLEXPOWER_SMS_REPORT_SECRET: z
    .string()
    .regex(/^[\w-]{24,128}$/, 'must be 24 to 128 letters, digits, dashes or underscores')
    .optional(),
  FLEXPOWER_ALERT_PHONE: z
    .string()
    .regex(/^\+?\d{7,15}$/, 'must be a phone number, digits only, with or without a plus')
    .optional(),
  FLEXPOWER_UTILITY_WARN_BELOW: thresholdsSetting.prefault('3 days, 1 day'),
  FLEXPOWER_AIRTIME_WARN_BELOW: thresholdsSetting.prefault('3 days, 1 day'),
  FLEXPOWER_BACKUP_KEY: secretKey.optional(),
  FLEXPOWER_BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$|^never$/, 'must be a time as HH:MM, or never')
    .default('02:30'),
  FLEXPOWER_BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days')
    .transform(Number)
    .default(30),
  FLEXPOWER_CREDIT_CONFIRM_ABOVE: z
    .string()
    .regex(/^\d{1,10}$|^off$/, 'must be an amount in whole dalasi, or off')
    .default('500000'),
  FLEXPOWER_ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'], { error: 'must be optional or required' })
    .default('optional'),
  FLEXPOWER_AIRTIME_DISCOUNT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage below 100, such as 4 or 4.25')
    .default('4'),
  FLEXPOWER_UTILITY_CLIENT: z
    .string()
    .regex(/^[^:]+:.+$/, 'must be the OAuth client as id:secret')
    .optional(),
  ...tillVariables,
}

const environment = z.object(variables)

/** How the utility's vending interface is reached, and as whom. */
export interface UtilityAccess extends ProfileSettings {
  url: string
  vendorId: string
  vendorUser: string
  password: string
  /** OAuth client credentials, `id:secret`. */
  client: string
}

/** The account at Reloadly, which sells the airtime of every operator. */
export interface AirtimeAccess {
  url: string
  authUrl: string
  /** The audience of the access token: sandbox and live differ. */
  audience: string
  clientId: string
  clientSecret: string
}

/** How mail is sent: smtp://user:password@host:port, and the sender. */
export interface MailAccess {
  url: string
  from: string
}

/** The account at Africa's Talking. */
export interface SmsAccess {
  url: string
  user: string
  key: string
  /** The name or number that the phone shows; null: the provider's. */
  sender: string | null
}

/** How the books are backed up. */
export interface BackupRules {
  /** The key that seals backups, 32 bytes; null: the demo makes one and stores it in the data folder. */
  key: Buffer | null
  /** Minutes after midnight in The Gambia; null: only when an Admin asks for one. */
  atMinute: number | null
  /** Older ones are removed, but never the newest that was verified. */
  keepDays: number
}

export interface Config {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** Server processes that share the port. */
  processes: number
  /** Null: the launcher brings its own PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** How long the start waits for it. */
  databaseWaitMs: number
  dataDir: string
  logLevel: string
  clientAccessToken: string
  /** The key that seals the secrets in the database, 32 bytes. */
  secretKey: Buffer
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
}

/** The environment is wrong; the message has one sentence on each line, ready for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function parseConfig(env: Record<string, string | undefined>): Config {
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
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const config = arrange(parsed.data)
  refuseUnknownProxy(config)
  if (config.mode === 'production') refuseDemoSecrets(config)
  return config
}

/** Repeats the given value, unless it is secret. */
function sentence(name: string, problem: string, given: Record<string, string | undefined>): string {
  const isSecret = /DATABASE_URL|SMTP_URL|KEY|PASSWORD|CLIENT|TOKEN|SECRET/.test(name)
  return `${name} ${problem}${isSecret ? '' : ` (it is "${given[name]}")`}.`
}

/** For every other setting, empty is the same as not set. */
const meansSomethingEmpty = new Set(['FLEXPOWER_UTILITY_TENANT', 'FLEXPOWER_UTILITY_SCOPE'])

const concerns = (name: string) => name.startsWith('FLEXPOWER_') || name in variables

function arrange(values: z.infer<typeof environment>): Config {
  const demo = values.FLEXPOWER_MODE === 'demo'
  const [first = '', second = ''] = values.FLEXPOWER_SUPPORT_PHONES.split(',').map((phone) => phone.trim())
  return {
    mode: values.FLEXPOWER_MODE,
    host: values.HOST,
    port: values.PORT,
    processes:
      values.FLEXPOWER_PROCESSES === 'cores' ? availableParallelism() : Number(values.FLEXPOWER_PROCESSES),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseWaitMs: values.FLEXPOWER_DATABASE_WAIT_SECONDS * 1000,
    dataDir: values.FLEXPOWER_DATA_DIR,
    logLevel: values.FLEXPOWER_LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    clientAccessToken: values.FLEXPOWER_CLIENT_ACCESS_TOKEN,
    secretKey: values.FLEXPOWER_SECRET_KEY,
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
    mail: values.FLEXPOWER_SMTP_URL
      ? {
          url: values.FLEXPOWER_SMTP_URL,
          from:
            values.FLEXPOWER_MAIL_FROM ??
            `${values.FLEXPOWER_PRODUCT_NAME} <${values.FLEXPOWER_SUPPORT_EMAIL}>`,
        }
      : null,
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
  }
}

function airtimeAccess(values: z.infer<typeof environment>): AirtimeAccess | null {
  const { FLEXPOWER_AIRTIME_CLIENT_ID: clientId, FLEXPOWER_AIRTIME_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'Airtime needs both FLEXPOWER_AIRTIME_CLIENT_ID and FLEXPOWER_AIRTIME_CLIENT_SECRET, or neither.',
    )
  return {
    url: values.FLEXPOWER_AIRTIME_URL,
    authUrl: values.FLEXPOWER_AIRTIME_AUTH_URL,
    audience: values.FLEXPOWER_AIRTIME_AUDIENCE ?? values.FLEXPOWER_AIRTIME_URL,
    clientId,
    clientSecret,
  }
}

function readMinute(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number)
  return minutes === undefined ? null : (hours ?? 0) * 60 + minutes
}

function smsAccess(values: z.infer<typeof environment>): SmsAccess | null {
  const { FLEXPOWER_SMS_USER: user, FLEXPOWER_SMS_KEY: key } = values
  if (user === undefined && key === undefined) return null
  if (user === undefined || key === undefined)
    throw new ConfigError('SMS needs both FLEXPOWER_SMS_USER and FLEXPOWER_SMS_KEY, or neither.')
  return { url: values.FLEXPOWER_SMS_URL, user, key, sender: values.FLEXPOWER_SMS_SENDER ?? null }
}

function utilityAccess(values: z.infer<typeof environment>): UtilityAccess | null {
  const needed = {
    FLEXPOWER_UTILITY_URL: values.FLEXPOWER_UTILITY_URL,
    FLEXPOWER_UTILITY_VENDOR: values.FLEXPOWER_UTILITY_VENDOR,
    FLEXPOWER_UTILITY_USER: values.FLEXPOWER_UTILITY_USER,
    FLEXPOWER_UTILITY_PASSWORD: values.FLEXPOWER_UTILITY_PASSWORD,
    FLEXPOWER_UTILITY_CLIENT: values.FLEXPOWER_UTILITY_CLIENT,
  }
  const missing = Object.keys(needed).filter((name) => needed[name as keyof typeof needed] === undefined)
  if (missing.length === Object.keys(needed).length && values.FLEXPOWER_MODE === 'demo') return null
  if (missing.length > 0)
    throw new ConfigError(
      `The utility cannot be reached without ${missing.join(', ')}: set them, see .env.example.`,
    )
  return {
    url: needed.FLEXPOWER_UTILITY_URL ?? '',
    profile: values.FLEXPOWER_UTILITY_PROFILE,
    tenant: values.FLEXPOWER_UTILITY_TENANT,
    scope: values.FLEXPOWER_UTILITY_SCOPE,
    version: values.FLEXPOWER_UTILITY_VERSION,
    vendorId: needed.FLEXPOWER_UTILITY_VENDOR ?? '',
    vendorUser: needed.FLEXPOWER_UTILITY_USER ?? '',
    password: needed.FLEXPOWER_UTILITY_PASSWORD ?? '',
    client: needed.FLEXPOWER_UTILITY_CLIENT ?? '',
  }
}

/** A proxy in front handles https. If it is unknown, all visitors seem to have its address. */
function refuseUnknownProxy({ publicUrl, trustedProxies }: Config): void {
  if (publicUrl.startsWith('https:') && trustedProxies === null)
    throw new ConfigError(
      'FLEXPOWER_PUBLIC_URL is an https address, so there is a proxy in front: set FLEXPOWER_TRUSTED_PROXIES to its address, such as 127.0.0.1. Without it, every visitor would seem to have the same address, and one who guesses passwords would lock out everybody.',
    )
}

/** Production runs on its own secrets: the demo's are printed in the README. */
function refuseDemoSecrets(config: Config): void {
  if (config.clientAccessToken === DEMO_CLIENT_TOKEN)
    throw new ConfigError('FLEXPOWER_CLIENT_ACCESS_TOKEN must be set to a value of your own in production.')
  if (config.secretKey.equals(Buffer.from(DEMO_SECRET_KEY, 'base64')))
    throw new ConfigError(
      'FLEXPOWER_SECRET_KEY must be set to 32 random bytes of your own in production: openssl rand -base64 32 makes some.',
    )
  if (config.backups.key === null)
    throw new ConfigError(
      'FLEXPOWER_BACKUP_KEY must be set to 32 random bytes in production: openssl rand -base64 32 makes some. Without it no backup can be read again.',
    )
}
