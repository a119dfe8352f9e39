import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, API_BASE } from '@flexpower/contract'
import S3rver from 's3rver'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../../../launch/free-port.ts'
import { nodeEnvironment } from '../../../../launch/node-flags.ts'
import type { S3Target } from '../config/backup-target.ts'
import { noticeDue } from '../notices/notices.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { createDatabase, databaseUrl } from '../testing/setup.ts'
import { createWorld } from '../testing/world.ts'
import { openBucket } from './bucket.ts'
import { copyDue, startCopying } from './copy-away.ts'
import { readKey } from './key.ts'

const place = await mkdtemp(join(tmpdir(), 'flexpower-target-'))
const bucketFolder = join(place, 'buckets')
const folder = join(place, 'mounted')
await mkdir(folder)

const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: bucketFolder,
  configureBuckets: [{ name: 'vend-backups', configs: [] }],
})
const { port } = await s3.run()
const NOWHERE = `http://127.0.0.1:${await freePort()}`
const SECRET = 'S3RVER'
const RESTORE = fileURLToPath(new URL('../../../../launch/restore.ts', import.meta.url))
const s3Settings = {
  FLEXPOWER_BACKUP_TARGET: 's3://vend-backups/banjul',
  FLEXPOWER_BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  FLEXPOWER_BACKUP_S3_KEY_ID: 'S3RVER',
  FLEXPOWER_BACKUP_S3_SECRET: SECRET,
}
afterAll(async () => {
  await s3.close()
  await rm(place, { recursive: true, force: true })
})

const world = await createWorld({ env: s3Settings })
const { db, clock, context } = world
const target = world.config.backups.target as S3Target
const bucket = openBucket(target)
/** The same installation with a folder as its target. */
const withFolder = {
  ...context,
  config: {
    ...context.config,
    backups: {
      ...context.config.backups,
      target: { kind: 'folder' as const, name: `file://${folder}`, folder },
    },
  },
}

async function makeBackup(): Promise<string> {
  const begun = await context.backups.make(null)
  expect(await begun?.finished).toBe('verified')
  const { file } = await newest()
  return file
}
const newest = () =>
  db.selectFrom('backup').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
/** The file in which the store has it. */
async function findObject(file: string): Promise<string> {
  const objects = await readdir(join(bucketFolder, 'vend-backups', 'banjul'))
  return objects.find((name) => name.startsWith(`${file}._S3rver_object`)) ?? ''
}
const alerts = () => db.selectFrom('alert').selectAll().execute()

const signal = new AbortController().signal

beforeEach(async () => {
  await db.deleteFrom('alert').execute()
})

describe('a bucket', () => {
  test('takes and gives back files of any size, byte for byte, in parts', async () => {
    for (const bytes of [1, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 21 * 1024 * 1024]) {
      const file = join(place, 'some')
      const content = randomBytes(bytes)
      await writeFile(file, content)
      await bucket.put(file, 'some', signal)
      expect(await bucket.size('some')).toBe(bytes)
      const read: Buffer[] = []
      for await (const part of bucket.open('some')) read.push(part)
      expect(Buffer.concat(read).equals(content), String(bytes)).toBe(true)
      expect(Math.max(...read.map((part) => part.length))).toBeLessThanOrEqual(8 * 1024 * 1024)
    }
    expect(await bucket.list()).toEqual(['some'])
    await bucket.remove('some')
    expect(await bucket.list()).toEqual([])
  })

  test('that refuses the key, does not exist or is away says so, without the secret', async () => {
    const list = (change: Partial<S3Target>) => openBucket({ ...target, ...change }).list()
    await expect(list({ keyId: 'STRANGER' })).rejects.toThrow(
      /^The store refused our access key for s3:\/\/vend-backups\/banjul\/ \(InvalidAccessKeyId\): check/,
    )
    await expect(list({ bucket: 'no-such-bucket' })).rejects.toThrow(/^There is no bucket no-such-bucket at/)
    await expect(list({ endpoint: NOWHERE })).rejects.toThrow(
      /^The store at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\): check its address/,
    )
    await expect(bucket.size('gone.backup')).rejects.toThrow('There is no banjul/gone.backup in the bucket')
  })
})

