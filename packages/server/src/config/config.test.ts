import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

/** Paths are put after these addresses, or only their origin is used. */
const BASES = ['PUBLIC_URL', 'UTILITY_URL', 'AIRTIME_URL', 'AIRTIME_AUTH_URL', 'BACKUP_S3_ENDPOINT'].map(
  (name) => `FLEXPOWER_${name}`,
)
const AS_THEY_ARE = ['FLEXPOWER_SMS_URL', 'FLEXPOWER_TRACES_URL']

describe('the environment', () => {
  test('needs nothing for a demo', () => {
    const config = parseConfig({ PATH: '/usr/bin', HOME: '/root' })
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      utility: null,
      airtime: null,
    })
    expect(config.site).toMatchObject({ productName: 'FlexPower', utilityName: 'NAWEC', demo: true })
  })

  test.each([
    [
      { FLEXPOWER_MOD: 'demo' },
      'FLEXPOWER_MOD is not a variable FlexPower knows; .env.example lists them all.',
    ],
    [{ PORT: '80a' }, 'PORT must be a port number (it is "80a").'],
    [
      { FLEXPOWER_PROCESSES: '0' },
      'FLEXPOWER_PROCESSES must be a number from 1 to 64, or cores (it is "0").',
    ],
    [
      { FLEXPOWER_METRICS_PORT: '3000' },
      'FLEXPOWER_METRICS_PORT must be another port than PORT: the metrics are not for the public.',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: 'sftp://example.gm/backups' },
      'FLEXPOWER_BACKUP_TARGET must be s3://bucket/prefix or file:///folder (it is "sftp://example.gm/backups").',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: 'file://backups' },
      'FLEXPOWER_BACKUP_TARGET must be s3://bucket/prefix or file:///folder (it is "file://backups").',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: 'file:///mnt%2Fbackups' },
      'FLEXPOWER_BACKUP_TARGET must be s3://bucket/prefix or file:///folder',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: 's3://b/x' },
      'FLEXPOWER_BACKUP_TARGET must be s3://bucket/prefix: the bucket has 3 to 63 small letters',
    ],
    [
      {
        FLEXPOWER_DATA_DIR: '/var/lib/flexpower',
        FLEXPOWER_BACKUP_TARGET: 'file:///var/lib/flexpower/backups',
      },
      'FLEXPOWER_BACKUP_TARGET must be outside of FLEXPOWER_DATA_DIR: what is lost with it is no copy.',
    ],
    [
      { FLEXPOWER_DATA_DIR: '/data/', FLEXPOWER_BACKUP_TARGET: 'file:///data/../data' },
      'FLEXPOWER_BACKUP_TARGET must be outside of FLEXPOWER_DATA_DIR',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: String(pathToFileURL(resolve('data/copies'))) },
      'FLEXPOWER_BACKUP_TARGET must be outside of FLEXPOWER_DATA_DIR',
    ],
    [
      { FLEXPOWER_TRUSTED_PROXIES: '10.0.0.0/33' },
      'FLEXPOWER_TRUSTED_PROXIES must be IP addresses or networks',
    ],
    [
      { FLEXPOWER_BACKUP_TARGET: 's3://vend-backups' },
      'Backups cannot be copied to a bucket without FLEXPOWER_BACKUP_S3_KEY_ID and FLEXPOWER_BACKUP_S3_SECRET: set them.',
    ],
    [{ PORT: '70000' }, 'PORT must be at most 65535 (it is "70000").'],
    [{ FLEXPOWER_MODE: 'prod' }, 'FLEXPOWER_MODE must be demo or production (it is "prod").'],
    [
      { FLEXPOWER_TRUSTED_PROXIES: 'banana' },
      'FLEXPOWER_TRUSTED_PROXIES must be IP addresses or networks with commas between them (it is "banana").',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address.'],
    [
      { DATABASE_URL: 'postgres://u:p@one,two/db?target_session_attrs=any' },
      'DATABASE_URL must have read-write or primary as target_session_attrs, if it has any.',
    ],
    [
      { FLEXPOWER_DATABASE_DIRECT_URL: 'postgres://u:p@one/db' },
      'FLEXPOWER_DATABASE_DIRECT_URL leads around the pooler in DATABASE_URL, which is not set',
    ],
    [
      { FLEXPOWER_PUBLIC_URL: 'https://vend.example.gm' },
      'FLEXPOWER_PUBLIC_URL is an https address, so there is a proxy in front: set FLEXPOWER_TRUSTED_PROXIES',
    ],
    [{ FLEXPOWER_PUBLIC_URL: 'HTTPS://vend.example.gm' }, 'FLEXPOWER_PUBLIC_URL is an https address'],
    [{ FLEXPOWER_UTILITY_ABSENCE_SECONDS: '0' }, 'FLEXPOWER_UTILITY_ABSENCE_SECONDS must be at least 1'],
    [
      { FLEXPOWER_SUPPORT_PHONES: '1' },
      'FLEXPOWER_SUPPORT_PHONES must be two phone numbers with a comma between them (it is "1").',
    ],
    [
      { FLEXPOWER_OFFICES: 'Banjul: Albert Market; Bakau' },
      'FLEXPOWER_OFFICES must be offices as "town: place" with semicolons between them (it is "Banjul: Albert Market; Bakau").',
    ],
    [{ FLEXPOWER_OFFICES: ': Albert Market' }, 'FLEXPOWER_OFFICES must be offices'],
    [{ FLEXPOWER_OFFICES: 'Banjul: ; Bakau: Sait Matty Road' }, 'FLEXPOWER_OFFICES must be offices'],
    [
      { FLEXPOWER_OPENING_HOURS: 'all day' },
      'FLEXPOWER_OPENING_HOURS must be days and times such as Mo-Su 00:00-23:59, with commas between them (it is "all day").',
    ],
    [{ FLEXPOWER_TILL_REQUIRED: 'yes' }, 'FLEXPOWER_TILL_REQUIRED must be on or off (it is "yes").'],
    [
      { FLEXPOWER_TILL_DENOMINATIONS: '200, 0; 5' },
      'FLEXPOWER_TILL_DENOMINATIONS must be notes; coins in dalasi, such as 200, 100, 50; 10, 5, 0.50 (it is "200, 0; 5").',
    ],
    [{ FLEXPOWER_TILL_DENOMINATIONS: '200, 200; 5' }, 'FLEXPOWER_TILL_DENOMINATIONS must be notes'],
    [{ FLEXPOWER_TILL_DENOMINATIONS: '200; 5; 1' }, 'FLEXPOWER_TILL_DENOMINATIONS must be notes'],
    [{ FLEXPOWER_OPENING_HOURS: 'Mo-Fr 8:00-20:00' }, 'FLEXPOWER_OPENING_HOURS must be days and times'],
    [{ FLEXPOWER_OPENING_HOURS: 'Mo-Fr 08:00-24:30' }, 'FLEXPOWER_OPENING_HOURS must be days and times'],
    [
      { FLEXPOWER_SECRET_KEY: 'dG9vIHNob3J0' },
      'FLEXPOWER_SECRET_KEY must be 32 random bytes, as 64 hexadecimal digits or in base64.',
    ],
  ])('that is wrong refuses the start with a sentence: %j', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(sentence)
  })

  test.each([
    ['https://me:canary@x.example.gm', 'must have no user or password before an @'],
    ['https://canary@x.example.gm', 'must have no user or password before an @'],
    ['https://:canary@x.example.gm', 'must have no user or password before an @'],
    ['https://x.example.gm/#canary', 'must have no fragment after a #'],
  ])('has no address that fetch refuses or shortens, and does not repeat its secrets: %s', (url, why) => {
    for (const name of [...BASES, ...AS_THEY_ARE])
      expect(() => parseConfig({ [name]: url, FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1' })).toThrow(
        expect.objectContaining({
          message: expect.toSatisfy(
            (said: string) => said.startsWith(`${name} ${why}`) && !said.includes('canary'),
          ),
        }),
      )
  })

  test('has a query only in an address that nothing is put after', () => {
    const url = 'https://x.example.gm/send?key=canary'
    for (const name of BASES)
      expect(() => parseConfig({ [name]: url, FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1' })).toThrow(
        `${name} must have no query after a ?: paths are put after the address (it is "https://x.example.gm/send?hidden").`,
      )
    const sms = { FLEXPOWER_SMS_USER: 'u', FLEXPOWER_SMS_KEY: 'k' }
    const config = parseConfig({ ...sms, ...Object.fromEntries(AS_THEY_ARE.map((name) => [name, url])) })
    expect([config.sms?.url, config.watching.tracesUrl]).toEqual([url, url])
  })

  test('may have backups copied beside the data folder', () => {
    const beside = { FLEXPOWER_DATA_DIR: '/data', FLEXPOWER_BACKUP_TARGET: 'file:///data-copies' }
    expect(parseConfig(beside).backups.target).toMatchObject({ folder: '/data-copies' })
  })

  test('may list several places for the database', () => {
    const url = 'postgres://u:p@one:5432,two:5433/db?target_session_attrs=read-write'
    expect(parseConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('may put a pooler before the database, and has the database itself for what needs a session', () => {
    const pooler = 'postgres://u:p@pooler:6432/db'
    const direct = 'postgres://u:p@one:5432/db'
    expect(parseConfig({ DATABASE_URL: direct })).toMatchObject({ databaseUrl: direct, poolerUrl: null })
    const both = { DATABASE_URL: pooler, FLEXPOWER_DATABASE_DIRECT_URL: direct }
    expect(parseConfig(both)).toMatchObject({ databaseUrl: direct, poolerUrl: pooler })
  })

  test('may have a replica for reading, at one address', () => {
    expect(parseConfig({}).replica).toBeNull()
    const url = 'postgres://u:p,w@one:5432/db'
    expect(parseConfig({ FLEXPOWER_REPLICA_URL: url }).replica).toEqual({ url, lagMostMs: 5_000 })
    expect(() => parseConfig({ FLEXPOWER_REPLICA_URL: 'postgres://u:p@one,two/db' })).toThrow(
      'FLEXPOWER_REPLICA_URL must be one address, because one of several may be behind another.',
    )
  })

  test('of the tests is none of the server’s', () => {
    expect(parseConfig({ FLEXPOWER_TEST_POOLER: '1' })).toEqual(parseConfig({}))
  })

  test('R-06 says where the offices are and when they are open; in the demo there are eight, open all day', () => {
    const { site } = parseConfig({})
    expect(site.offices).toHaveLength(8)
    expect(site.offices[4]).toEqual({ town: 'Brikama', place: 'Car park, Brikama Ba' })
    expect(site.openingHours).toEqual({ entries: ['Mo-Su 00:00-23:59'], words: 'all day, every day' })
    const offices = (written: string) => parseConfig({ FLEXPOWER_OFFICES: written }).site.offices
    expect(offices(' Janjanbureh :Owens Street;Kuntaur: Wharf: the old one ')).toEqual([
      { town: 'Janjanbureh', place: 'Owens Street' },
      { town: 'Kuntaur', place: 'Wharf: the old one' },
    ])
  })

  test.each([
    ['Mo-Su 08:00-20:00', '08:00 to 20:00, every day'],
    ['Mo-Sa 00:00-23:59', 'all day, Monday to Saturday'],
    ['Mo-Fr 08:00-20:00, Sa 09:00-13:00', '08:00 to 20:00, Monday to Friday; 09:00 to 13:00, Saturday'],
  ])('shows the opening hours %s as text: %s', (written, words) => {
    const { openingHours } = parseConfig({ FLEXPOWER_OPENING_HOURS: written }).site
    expect(openingHours).toEqual({ entries: written.split(', '), words })
  })

  test('with a secret is refused without repeating it', () => {
    for (const env of [
      { DATABASE_URL: 'mysql://u:s3cret@h/db' },
      { DATABASE_URL: 'postgres://h/db', FLEXPOWER_DATABASE_DIRECT_URL: 'mysql://u:s3cret@h/db' },
      { FLEXPOWER_UTILITY_CLIENT: 's3cret' },
      { FLEXPOWER_AIRTIME_CLIENT_SECRET: 's3cret' },
      { FLEXPOWER_CLIENT_ACCESS_TOKEN: 's3cret!' },
      { FLEXPOWER_SECRET_KEY: 's3cret' },
    ])
      expect(() => parseConfig(env)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
      )
  })

  test('reports everything that is wrong at once', () => {
    expect(() => parseConfig({ PORT: 'x', FLEXPOWER_X: 'y' })).toThrow(/FLEXPOWER_X[^]*PORT/)
  })

  test('with incomplete access to the utility is refused, naming what is missing', () => {
    expect(() => parseConfig({ FLEXPOWER_UTILITY_URL: 'https://x.gm' })).toThrow(
      /FLEXPOWER_UTILITY_VENDOR, FLEXPOWER_UTILITY_USER/,
    )
  })

  test('with an incomplete airtime account is refused; with a complete one the rest has defaults', () => {
    const client = { FLEXPOWER_AIRTIME_CLIENT_ID: 'id', FLEXPOWER_AIRTIME_CLIENT_SECRET: 'secret' }
    for (const half of ['FLEXPOWER_AIRTIME_CLIENT_ID', 'FLEXPOWER_AIRTIME_CLIENT_SECRET'] as const)
      expect(() => parseConfig({ [half]: client[half] })).toThrow(
        'Airtime needs both FLEXPOWER_AIRTIME_CLIENT_ID and FLEXPOWER_AIRTIME_CLIENT_SECRET, or neither.',
      )
    expect(parseConfig(client).airtime).toEqual({
      url: 'https://topups.reloadly.com',
      authUrl: 'https://auth.reloadly.com',
      audience: 'https://topups.reloadly.com',
      clientId: 'id',
      clientSecret: 'secret',
    })
    const sandbox = { ...client, FLEXPOWER_AIRTIME_URL: 'https://topups-sandbox.reloadly.com' }
    expect(parseConfig(sandbox).airtime?.audience).toBe('https://topups-sandbox.reloadly.com')
    expect(parseConfig({ ...sandbox, FLEXPOWER_AIRTIME_AUDIENCE: 'a' }).airtime?.audience).toBe('a')
    expect(() => parseConfig({ ...client, FLEXPOWER_AIRTIME_URL: 'ftp://x' })).toThrow(
      'FLEXPOWER_AIRTIME_URL must be an http or https address (it is "ftp://x").',
    )
  })

  test('says when backups are made and how long they are kept', () => {
    expect(parseConfig({}).backups).toMatchObject({ key: null, atMinute: 150, keepDays: 30 })
    expect(
      parseConfig({ FLEXPOWER_BACKUP_AT: 'never', FLEXPOWER_BACKUP_KEEP_DAYS: '7' }).backups,
    ).toMatchObject({ atMinute: null, keepDays: 7 })
    expect(() => parseConfig({ FLEXPOWER_BACKUP_AT: '24:00' })).toThrow(/FLEXPOWER_BACKUP_AT must be a time/)
  })

  test('asks for a second Admin above GMD 500,000 unless another amount, or off, is set', () => {
    const limit = (written?: string) =>
      parseConfig({ FLEXPOWER_CREDIT_CONFIRM_ABOVE: written }).confirmCreditsAbove
    expect([limit(), limit(''), limit('1000'), limit('0'), limit('off')]).toEqual([
      50_000_000,
      50_000_000,
      100_000,
      0,
      null,
    ])
    expect(() => limit('never')).toThrow(
      'FLEXPOWER_CREDIT_CONFIRM_ABOVE must be an amount in whole dalasi, or off (it is "never").',
    )
  })

  test('is listed completely in .env.example', async () => {
    const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
    const files = ['variables.ts', 'till-rules.ts', 'watching.ts', 'backup-target.ts'].map(
      (name) => new URL(name, import.meta.url),
    )
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const declared = [...sources.join('\n').matchAll(/^ {2}([A-Z\d_]+): /gm)].map(([, name = '']) => name)
    expect(declared.length).toBeGreaterThan(15)
    expect([...example.matchAll(/^#? ?([A-Z\d_]+)=/gm)].map(([, name = '']) => name).toSorted()).toEqual(
      declared.toSorted(),
    )
  })
})
