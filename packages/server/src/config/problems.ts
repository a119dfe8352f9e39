// What is missing or unsafe, apart from malformed values: each problem is a sentence for the person who starts the
// server. Works on the environment as given, so that all problems are found at once.
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readPlaces } from '../db/address.ts'
import { readPlace } from './backup-target.ts'
import { isMapped, isPrivate, readHost } from './own-network.ts'
import { databaseUrl, ownOrigin, secretKey } from './settings.ts'
import {
  DATA_DIR,
  DEMO_CLIENT_TOKEN,
  DEMO_SECRET_KEY,
  EXAMPLE_DATABASE_PASSWORD,
  EXAMPLE_SMS_REPORT_SECRET,
} from './variables.ts'

type Given = Record<string, string | undefined>

export interface Surroundings {
  /** Nobody starts a database or a simulator for it, as `npm start` does. */
  isAlone: boolean
  /** What is wrong with the file that settings were read from (env-file.ts). */
  fileProblems?: readonly string[]
}

export const findProblems = (given: Given, surroundings: Surroundings): string[] => [
  ...(surroundings.fileProblems ?? []),
  ...findMissingDatabase(given, surroundings),
  ...findIncompleteAccounts(given, surroundings),
  ...findCopiesInside(given),
  ...findPublicMetrics(given),
  ...findUnknownProxy(given),
  ...findMissingPooler(given),
  ...(given['FLEXPOWER_MODE'] === 'production' ? findUnsafe(given) : []),
]

const UTILITY = ['URL', 'VENDOR', 'USER', 'PASSWORD', 'CLIENT'].map((name) => `FLEXPOWER_UTILITY_${name}`)

const findMissingDatabase = (given: Given, { isAlone }: Surroundings): string[] =>
  isAlone && given['DATABASE_URL'] === undefined
    ? [
        'DATABASE_URL must be set: the address of PostgreSQL, such as postgres://flexpower:secret@127.0.0.1:5432/flexpower. Only "npm start" brings its own.',
      ]
    : []

function findIncompleteAccounts(given: Given, { isAlone }: Surroundings): string[] {
  const problems: string[] = []
  const missing = UTILITY.filter((name) => given[name] === undefined)
  const isSimulated = given['FLEXPOWER_MODE'] !== 'production' && !isAlone
  if (missing.length > 0 && !(isSimulated && missing.length === UTILITY.length))
    problems.push(`The utility cannot be reached without ${missing.join(', ')}: set them, see .env.example.`)
  const isHalf = (first: string, second: string) =>
    (given[first] === undefined) !== (given[second] === undefined)
  if (isHalf('FLEXPOWER_AIRTIME_CLIENT_ID', 'FLEXPOWER_AIRTIME_CLIENT_SECRET'))
    problems.push(
      'Airtime needs both FLEXPOWER_AIRTIME_CLIENT_ID and FLEXPOWER_AIRTIME_CLIENT_SECRET, or neither.',
    )
  if (isHalf('FLEXPOWER_SMS_USER', 'FLEXPOWER_SMS_KEY'))
    problems.push('SMS needs both FLEXPOWER_SMS_USER and FLEXPOWER_SMS_KEY, or neither.')
  const isBucket = given['FLEXPOWER_BACKUP_TARGET']?.startsWith('s3:') ?? false
  const s3 = ['FLEXPOWER_BACKUP_S3_KEY_ID', 'FLEXPOWER_BACKUP_S3_SECRET'].filter(
    (name) => given[name] === undefined,
  )
  if (s3.length === 1 || (isBucket && s3.length > 0))
    problems.push(`Backups cannot be copied to a bucket without ${s3.join(' and ')}: set them.`)
  return problems
}

function findCopiesInside(given: Given): string[] {
  const place = readPlace(given['FLEXPOWER_BACKUP_TARGET'] ?? '')
  // With a slash at the end: /data-copies is not inside /data.
  const dataDir = join(resolve(given['FLEXPOWER_DATA_DIR'] ?? DATA_DIR), '/')
  if (place?.kind !== 'folder' || !join(resolve(place.folder), '/').startsWith(dataDir)) return []
  return [
    'FLEXPOWER_BACKUP_TARGET must be outside of FLEXPOWER_DATA_DIR: what is lost with it is no copy. Name a disk of another machine, or a bucket.',
  ]
}

/** The metrics tell how much is sold: they have a port of their own, which no proxy passes on. */
const findPublicMetrics = (given: Given): string[] =>
  given['FLEXPOWER_METRICS_PORT'] === (given['PORT'] ?? '3000')
    ? ['FLEXPOWER_METRICS_PORT must be another port than PORT: the metrics are not for the public.']
    : []

