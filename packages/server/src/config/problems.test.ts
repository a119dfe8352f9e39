// What production refuses, and what a server needs that is started by itself.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { STOP_WITHIN_MS } from '../processes.ts'
import { parseConfig } from './config.ts'
import type { Surroundings } from './problems.ts'
import { DRAIN_MOST_SECONDS } from './variables.ts'

const ours = Buffer.from('a key of thirty-two bytes, ours!')
const oursForBackups = Buffer.from('another one, for backups: 32 too')

const production = {
  FLEXPOWER_MODE: 'production',
  FLEXPOWER_PUBLIC_URL: 'https://flexpower.gm',
  FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1',
  FLEXPOWER_UTILITY_URL: 'https://x.gm',
  FLEXPOWER_UTILITY_VENDOR: '1',
  FLEXPOWER_UTILITY_USER: 'u',
  FLEXPOWER_UTILITY_PASSWORD: 'p',
  FLEXPOWER_UTILITY_CLIENT: 'id:secret',
  FLEXPOWER_CLIENT_ACCESS_TOKEN: 'our-own-label',
  FLEXPOWER_SECRET_KEY: ours.toString('hex'),
  FLEXPOWER_BACKUP_KEY: oursForBackups.toString('hex'),
  FLEXPOWER_SMTP_URL: 'smtps://mail.example.gm',
}