describe('a verified backup', () => {
  test('is copied to the target as it is, sealed, read back, and shown where it is', async () => {
    const file = await makeBackup()
    await copyDue(context)
    const row = await newest()
    expect(row).toMatchObject({ copied_to: 's3://vend-backups/banjul/', copy_failure: null })
    expect(row.copy_checked_at).toEqual(clock.now())
    const local = await readFile(join(world.config.dataDir, 'backups', file))
    const parts: Buffer[] = []
    for await (const part of bucket.open(file)) parts.push(part)
    expect(Buffer.concat(parts).equals(local)).toBe(true)
    const admin = await world.signIn({ type: 'Admin' })
    expect(await admin.call(api.backups.rules, {})).toMatchObject({
      target: 's3://vend-backups/banjul/',
      copiedAt: clock.now(),
      copyCheckedAt: clock.now(),
      copyFailure: null,
    })
    const { body } = await admin.send('GET', `${API_BASE}backups/rules`)
    expect(body).toMatchObject({ target: 's3://vend-backups/banjul/', copied_at: clock.now().toISOString() })
    const acts = await admin.call(api.acts.list, { record: `backup/${row.id}` })
    expect(acts[0]).toMatchObject({ action: 'copied a backup', title: file })
    expect(await alerts()).toEqual([])
  })

  test('F12 can be restored from there', async () => {
    const { file } = await newest()
    const name = `restored_${randomBytes(6).toString('hex')}`
    await createDatabase(inject('postgresUrl'), name)
    const key = (await readKey(world.config))!
    const env = {
      ...s3Settings,
      PATH: '',
      ...nodeEnvironment,
      DATABASE_URL: databaseUrl(inject('postgresUrl'), name),
      FLEXPOWER_BACKUP_KEY: key.toString('hex'),
    }
    const restore = (from: string) =>
      new Promise<string>((resolve) =>
        execFile(process.execPath, [RESTORE, from], { env }, (_error, stdout, stderr) =>
          resolve((stdout + stderr).trim()),
        ),
      )
    expect(await restore('s3://vend-backups/banjul/gone.backup')).toBe(
      'There is no banjul/gone.backup in the bucket vend-backups.',
    )
    expect(await restore('s3://vend-backups/banjul')).toMatch(/^Name the backup as s3:/)
    expect(await restore(`s3://vend-backups/banjul/${file}`)).toContain('The books are right.')
  })

  test('is copied once: a second look does nothing', async () => {
    const before = await newest()
    clock.pass(MINUTE_MS)
    await copyDue(context)
    expect(await newest()).toEqual(before)
  })

  test('is read back every day; a copy that is damaged is told of and made again', async () => {
    const { file } = await newest()
    const path = join(bucketFolder, 'vend-backups', 'banjul', await findObject(file))
    const content = await readFile(path)
    content[content.length >> 1]! ^= 1
    await writeFile(path, content)
    clock.pass(DAY_MS)
    await copyDue(context)
    const row = await newest()
    expect(row.copy_failure).toMatch(
      /^The copy of flexpower-.* could not be read back\. This backup is damaged/,
    )
    expect(row.copied_at).toBeNull()
    expect(await alerts()).toMatchObject([{ subject: 'backup copy', level: 1 }])
    clock.pass(10 * MINUTE_MS)
    await copyDue(context)
    expect(await newest()).toMatchObject({ copy_failure: null, copied_at: clock.now() })
    expect(await alerts()).toEqual([])
  })

  test('whose copy another key sealed is neither lost nor told of, here or at a server with the old key', async () => {
    const { file } = await newest()
    const copied = await newest()
    const otherKey = Buffer.alloc(32, 7)
    const backups = { ...context.config.backups, key: otherKey }
    const other = { ...context, config: { ...context.config, backups } }
    clock.pass(DAY_MS)
    await copyDue(other)
    const { copied_to, copied_at, copy_checked_at } = copied
    const unread = { copied_to, copied_at, copy_checked_at, copy_failure: null }
    expect(await newest()).toMatchObject(unread)
    // Also where only the copy can tell.
    const local = join(world.config.dataDir, 'backups', file)
    await rename(local, `${local}.elsewhere`)
    clock.pass(10 * MINUTE_MS)
    await copyDue(other)
    await rename(`${local}.elsewhere`, local)
    expect(await newest()).toMatchObject(unread)
    expect(await alerts()).toEqual([])
    // A server that has its key reads it.
    clock.pass(10 * MINUTE_MS)
    await copyDue(context)
    expect(await newest()).toMatchObject({ ...unread, copy_checked_at: clock.now() })
  })

  test('whose copy only seems to have another key, because its beginning is damaged, is copied again', async () => {
    const { file } = await newest()
    const path = join(bucketFolder, 'vend-backups', 'banjul', await findObject(file))
    const content = await readFile(path)
    content[20]! ^= 1
    await writeFile(path, content)
    clock.pass(DAY_MS)
    await copyDue(context)
    expect((await newest()).copy_failure).toMatch(/sealed with another key .* or its beginning is damaged\.$/)
    clock.pass(10 * MINUTE_MS)
    await copyDue(context)
    expect(await newest()).toMatchObject({ copy_failure: null, copied_at: clock.now() })
  })

  test('stays there for as long as here, and nothing else there is removed', async () => {
    const old = 'flexpower-2026-10-01-02-30-00-ab12.backup'
    const young = 'flexpower-2026-11-01-02-30-00-ab12.backup'
    const file = join(place, 'old')
    await writeFile(file, 'old')
    for (const name of [old, young, 'flexpower-notes.txt']) await bucket.put(file, name, signal)
    clock.pass(MINUTE_MS)
    const made = await makeBackup()
    await copyDue(context)
    const left = await bucket.list()
    expect(left).toContain(made)
    expect(left).toContain(young)
    expect(left).toContain('flexpower-notes.txt')
    expect(left).not.toContain(old)
  })
})