/** A proxy in front handles https. If it is unknown, all visitors seem to have its address. */
function findUnknownProxy(given: Given): string[] {
  const isKnown = given['FLEXPOWER_TRUSTED_PROXIES'] !== undefined
  if (readPublicUrl(given)?.protocol !== 'https:' || isKnown) return []
  return [
    'FLEXPOWER_PUBLIC_URL is an https address, so there is a proxy in front: set FLEXPOWER_TRUSTED_PROXIES to its address, such as 127.0.0.1. Without it, every visitor would seem to have the same address, and one who guesses passwords would lock out everybody.',
  ]
}

function findMissingPooler(given: Given): string[] {
  if (given['FLEXPOWER_DATABASE_DIRECT_URL'] === undefined || given['DATABASE_URL'] !== undefined) return []
  return [
    'FLEXPOWER_DATABASE_DIRECT_URL leads around the pooler in DATABASE_URL, which is not set: set it, or use only DATABASE_URL if there is no pooler.',
  ]
}

/** Null: not set, or malformed. */
function readPublicUrl(given: Given): URL | null {
  const written = ownOrigin.safeParse(given['FLEXPOWER_PUBLIC_URL'])
  return written.success ? new URL(written.data) : null
}

/** Production runs on its own secrets: the demo's are printed in the README. */
function findUnsafe(given: Given): string[] {
  const problems: string[] = []
  const url = readPublicUrl(given)
  if (given['FLEXPOWER_PUBLIC_URL'] === undefined)
    problems.push(
      'FLEXPOWER_PUBLIC_URL must be set in production: the address that people type, such as https://vend.example.gm. Links in emails and the codes on receipts lead there.',
    )
  else if (url?.protocol === 'http:' && !isThisMachine(url))
    problems.push(
      'FLEXPOWER_PUBLIC_URL must be an https address in production: over http, passwords and tokens can be read on the way. Only this machine itself, such as http://127.0.0.1:3000, may go without.',
    )
  else if (url?.protocol === 'http:' && !isThisMachine({ hostname: given['HOST'] ?? 'localhost' }))
    problems.push(
      'HOST must be an address of this machine alone, such as 127.0.0.1, because FLEXPOWER_PUBLIC_URL is an http address: on any other one, passwords and tokens of others can be read on the way.',
    )
  if ((given['FLEXPOWER_CLIENT_ACCESS_TOKEN'] ?? DEMO_CLIENT_TOKEN) === DEMO_CLIENT_TOKEN)
    problems.push('FLEXPOWER_CLIENT_ACCESS_TOKEN must be set to a value of your own in production.')
  if (isGuessable(given['FLEXPOWER_SECRET_KEY'] ?? DEMO_SECRET_KEY))
    problems.push(
      'FLEXPOWER_SECRET_KEY must be set to 32 random bytes of your own in production: openssl rand -base64 32 makes some.',
    )
  if (given['FLEXPOWER_BACKUP_KEY'] === undefined)
    problems.push(
      'FLEXPOWER_BACKUP_KEY must be set to 32 random bytes in production: openssl rand -base64 32 makes some. Without it no backup can be read again.',
    )
  else if (isGuessable(given['FLEXPOWER_BACKUP_KEY']))
    problems.push(
      'FLEXPOWER_BACKUP_KEY must be set to 32 random bytes of your own in production: openssl rand -base64 32 makes some. Everybody can read backups that this one seals.',
    )
  else if (isSameKey(given['FLEXPOWER_SECRET_KEY'], given['FLEXPOWER_BACKUP_KEY']))
    problems.push(
      'FLEXPOWER_SECRET_KEY and FLEXPOWER_BACKUP_KEY are the same: whoever gets one would have both. Replace one of them: npm run admin -- rotate secret-key --help says how.',
    )
  if (given['FLEXPOWER_SMTP_URL'] === undefined)
    problems.push(
      'FLEXPOWER_SMTP_URL must be set in production, or be off: without a mail server nobody gets a link for a forgotten password, and no Admin is told of problems.',
    )
  return [
    ...problems,
    ...findTrustInEverybody(given),
    ...findOpenWays(given),
    ...findOpenDatabases(given),
    ...findDemoAccount(given),
    ...findOpenMetrics(given),
    ...findExampleSecret(given),
  ]
}

/** By a name, they are wherever the machine's own network says. */
const findOpenMetrics = (given: Given): string[] => {
  const host = given['FLEXPOWER_METRICS_HOST'] ?? ''
  return isIP(readHost(host)) === 0 || isPrivate({ hostname: host })
    ? []
    : [
        'FLEXPOWER_METRICS_HOST must be an address of this machine in a network of your own in production, such as 10.0.0.4: on all of its addresses, or on a public one, everybody can read how much is sold.',
      ]
}

