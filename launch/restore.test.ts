import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startUtility } from '@flexpower/simulator'
import { afterAll, expect, inject, test } from 'vitest'
import { auditRestored, restoreBackup } from '../packages/server/src/backups/restore.ts'
import { openSnapshot } from '../packages/server/src/backups/snapshot.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { type Db, openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { seedDemo } from '../packages/server/src/demo/seed.ts'
import { serve } from '../packages/server/src/serve.ts'
import { seal } from '../packages/server/src/secrets/sealing.ts'
import { createDatabase, databaseUrl, TEMPLATE } from '../packages/server/src/testing/setup.ts'
import { figure, sized } from '../packages/server/src/testing/size.ts'
import { alter } from '../packages/server/src/testing/tamper.ts'
import { keep, sealPasswords } from '../packages/server/src/secrets/vendor-password.ts'
import { nodeEnvironment } from './node-flags.ts'

const program = join(import.meta.dirname, 'restore.ts')
const folder = await mkdtemp(join(tmpdir(), 'flexpower-restore-'))
const key = randomBytes(32)
const at = new Date('2026-11-14T14:20:00Z')
afterAll(() => rm(folder, { recursive: true }))

async function newDatabase(template?: string): Promise<string> {
  const name = `restore_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgresUrl'), name, template)
  return databaseUrl(inject('postgresUrl'), name)
}

const source = await newDatabase(TEMPLATE)
const backup = await writeBackup('good.backup')

/** Of the demo's books. */
async function writeBackup(name: string): Promise<string> {
  const { db, close } = openDb({ url: source, onConnectionLost: () => {} })
  const clock = { now: () => at }
  const utility = await startUtility({ dataDir: join(folder, 'utility'), clock })
  await seedDemo(db, clock, { utility: utility.access, airtime: null, airtimeDiscount: 400 })
  await utility.close()
  await close()
  const snapshot = await openSnapshot(source, at, new AbortController().signal)
  await snapshot.write(join(folder, name), key, () => {})
  await snapshot.close()
  return join(folder, name)
}

async function altered(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  await writeFile(join(folder, name), change(await readFile(backup)))
  return join(folder, name)
}

interface Ended {
  code: number
  said: string
}

const restore = (file: string, url: string, with_: Buffer = key, more: object = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = {
      PATH: '',
      ...nodeEnvironment,
      DATABASE_URL: url,
      FLEXPOWER_BACKUP_KEY: with_.toString('hex'),
      ...more,
    }
    execFile(process.execPath, [program, file], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
    )
  })

async function inside<Result>(url: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openDb({ url, onConnectionLost: () => {} })
  try {
    return await look(db)
  } finally {
    await close()
  }
}

const count = (url: string, table: 'users' | 'sale'): Promise<number> =>
  inside(url, async (db) => (await db.selectFrom(table).select('id').execute()).length)

test('F12 a backup becomes a database again, and its books are right', async () => {
  const url = await newDatabase()
  expect(await restore(backup, url)).toEqual({
    code: 0,
    said: expect.stringMatching(
      /rows of 2026-11-14T14:20:00.000Z restored in \d+ s\.\nThe books are right\./,
    ),
  })
  expect(await count(url, 'sale')).toBe(await count(source, 'sale'))
  const lastAct = inside(url, (db) =>
    db.selectFrom('act').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
  )
  expect(await lastAct).toMatchObject({
    deed: 'restored the books from a backup',
    title: 'good.backup',
    after: { made_at: at.toISOString() },
  })
  // Once: by now it is not empty.
  expect(await restore(backup, url)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^The database is not empty \(there are rows in .*\): restore into an empty one.*$/,
    ),
  })
})

test('F12 damage is reported in one sentence, and nothing is restored', async () => {
  const url = await newDatabase(TEMPLATE)
  const middle = Math.floor((await readFile(backup)).length / 2)
  const cases: [file: string, sentence: RegExp][] = [
    [
      await altered('flipped.backup', (bytes) => flip(bytes, middle)),
      /^This backup is damaged or was cut off/,
    ],
    [await altered('end.backup', (bytes) => flip(bytes, bytes.length - 1)), /^This backup is damaged/],
    [await altered('salt.backup', (bytes) => flip(bytes, 40)), /^This backup is damaged/],
    [
      await altered('cut.backup', (bytes) => bytes.subarray(0, middle)),
      /^This backup is damaged or was cut off/,
    ],
    [await altered('empty.backup', () => Buffer.alloc(0)), /^This file is not a FlexPower backup/],
    [join(folder, 'none.backup'), /none\.backup/],
  ]
  for (const [file, sentence] of cases)
    await expect(restoreBackup({ url, file, key }), file).rejects.toThrow(sentence)
  for (const [file, sentence] of [cases[0]!, cases.at(-1)!]) {
    const { code, said } = await restore(file, url)
    expect(said, file).toMatch(sentence)
    expect(said, file).not.toContain('\n')
    expect(code).toBe(1)
  }
  expect(await restore(backup, url, randomBytes(32))).toEqual({
    code: 1,
    said: expect.stringMatching(/^This backup was sealed with another key [^\n]*$/),
  })
  expect(await count(url, 'users')).toBe(0)
  // And it is still empty: the good one can be restored.
  expect((await restore(backup, url)).code).toBe(0)
})

test('F12 any changed byte, any missing end and any wrong key is noticed before a row is written', async () => {
  const rounds = sized(2, 30)
  const url = await newDatabase(TEMPLATE)
  const { length } = await readFile(backup)
  const refused = async (file: string, opener = key) =>
    expect(await restoreBackup({ url, file, key: opener }).then(() => 'restored', String), file).toMatch(
      /^BackupDamaged: This (backup|file) /,
    )
  for (let round = 0; round < rounds; round += 1) {
    const [place, cut] = [randomInt(length), randomInt(length)]
    await refused(await altered(`byte ${place}`, (bytes) => flip(bytes, place)))
    await refused(await altered(`cut at ${cut}`, (bytes) => bytes.subarray(0, cut)))
    await refused(
      await altered(`more than ${round}`, (bytes) => Buffer.concat([bytes, randomBytes(1 + cut)])),
    )
    await refused(backup, randomBytes(32))
    expect(await count(url, 'users')).toBe(0)
    const whole = await newDatabase()
    const manifest = await restoreBackup({ url: whole, file: backup, key })
    expect(await auditRestored(whole, manifest)).toEqual([])
  }
  figure(`${rounds} restored with clean books, ${4 * rounds} damaged or with another key: 0 restored`)
})

function flip(bytes: Buffer, place: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0x10, place)
  return bytes
}

test('a backup of a newer program is refused', async () => {
  const { db, close } = openDb({ url: source, onConnectionLost: () => {} })
  await db
    .insertInto('migration' as 'users')
    .values({ number: 9999, name: 'future', checksum: 'x' } as never)
    .execute()
  const newer = await writeBackup('newer.backup')
  await db
    .deleteFrom('migration' as 'users')
    .where('number' as 'id', '=', 9999)
    .execute()
  await close()
  expect(await restore(newer, await newDatabase())).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^This backup is of schema \d+, and this program knows \d+: restore it with the newer program\.$/,
    ),
  })
})

test('a backup of an older program is restored and migrated', async () => {
  const older = await newDatabase()
  await migrate(older, 5)
  const snapshot = await openSnapshot(older, at, new AbortController().signal)
  await snapshot.write(join(folder, 'older.backup'), key, () => {})
  await snapshot.close()
  const url = await newDatabase()
  expect((await restore(join(folder, 'older.backup'), url)).code).toBe(0)
  expect(await migrate(url)).toBe(0)
})

const openAccess = (url: string) =>
  inside(url, async (db) => {
    const [sessions, links] = await Promise.all(
      (['session', 'password_link'] as const).map((table) =>
        db.selectFrom(table).select('id').where('ended_at', 'is', null).execute(),
      ),
    )
    return [sessions!.length, links!.length]
  })

/** A user is signed in, and a user has a link to a new password. */
async function leaveDoorsOpen(db: Db): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const open = {
    user_id: id,
    token_hash: randomBytes(32),
    created_at: at,
    expires_at: new Date('2036-01-01'),
  }
  await db
    .insertInto('session')
    .values({ ...open, remembered: true, address: '', agent: '', seen_at: at })
    .execute()
  await db.insertInto('password_link').values(open).execute()
}

/** Starts a server on it; returns its error if it refuses. */
const startOn = (url: string): Promise<string> => {
  const config = parseConfig({ DATABASE_URL: url, FLEXPOWER_LOG_LEVEL: 'silent', PORT: '0' })
  const utility = {
    url: 'http://127.0.0.1:9',
    profile: 'nawec' as const,
    vendorId: '',
    vendorUser: '',
    password: '',
    client: '',
  }
  return serve({ ...config, databaseUrl: url, utility }).then(
    async ({ close }) => {
      await close()
      return 'started'
    },
    (error: Error) => error.message,
  )
}

test('a restore signs nobody in, and no old link works', async () => {
  await inside(source, leaveDoorsOpen)
  const open = await writeBackup('open-doors.backup')
  expect(await openAccess(source)).toEqual([1, 1])
  const url = await newDatabase()
  expect((await restore(open, url)).code).toBe(0)
  expect(await openAccess(url)).toEqual([0, 0])
  expect(await startOn(url)).toBe('started')
})

test('no server starts on broken books, and nobody is signed in', async () => {
  await inside(source, (db) => alter(db, 'update sale_day set sales = sales + 1'))
  const broken = await writeBackup('broken.backup')
  await inside(source, (db) => alter(db, 'update sale_day set sales = sales - 1'))
  const url = await newDatabase()
  expect(await restore(broken, url)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /Broken: the sums of a day are the sums of its sales[^]*The books in this backup are not right: do not sell on them\./,
    ),
  })
  expect(await openAccess(url)).toEqual([0, 0])
  expect(await startOn(url)).toMatch(
    /^This database was restored from a backup whose books were not found right/,
  )
  // Nor on a restore that was interrupted before its audit.
  const half = await newDatabase()
  await restoreBackup({ url: half, file: backup, key })
  expect(await startOn(half)).toMatch(/or the restore was broken off: restore another backup/)
})

test('a secret key that does not fit is reported with the restore, which is still valid', async () => {
  const otherKey = randomBytes(32)
  const otherKeys = { secretKey: otherKey, secretKeyBefore: null }
  const purpose = 'flexpower second factor 1'
  await inside(source, async (db) => {
    const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('second_factor')
      .values({ user_id: id, sealed: seal('SECRET', otherKeys, purpose), begun_at: at, confirmed_at: at })
      .execute()
    await keep(db, { sealed: sealPasswords(['secret'], otherKeys), changed_at: at })
  })
  const sealed = await writeBackup('sealed.backup')
  const url = await newDatabase()
  expect(await restore(sealed, url)).toEqual({
    code: 0,
    said: expect.stringMatching(
      /The books are right\..*\nFLEXPOWER_SECRET_KEY does not open the two-step sign-in of 1 user and the stored vendor password: set the key that sealed them/,
    ),
  })
  const right = await newDatabase()
  const { said } = await restore(sealed, right, key, { FLEXPOWER_SECRET_KEY: otherKey.toString('hex') })
  expect(said).not.toContain('FLEXPOWER_SECRET_KEY')
})
