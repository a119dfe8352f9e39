// Every variable of the environment that the server knows, with its default and the text for a malformed value.
import { isIP } from 'node:net'
import { z } from 'zod'
import { thresholdsSetting } from '../runway.ts'
import {
  baseUrl,
  databaseUrl,
  httpUrl,
  ownOrigin,
  port,
  profileSetting,
  replicaUrl,
  secretKey,
  text,
} from './settings.ts'
import { officesSetting, openingHoursSetting } from './site.ts'
import { targetVariables } from './backup-target.ts'
import { tillVariables } from './till-rules.ts'
import { watchingVariables } from './watching.ts'

export const DATA_DIR = 'data'
export const DEMO_CLIENT_TOKEN = 'flexpower-web-demo'
/** Public on purpose: what the demo seals with it opens only the simulator. */
export const DEMO_SECRET_KEY = 'ZmxleHBvd2VyLWRlbW8ta2V5LW5vdC1mb3ItbW9uZXk='

/** Printed in .env.example, like the one after it. */
export const EXAMPLE_DATABASE_PASSWORD = 'secret'
export const EXAMPLE_SMS_REPORT_SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978'
/** With what a server takes to end after it, less than the 40 seconds after which systemd and compose kill it. */
export const DRAIN_MOST_SECONDS = 15

/** One address, or a network such as 10.0.0.0/8. */
function isNetwork(written: string): boolean {
  const [address = '', bits = '0', ...more] = written.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

export const variables = {
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  FLEXPOWER_PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$|^cores$/, 'must be a number from 1 to 64, or cores')
    .default('1'),
  FLEXPOWER_ROLE: z
    .enum(['all', 'server', 'worker'], { error: 'must be all, server or worker' })
    .default('all'),
  DATABASE_URL: databaseUrl.optional(),
  FLEXPOWER_DATABASE_DIRECT_URL: databaseUrl.optional(),
  FLEXPOWER_REPLICA_URL: replicaUrl.optional(),
  FLEXPOWER_REPLICA_MAX_LAG_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of seconds')
    .transform(Number)
    .default(5),
  FLEXPOWER_DATABASE_WAIT_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds')
    .transform(Number)
    .default(60),
  FLEXPOWER_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds')
    .transform(Number)
    .refine(
      (seconds) => seconds <= DRAIN_MOST_SECONDS,
      `must be at most ${DRAIN_MOST_SECONDS}: a server that takes longer to stop is killed`,
    )
    .optional(),
  FLEXPOWER_MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  FLEXPOWER_DATA_DIR: text.default(DATA_DIR),
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
  FLEXPOWER_SECRET_KEY_BEFORE: secretKey.optional(),
  FLEXPOWER_PUBLIC_URL: ownOrigin.optional(),
  FLEXPOWER_TRUSTED_PROXIES: text
    .refine(
      (list) => list.split(',').every((proxy) => isNetwork(proxy.trim())),
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
  FLEXPOWER_UTILITY_URL: baseUrl.optional(),
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
  FLEXPOWER_AIRTIME_URL: baseUrl.default('https://topups.reloadly.com'),
  FLEXPOWER_AIRTIME_AUTH_URL: baseUrl.default('https://auth.reloadly.com'),
  FLEXPOWER_AIRTIME_AUDIENCE: text.optional(),
  FLEXPOWER_AIRTIME_CLIENT_ID: text.optional(),
  FLEXPOWER_AIRTIME_CLIENT_SECRET: text.optional(),
  FLEXPOWER_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address, or off' })
    .or(z.literal('off'))
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
  ...targetVariables,
  ...watchingVariables,
}

export const environment = z.object(variables)

export type Values = z.infer<typeof environment>