const findExampleSecret = (given: Given): string[] =>
  given['FLEXPOWER_SMS_REPORT_SECRET'] === EXAMPLE_SMS_REPORT_SECRET
    ? [
        'FLEXPOWER_SMS_REPORT_SECRET is the one of .env.example, and everybody knows it: openssl rand -hex 24 makes another.',
      ]
    : []

const readKey = (written: string): Buffer | undefined => secretKey.safeParse(written).data

/** Random keys with fewer different bytes do not exist. */
const DIFFERENT_BYTES = 16

/** Printed in .env.example, or typed by hand: zeros, a digit again and again. */
function isGuessable(written: string): boolean {
  const key = readKey(written)
  if (key === undefined) return false
  return key.equals(Buffer.from(DEMO_SECRET_KEY, 'base64')) || new Set(key).size < DIFFERENT_BYTES
}

const isSameKey = (one = '', other = ''): boolean => {
  const key = readKey(other)
  return key !== undefined && readKey(one)?.equals(key) === true
}

/** The largest networks of one's own are 10.0.0.0/8 and fc00::/7; ::ffff:0.0.0.0/96 is every IPv4 address. */
function findTrustInEverybody(given: Given): string[] {
  const isTooLarge = (proxy: string) => {
    const [address = '', bits] = proxy.trim().split('/')
    const least = isIP(address) === 4 ? 8 : isMapped(address) ? 96 + 8 : 7
    return bits !== undefined && Number(bits) < least
  }
  return (given['FLEXPOWER_TRUSTED_PROXIES'] ?? '').split(',').some(isTooLarge)
    ? [
        'FLEXPOWER_TRUSTED_PROXIES must name your proxies in production, such as 127.0.0.1: with a network that large, visitors choose the address that they seem to have, and no limit on guessing passwords holds.',
      ]
    : []
}

const OTHER_SIDES = [
  'UTILITY_URL',
  'AIRTIME_URL',
  'AIRTIME_AUTH_URL',
  'SMS_URL',
  'BACKUP_S3_ENDPOINT',
  'TRACES_URL',
].map((name) => `FLEXPOWER_${name}`)

/** Passwords of ours, tokens of customers and what is sold go there. */
const findOpenWays = (given: Given): string[] =>
  OTHER_SIDES.filter((name) => {
    const url = URL.parse(given[name] ?? '')
    return url?.protocol === 'http:' && !isPrivate(url)
  }).map(
    (name) =>
      `${name} must be an https address in production: over http, what is sent can be read on the way. Only a machine of your own network may go without.`,
  )

const DATABASES = ['DATABASE_URL', 'FLEXPOWER_DATABASE_DIRECT_URL', 'FLEXPOWER_REPLICA_URL']

function findOpenDatabases(given: Given): string[] {
  const problems: string[] = []
  for (const name of DATABASES) {
    const { data: written } = databaseUrl.safeParse(given[name])
    if (written === undefined) continue
    const places = readPlaces(written).map(({ host, url }) => ({ host, url: new URL(url) }))
    const open = places
      // As node-postgres reads it, which takes the last of several. It takes every other mode for less, or will.
      .filter(({ url }) => url.searchParams.getAll('sslmode').at(-1) !== 'verify-full')
      // If both name hosts, the query's is asked which of the others takes writes, and connections lead to those.
      .flatMap(({ host, url }) => [host, ...url.searchParams.getAll('host')])
      .find((host) => !host.startsWith('/') && !isPrivate({ hostname: host }))
    if (open !== undefined)
      problems.push(
        `${name} must end with ?sslmode=verify-full in production: ${open} is a public address, and without TLS the password and all records can be read on the way. Only a machine of your own network may go without.`,
      )
    if (places.some(({ url }) => url.password === EXAMPLE_DATABASE_PASSWORD))
      problems.push(
        `${name} has the password of .env.example, and everybody knows it: give the role another (openssl rand -hex 16).`,
      )
  }
  return problems
}

/** For staging, the simulator is on a machine of one's own. */
function findDemoAccount(given: Given): string[] {
  const url = URL.parse(given['FLEXPOWER_UTILITY_URL'] ?? '')
  if (url === null || isPrivate(url)) return []
  return Object.entries(DEMO_ACCOUNT)
    .filter(([name, value]) => given[name] === value)
    .map(
      ([name]) => `${name} is the one of the simulator, and everybody knows it: set it to the utility’s own.`,
    )
}

const DEMO_ACCOUNT = {
  FLEXPOWER_UTILITY_PASSWORD: 'demo-vendor-password',
  FLEXPOWER_UTILITY_CLIENT: 'demo-client:demo-client-secret',
}

function isThisMachine({ hostname }: { hostname: string }): boolean {
  const host = readHost(hostname)
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