describe('a target that is away', () => {
  test('leaves the backup good, is told of once, and is tried again every ten minutes', async () => {
    clock.pass(MINUTE_MS)
    await makeBackup()
    const away = { ...target, endpoint: NOWHERE }
    const parts = {
      ...context,
      config: { ...context.config, backups: { ...context.config.backups, target: away } },
    }
    await copyDue(parts)
    const row = await newest()
    expect(row).toMatchObject({ state: 'verified', copied_at: null })
    expect(row.copy_failure).toMatch(/cannot be reached/)
    const triedAt = row.copy_tried_at
    clock.pass(MINUTE_MS)
    await copyDue(parts)
    expect((await newest()).copy_tried_at).toEqual(triedAt)
    const admin = await world.signIn({ type: 'Admin' })
    await noticeDue(context)
    const notices = await admin.call(api.notices.list, {})
    expect(notices).toMatchObject([
      { kind: 'backup failed', title: 'A backup could not be copied', overAt: null },
    ])
    clock.pass(9 * MINUTE_MS)
    await copyDue(context)
    expect(await newest()).toMatchObject({ copy_failure: null, copied_to: target.name })
    await noticeDue(context)
    expect(await admin.call(api.notices.list, {})).toMatchObject([{ overAt: clock.now() }])
  })

  test('for 26 hours is urgent, and Admins are told again', async () => {
    clock.pass(HOUR_MS)
    await copyDue(context)
    expect(await alerts()).toEqual([])
    clock.pass(26 * HOUR_MS)
    await copyDue(context)
    expect(await alerts()).toMatchObject([
      { subject: 'backup copy', level: 2, title: 'No backup has left this server for 26 hours' },
    ])
    await makeBackup()
    await copyDue(context)
    expect(await alerts()).toEqual([])
  })
})

describe('a folder as the target', () => {
  test('gets the file complete, and is read back', async () => {
    clock.pass(MINUTE_MS)
    const file = await makeBackup()
    await copyDue(withFolder)
    expect(await readdir(folder)).toEqual([file])
    expect(await newest()).toMatchObject({ copied_to: `file://${folder}`, copy_checked_at: clock.now() })
  })

  test('that is not mounted is not made up: it is told', async () => {
    clock.pass(MINUTE_MS)
    await makeBackup()
    await rename(folder, `${folder}.away`)
    await copyDue(withFolder)
    expect((await newest()).copy_failure).toBe(
      `The folder ${folder} could not be used: it is not there: mount the disk, or create the folder, first.`,
    )
    // Its mount point alone is there.
    await mkdir(folder)
    clock.pass(10 * MINUTE_MS)
    await copyDue(withFolder)
    expect((await newest()).copy_failure).toBe(
      `The folder ${folder} is empty, on the disk of the data folder, and backups arrived there before: mount its disk first.`,
    )
    expect(await readdir(folder)).toEqual([])
    await remount()
    clock.pass(10 * MINUTE_MS)
    await copyDue(withFolder)
    expect(await newest()).toMatchObject({ copy_failure: null, copied_to: `file://${folder}` })
  })

  test('that is not mounted any more has not lost its copies', async () => {
    const copied = await newest()
    await rename(folder, `${folder}.away`)
    await mkdir(folder)
    clock.pass(DAY_MS)
    await copyDue(withFolder)
    const { copied_to, copied_at, copy_checked_at } = copied
    expect(await newest()).toMatchObject({ copied_to, copied_at, copy_checked_at })
    expect(await alerts()).toMatchObject([{ text: expect.stringContaining('mount its disk first') }])
    await remount()
    clock.pass(10 * MINUTE_MS)
    await copyDue(withFolder)
    expect(await newest()).toMatchObject({ copied_to, copied_at, copy_checked_at: clock.now() })
  })

  test('on the disk of the data folder is taken, and the log warns of it once', async () => {
    const warned = () => world.logLines.filter((line) => line.includes('on the disk of the data folder:'))
    const stop = startCopying(withFolder)
    await expect.poll(warned).toHaveLength(1)
    await stop()
  })
})

const remount = async () => {
  await rm(folder, { recursive: true })
  await rename(`${folder}.away`, folder)
}

test('neither the secret nor the key of the store is in the log', () => {
  expect(world.logLines.join('')).not.toContain(`"${SECRET}"`)
})