/** One sentence each. */
function findProblems(env: Record<string, string>, surroundings?: Surroundings): string[] {
  try {
    parseConfig(env, surroundings)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

test('of production is refused with the secrets of the demo', () => {
  expect(parseConfig(production)).toMatchObject({
    mode: 'production',
    secretKey: ours,
    backups: { key: oursForBackups },
    airtime: null,
    mail: { url: 'smtps://mail.example.gm', from: 'FlexPower <support@flexpower.gm>' },
  })
  const inBase64 = { ...production, FLEXPOWER_SECRET_KEY: ours.toString('base64') }
  expect(parseConfig(inBase64).secretKey).toEqual(ours)
  expect(findProblems({ ...production, FLEXPOWER_CLIENT_ACCESS_TOKEN: 'flexpower-web-demo' })).toEqual([
    'FLEXPOWER_CLIENT_ACCESS_TOKEN must be set to a value of your own in production.',
  ])
  for (const encoding of ['hex', 'base64'] as const)
    expect(
      findProblems({ ...production, FLEXPOWER_SECRET_KEY: parseConfig({}).secretKey.toString(encoding) }),
    ).toEqual([expect.stringContaining('FLEXPOWER_SECRET_KEY must be set to 32 random bytes of your own')])
})

test('of production is refused with all that is unsafe at once', () => {
  const named = findProblems({
    ...production,
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://flexpower:secret@db.example.gm/flexpower',
    FLEXPOWER_PUBLIC_URL: 'http://localhost',
    FLEXPOWER_SECRET_KEY: production.FLEXPOWER_BACKUP_KEY,
    FLEXPOWER_TRUSTED_PROXIES: '::ffff:0.0.0.0/96',
    FLEXPOWER_BACKUP_S3_ENDPOINT: 'http://s3.example.gm',
    FLEXPOWER_TRACES_URL: 'http://traces.example.gm',
    FLEXPOWER_METRICS_HOST: '0',
  }).map((problem) => /^[A-Z_\d]+/.exec(problem)?.[0])
  expect(named).toEqual([
    'HOST',
    'FLEXPOWER_SECRET_KEY',
    'FLEXPOWER_TRUSTED_PROXIES',
    'FLEXPOWER_BACKUP_S3_ENDPOINT',
    'FLEXPOWER_TRACES_URL',
    'DATABASE_URL',
    'DATABASE_URL',
    'FLEXPOWER_METRICS_HOST',
  ])
})

test('of production is refused with all that is missing at once, also beside a malformed value', () => {
  const named = findProblems({ FLEXPOWER_MODE: 'production', PORT: 'x' }, { isAlone: true }).map(
    (problem) => /FLEXPOWER_[A-Z_]+|DATABASE_URL|PORT/.exec(problem)?.[0],
  )
  expect(named).toEqual([
    'PORT',
    'DATABASE_URL',
    'FLEXPOWER_UTILITY_URL',
    'FLEXPOWER_PUBLIC_URL',
    'FLEXPOWER_CLIENT_ACCESS_TOKEN',
    'FLEXPOWER_SECRET_KEY',
    'FLEXPOWER_BACKUP_KEY',
    'FLEXPOWER_SMTP_URL',
  ])
})

test.each([
  ['http://vend.example.gm', false],
  ['http://192.168.1.4', false],
  ['http://127.0.0.1.example.gm', false],
  ['http://127.0.0.1:3000', true],
  ['http://localhost', true],
  ['http://[::1]:3000', true],
  ['https://vend.example.gm', true],
])('of production is refused with a public http address: %s', (url, isAccepted) => {
  const problems = findProblems({ ...production, FLEXPOWER_PUBLIC_URL: url })
  if (isAccepted) expect(problems).toEqual([])
  else
    expect(problems).toEqual([
      expect.stringContaining('FLEXPOWER_PUBLIC_URL must be an https address in production'),
    ])
})

test.each([
  ['http://127.0.0.1:3000', '0.0.0.0', false],
  ['http://localhost:3000', '::', false],
  ['http://localhost:3000', '0', false],
  ['http://127.0.0.1:3000', '10.0.0.4', false],
  ['http://127.0.0.1:3000', '127.0.0.1', true],
  ['http://localhost:3000', 'localhost', true],
  ['http://[::1]:3000', '::1', true],
  ['https://vend.example.gm', '0.0.0.0', true],
])('of production is refused with %s if others reach it too: on %s', (url, host, isAccepted) => {
  expect(findProblems({ ...production, FLEXPOWER_PUBLIC_URL: url, HOST: host })).toEqual(
    isAccepted ? [] : [expect.stringContaining('HOST must be an address of this machine alone')],
  )
})

test.each([
  ['printed in .env.example', parseConfig({}).secretKey],
  ['nothing but zeros', Buffer.alloc(32)],
  ['one byte again and again', Buffer.alloc(32, 0x11)],
  ['a few bytes again and again', Buffer.alloc(32, Buffer.from('0123456789abcdef', 'hex'))],
])('of production is refused with a key that everybody can guess: %s', (_, key) => {
  for (const name of ['FLEXPOWER_SECRET_KEY', 'FLEXPOWER_BACKUP_KEY'])
    for (const encoding of ['hex', 'base64'] as const)
      expect(findProblems({ ...production, [name]: key.toString(encoding) })).toEqual([
        expect.stringContaining(`${name} must be set to 32 random bytes of your own`),
      ])
})

test('of production is refused with one key for two purposes, in whatever way it is written', () => {
  const one = { ...production, FLEXPOWER_BACKUP_KEY: ours.toString('base64') }
  expect(findProblems(one)).toEqual([
    expect.stringContaining('FLEXPOWER_SECRET_KEY and FLEXPOWER_BACKUP_KEY are the same'),
  ])
  // While one of them is being replaced.
  const replaced = oursForBackups.toString('hex')
  expect(findProblems({ ...production, FLEXPOWER_SECRET_KEY_BEFORE: replaced })).toEqual([])
})

const DATABASES = ['DATABASE_URL', 'FLEXPOWER_DATABASE_DIRECT_URL', 'FLEXPOWER_REPLICA_URL']
const database = { ...production, DATABASE_URL: 'postgres://flexpower:p@127.0.0.1:5432/flexpower' }

test.each([
  ['postgres://u:p@db.example.gm:5432/flexpower', false],
  ['postgres://u:p@8.8.8.8/flexpower', false],
  ['postgres://u:p@134744072/flexpower', false],
  ['postgres://u:p@127.0.0.1/flexpower?host=db.example.gm', false],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=disable', false],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=prefer', false],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=no-verify', false],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=require', false],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=verify-full', true],
  ['postgres://u:p@db.example.gm/flexpower?sslmode=verify-full&sslmode=disable', false],
  ['postgres://u:p@10.0.0.7/flexpower?host=10.0.0.8&host=db.example.gm', false],
  ['postgres://u:p@db.example.gm/flexpower?host=', false],
  ['postgres://u:p@db.example.gm/flexpower?host=10.0.0.7', false],
  ['postgres://u:p@db%2Eexample%2Egm/flexpower', false],
  ['postgres://u:p@10.0.0.7/flexpower', true],
  ['postgres://u:p@10.0.0.7/flexpower?host=', true],
  ['postgres://u:p@[fd00::7]:5432/flexpower', true],
  ['postgres://u:p@postgres:5432/flexpower', true],
  ['postgres:///flexpower?host=/var/run/postgresql', true],
  ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/flexpower', true],
])(
  'of production is refused if the records go through a public network in the clear: %s',
  (url, isAccepted) => {
    for (const name of DATABASES)
      expect(findProblems({ ...database, [name]: url })).toEqual(
        isAccepted ? [] : [expect.stringContaining(`${name} must end with ?sslmode=verify-full`)],
      )
  },
)

test('one public address among several of the database is enough to be refused', () => {
  const url = 'postgres://u:p@10.0.0.7:5432,db.example.gm:5432/flexpower'
  expect(findProblems({ ...database, DATABASE_URL: url })).toEqual([
    expect.stringContaining('DATABASE_URL must end with ?sslmode=verify-full in production: db.example.gm'),
  ])
  const both = 'postgres://u:p@8.8.8.8,8.8.4.4/flexpower?host=10.0.0.7'
  expect(findProblems({ ...database, DATABASE_URL: both })).toEqual([
    expect.stringContaining('DATABASE_URL must end with ?sslmode=verify-full in production: 8.8.8.8'),
  ])
})

test('of production is refused with the password of the database of .env.example', async () => {
  const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const [, url = ''] = /^#DATABASE_URL=(.*)$/m.exec(example) ?? []
  const { password } = new URL(url)
  for (const name of DATABASES)
    expect(findProblems({ ...database, [name]: `postgres://me:${password}@127.0.0.1/books` })).toEqual([
      expect.stringContaining(`${name} has the password of .env.example`),
    ])
})

test.each([
  ['0.0.0.0/0', false],
  ['127.0.0.1, ::/0', false],
  ['0.0.0.0/1,128.0.0.0/1', false],
  ['::ffff:0.0.0.0/96', false],
  ['0:0:0:0:0:FFFF:0:0/97', false],
  ['::ffff:10.0.0.0/104,::ffff:10.0.0.7', true],
  ['10.0.0.0/8,fc00::/7,172.30.77.0/24', true],
])('of production is refused if it trusts everybody as a proxy: %s', (proxies, isAccepted) => {
  expect(findProblems({ ...production, FLEXPOWER_TRUSTED_PROXIES: proxies })).toEqual(
    isAccepted ? [] : [expect.stringContaining('FLEXPOWER_TRUSTED_PROXIES must name your proxies')],
  )
})

test.each([
  ['http://vending.example.gm', false],
  ['http://8.8.8.8:4100', false],
  ['http://[2001:db8::1]:4100', false],
  ['http://127.0.0.1:4100', true],
  ['http://10.0.0.7', true],
  ['http://[::1]:4100', true],
  ['http://simulator:4100', true],
  ['https://vending.example.gm', true],
])(
  'of production is refused if what is sent goes through a public network in the clear: %s',
  (url, isAccepted) => {
    for (const name of [
      'FLEXPOWER_UTILITY_URL',
      'FLEXPOWER_AIRTIME_URL',
      'FLEXPOWER_AIRTIME_AUTH_URL',
      'FLEXPOWER_SMS_URL',
      'FLEXPOWER_BACKUP_S3_ENDPOINT',
      'FLEXPOWER_TRACES_URL',
    ])
      expect(findProblems({ ...production, [name]: url })).toEqual(
        isAccepted ? [] : [expect.stringContaining(`${name} must be an https address in production`)],
      )
  },
)

test('of production is refused with the simulator’s account, except at a simulator of one’s own', () => {
  const demo = {
    ...production,
    FLEXPOWER_UTILITY_PASSWORD: 'demo-vendor-password',
    FLEXPOWER_UTILITY_CLIENT: 'demo-client:demo-client-secret',
  }
  expect(findProblems(demo)).toEqual([
    expect.stringContaining('FLEXPOWER_UTILITY_PASSWORD is the one of the simulator'),
    expect.stringContaining('FLEXPOWER_UTILITY_CLIENT is the one of the simulator'),
  ])
  expect(findProblems({ ...demo, FLEXPOWER_UTILITY_URL: 'http://127.0.0.1:4100' })).toEqual([])
})

test('of production says expressly that there is no mail server', () => {
  expect(parseConfig({ ...production, FLEXPOWER_SMTP_URL: 'off' }).mail).toBe(null)
  expect(findProblems({ ...production, FLEXPOWER_SMTP_URL: '' })).toEqual([
    expect.stringContaining('FLEXPOWER_SMTP_URL must be set in production, or be off'),
  ])
})

test('a server that nobody brings a database or a simulator needs both, also as a demo', () => {
  expect(findProblems(production, { isAlone: true })).toEqual([
    expect.stringContaining('DATABASE_URL must be set'),
  ])
  expect(findProblems({}, { isAlone: true })).toEqual([
    expect.stringContaining('DATABASE_URL must be set'),
    expect.stringContaining('The utility cannot be reached without FLEXPOWER_UTILITY_URL'),
  ])
})

test.each([
  ['0.0.0.0', false],
  ['::', false],
  ['8.8.8.8', false],
  ['0', false],
  ['0x08080808', false],
  ['::ffff:0.0.0.0', false],
  ['127.0.0.1', true],
  ['127.1', true],
  ['10.0.0.4', true],
  ['flexpower', true],
])('of production is refused if everybody can read the metrics: %s', (host, isAccepted) => {
  expect(findProblems({ ...production, FLEXPOWER_METRICS_HOST: host })).toEqual(
    isAccepted ? [] : [expect.stringContaining('FLEXPOWER_METRICS_HOST must be an address of this machine')],
  )
})

test('of production is refused with the secret for SMS reports of .env.example', async () => {
  const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const [, secret = ''] = /^#FLEXPOWER_SMS_REPORT_SECRET=(.*)$/m.exec(example) ?? []
  expect(findProblems({ ...production, FLEXPOWER_SMS_REPORT_SECRET: secret })).toEqual([
    expect.stringContaining('FLEXPOWER_SMS_REPORT_SECRET is the one of .env.example'),
  ])
})

test('a server says that it stops no longer than systemd and compose wait for its end', async () => {
  expect(findProblems({ FLEXPOWER_DRAIN_SECONDS: String(DRAIN_MOST_SECONDS) })).toEqual([])
  expect(findProblems({ FLEXPOWER_DRAIN_SECONDS: String(DRAIN_MOST_SECONDS + 1) })).toEqual([
    'FLEXPOWER_DRAIN_SECONDS must be at most 15: a server that takes longer to stop is killed (it is "16").',
  ])
  for (const [file, pattern] of [
    ['deploy/systemd/flexpower@.service', /^TimeoutStopSec=(\d+)$/m],
    ['deploy/compose.yaml', /^ {2}stop_grace_period: (\d+)s$/m],
  ] as const) {
    const text = await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    const [, seconds] = pattern.exec(text) ?? []
    expect(DRAIN_MOST_SECONDS * 1000 + STOP_WITHIN_MS, file).toBeLessThan(Number(seconds) * 1000)
  }
})
