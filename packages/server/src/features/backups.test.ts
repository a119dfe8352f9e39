import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, api, bututs } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { backUpIfDue, nextBackup, startNightlyBackup } from '../backups/nightly.ts'
import { backupFolder, createBackups } from '../backups/make.ts'
import type { Manifest } from '../backups/manifest.ts'
import { auditRestored, restoreBackup } from '../backups/restore.ts'
import { readKey } from '../backups/key.ts'
import { alone } from '../db/alone.ts'
import { openDb } from '../db/db.ts'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { loadFloat, makeUser } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { createDatabase, databaseUrl } from '../testing/setup.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld, expectSameSales } from '../testing/world.ts'

const world = await createWorld()
const { db, clock, context, config } = world
let admin = await world.signIn({ type: 'Admin', name: 'Awa' })
const cashier = await world.signIn()
await loadFloat(db, clock, cashier.user.id, 100_000_000)

const folder = backupFolder(config)
const list = () => admin.call(api.backups.list, {})
const download = (id: number) => admin.send('GET', `${API_BASE}backups/${id}/download`)

/** Through the call, until it is finished. */
async function makeBackup() {
  const { id } = await admin.call(api.backups.make, {})
  for (;;) {
    const backup = await find(id)
    if (backup.state === 'verified' || backup.state === 'failed') return backup
    await sleep(50)
  }
}
const find = async (id: number) => (await list()).find((each) => each.id === id)!

const ourName = new URL(world.databaseUrl).pathname.slice(1)

/** Databases of checks; others make backups in the same PostgreSQL at the same time. */
const databasesBeside = async () =>
  (await sql`select from pg_database where datname like ${ourName} || '_backup%'`.execute(db)).rows

let made = 0
async function emptyDatabase() {
  const name = `${ourName}_${(made += 1)}`
  await createDatabase(inject('postgresUrl'), name)
  return databaseUrl(inject('postgresUrl'), name)
}

async function restored<Result>(
  file: string,
  look: (url: string, db: ReturnType<typeof openDb>['db'], manifest: Manifest) => Promise<Result>,
): Promise<Result> {
  const url = await emptyDatabase()
  const manifest = await restoreBackup({ url, file: join(folder, file), key: (await readKey(config))! })
  const opened = openDb({ url, onConnectionLost: () => {} })
  try {
    return await look(url, opened.db, manifest)
  } finally {
    await opened.close()
  }
}

const letters = () => db.selectFrom('outbox').selectAll().where('subject', 'like', '%backup failed').execute()

await sellOnce(cashier, 1)
const first = await makeBackup()

afterEach(world.expectCleanBooks)

describe('BK-01 Create New Backup', () => {
  test('makes a file, proves that it can be restored, and says so', async () => {
    const backup = first
    expect(backup).toMatchObject({ state: 'verified', progress: 100, by: 'Awa', failure: null })
    expect(backup.bytes).toBe((await stat(join(folder, backup.file))).size)
    const acts = await admin.call(api.acts.list, { record: `backup/${backup.id}` })
    expect(acts).toMatchObject([{ actor: 'Awa', action: 'made a backup', title: backup.file }])
    expect(await databasesBeside()).toEqual([])
  })

  test('A-35 E-09 the history has a time and a file', async () => {
    const { body } = await admin.send('GET', `${API_BASE}backups`)
    expect(body).toMatchObject({
      data: [
        {
          id: expect.any(Number),
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          location: expect.stringMatching(/^flexpower-[\d-]+-[\da-f]{4}\.backup$/),
        },
      ],
    })
    expect((await admin.send('GET', `${API_BASE}backups/rules`)).body).toEqual({
      next_at: '2026-11-15T02:30:00.000Z',
      is_retry: false,
      keep_days: 30,
      target: null,
      copied_at: null,
      copy_checked_at: null,
      copy_failure: null,
    })
  })

  test('is one at a time, whichever process makes it', async () => {
    const answer = await alone(db, 'backup', () => admin.send('POST', `${API_BASE}backups`, { body: {} }))
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'A backup is being made already. Wait until it is finished.' },
    })
  })

  test('restores into the same books, with sequences and guards', async () => {
    const shift = await cashier.call(api.till.open, { opening: bututs(0) })
    await sellOnce(cashier, 2)
    await cashier.call(api.till.close, { session: shift.id, pieces: [], reason: 'Not there' })
    await world.expectCleanBooks()
    const backup = await makeBackup()
    await restored(backup.file, async (url, copy, manifest) => {
      expect(await auditRestored(url, manifest)).toEqual([])
      await expectSameSales(copy, world.utility)
      for (const table of ['users', 'sale', 'vend', 'transfer', 'act', 'credit', 'till_session'] as const) {
        const rows = (of: typeof db) => of.selectFrom(table).selectAll().execute()
        const [ours, theirs] = await Promise.all([rows(db), rows(copy)])
        // What was done later is not in it: for example the audit entry of the backup itself.
        const before = table === 'act' ? ours.slice(0, theirs.length) : ours
        expect(JSON.stringify(theirs)).toBe(JSON.stringify(before))
      }
      // It signs in nobody who was signed in then.
      const sessions = await copy.selectFrom('session').select(['id', 'ended_at']).execute()
      expect(sessions.length).toBeGreaterThan(0)
      expect(sessions.filter(({ ended_at: ended }) => ended === null)).toEqual([])
      await expect(copy.deleteFrom('sale').execute()).rejects.toThrow(/never deleted/)
      for (const table of ['transfer', 'till_session'] as const)
        await expect(copy.deleteFrom(table).execute()).rejects.toThrow(/append-only/)
      const user = await makeUser(copy, clock)
      expect(user.id).toBeGreaterThan(cashier.user.id)
      expect(await copy.selectFrom('backup').select('state').distinct().execute()).toEqual([
        { state: 'verified' },
      ])
    })
  })

  test('is of one moment, however much is sold meanwhile', async () => {
    const over = new AbortController()
    let sold = 10
    const selling = (async () => {
      while (!over.signal.aborted) await sellOnce(cashier, (sold += 1))
    })()
    const backup = await makeBackup()
    const during = sold
    over.abort()
    await selling
    expect(backup).toMatchObject({ state: 'verified', failure: null })
    expect(during).toBeGreaterThan(12)
    const now = (await db.selectFrom('sale').select('id').execute()).length
    await restored(backup.file, async (url, copy, manifest) => {
      expect(await auditRestored(url, manifest)).toEqual([])
      expect((await copy.selectFrom('sale').select('id').execute()).length).toBeLessThan(now)
    })
  })

  test('S10 contains no secret in plain text', async () => {
    const bytes = await readFile(join(folder, first.file))
    for (const secret of [admin.user.email, 'argon2id', cashier.user.name])
      expect(bytes.includes(secret)).toBe(false)
  })
})

describe('download', () => {
  test('sends the file unchanged, under its own name, and records who took it', async () => {
    const backup = first
    const answer = await fetch(new URL(`${API_BASE}backups/${backup.id}/download`, world.address), {
      headers: { 'client-access-token': config.clientAccessToken, 'x-auth-token': admin.token! },
    })
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${backup.file}"`)
    expect(answer.headers.get('content-length')).toBe(String(backup.bytes))
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(join(folder, backup.file)))).toBe(
      true,
    )
    const acts = await admin.call(api.acts.list, { record: `backup/${backup.id}` })
    expect(acts[0]).toMatchObject({ actor: 'Awa', action: 'downloaded a backup' })
  })

  test('of a missing one is 404, and no path leads elsewhere', async () => {
    expect((await download(999_999)).status).toBe(404)
    for (const path of ['..%2F..%2Fbackup.key', '../backup.key', '%00'])
      expect((await admin.send('GET', `${API_BASE}backups/${path}/download`)).status).toBeGreaterThanOrEqual(
        404,
      )
    expect(await find(first.id)).toMatchObject({ isGone: false })
    await rm(join(folder, first.file))
    expect(await download(first.id)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('not on this server') },
    })
  })

  test('is not offered if the file is not on this server, for example after a restore elsewhere', async () => {
    expect(await find(first.id)).toMatchObject({ isGone: true, bytes: first.bytes })
    const { rows } = await admin.call(api.backups.list.window, { search: 'its file is not on this' })
    expect(rows.map(({ id }) => id)).toEqual([first.id])
  })

  test('of one that is still being verified is refused', async () => {
    const { id } = await db
      .insertInto('backup')
      .values({
        file: 'flexpower-checked.backup',
        created_at: clock.now(),
        created_by: null,
        state: 'checking',
        bytes: 12,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await download(id)).toMatchObject({
      status: 409,
      body: { message: 'This backup is still being checked. Export it when it is verified.' },
    })
    await db.deleteFrom('backup').where('id', '=', id).execute()
  })

  test('is not for a Cashier, and neither is making or listing backups', async () => {
    expect((await cashier.send('GET', `${API_BASE}backups/${first.id}/download`)).status).toBe(403)
    expect((await cashier.send('GET', `${API_BASE}backups`)).status).toBe(403)
    expect((await cashier.send('POST', `${API_BASE}backups`, { body: {} })).status).toBe(403)
  })
})

describe('a backup that fails', () => {
  const begin = (file: string) =>
    db
      .insertInto('backup')
      .values({ file, created_at: clock.now(), created_by: null, state: 'checking' })
      .execute()
  /** What a running check has, and what a killed server leaves: a row, and a database beside ours. */
  const leave = (file: string) =>
    Promise.all([begin(file), createDatabase(inject('postgresUrl'), `${ourName}_backup_check`)])

  test('because its books are broken is reported to every Admin, and its file is kept', async () => {
    await alter(db, `update sale_day set sales = sales + 1`)
    const backup = await makeBackup()
    await alter(db, `update sale_day set sales = sales - 1`)
    expect(backup).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('the sums of a day are the sums of its sales'),
    })
    expect((await download(backup.id)).status).toBe(200)
    expect(await letters()).toMatchObject([
      { recipient: admin.user.email, body: expect.stringContaining(backup.file) },
    ])
    await db.deleteFrom('outbox').execute()
  })

  test('because it cannot be written is reported, and leaves no file', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    const backup = await makeBackup()
    await rm(folder)
    expect(backup).toMatchObject({
      state: 'failed',
      bytes: null,
      isGone: false,
      failure: expect.stringMatching(/^A file lies where the folder of backups belongs: /),
    })
    // The system's own error text is for the log.
    expect(world.logLines.filter((line) => line.includes('EEXIST'))).not.toEqual([])
    // Until one is good it is one cause, and Admins know of it.
    expect(await letters()).toEqual([])
    expect((await admin.call(api.dashboard.overview, {})).failedBackups).toBe(2)
    expect((await download(backup.id)).status).toBe(404)
  })

  const stopped = { state: 'failed', failure: 'The server stopped before it was finished.' }

  test('because its server died is noticed by the next reader, and nothing of its check is left', async () => {
    const file = 'flexpower-killed.backup'
    await leave(file)
    expect(await alone(db, 'backup', async () => (await list())[0])).toMatchObject({
      file,
      state: 'checking',
    })
    expect(await databasesBeside()).toHaveLength(1)
    expect((await list())[0]).toMatchObject({ file, ...stopped })
    expect(await databasesBeside()).toEqual([])
  })

  test('because its server died is noticed at the start of the next one', async () => {
    const file = 'flexpower-killed-too.backup'
    await leave(file)
    await startNightlyBackup(context)()
    const row = await db.selectFrom('backup').selectAll().where('file', '=', file).executeTakeFirst()
    expect(row).toMatchObject(stopped)
    expect(await databasesBeside()).toEqual([])
  })

  test('because its server died is noticed even if its folder no longer exists', async () => {
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'in the way')
    await begin('flexpower-folder-gone.backup')
    expect((await list())[0]).toMatchObject(stopped)
    await rm(folder)
  })

  test('because its server was stopped leaves nothing of its check either', async () => {
    const backups = createBackups(context)
    const begun = await backups.make(null)
    await expect.poll(databasesBeside).toHaveLength(1)
    await backups.stop()
    expect(await begun?.finished).toBe('failed')
    expect(await databasesBeside()).toEqual([])
    expect((await list())[0]).toMatchObject(stopped)
  })
})

describe('every night', () => {
  const due = async () => (await backUpIfDue(context, clock.now()))?.finished
  const nextAt = async () => (await nextBackup(context, clock.now()))?.at.toISOString()

  test('one is made after its time, once, and a missed night is made up for', async () => {
    expect(await due()).toBeUndefined()
    expect(await nextAt()).toBe('2026-11-15T02:30:00.000Z')
    clock.pass(12 * HOUR_MS)
    expect(await due()).toBeUndefined()
    clock.pass(12 * MINUTE_MS)
    expect(await nextAt()).toBe('2026-11-15T02:30:00.000Z')
    expect(await due()).toBe('verified')
    expect(await nextAt()).toBe('2026-11-16T02:30:00.000Z')
    expect(await due()).toBeUndefined()
    clock.pass(3 * DAY_MS)
    // Missed: it was due last night, and is due now.
    expect(await nextAt()).toBe('2026-11-18T02:30:00.000Z')
    expect(await due()).toBe('verified')
    admin = await world.signIn({ type: 'Admin' })
    expect((await list())[0]).toMatchObject({ by: null, state: 'verified' })
  })

  test('one that failed is tried again every hour, reported once, until one is good', async () => {
    await db.deleteFrom('outbox').execute()
    await alter(db, `update sale_day set sales = sales + 1`)
    clock.pass(DAY_MS)
    expect(await due()).toBe('failed')
    const files = await readdir(folder)
    const failedAt = clock.now()
    expect(await nextBackup(context, failedAt)).toEqual({ at: after(failedAt, HOUR_MS), isRetry: true })
    expect(await due()).toBeUndefined()
    clock.pass(HOUR_MS)
    expect(await due()).toBe('failed')
    expect(await nextAt()).toBe(after(failedAt, 2 * HOUR_MS).toISOString())
    clock.pass(HOUR_MS)
    admin = await world.signIn({ type: 'Admin' })
    expect((await list())[0]).toMatchObject({ state: 'failed', bytes: null, at: after(failedAt, HOUR_MS) })
    expect(await readdir(folder)).toEqual(files)
    expect(new Set((await letters()).map(({ created_at }) => created_at.getTime()))).toEqual(
      new Set([failedAt.getTime()]),
    )
    await alter(db, `update sale_day set sales = sales - 1`)
    expect(await due()).toBe('verified')
    expect(await nextAt()).toBe('2026-11-20T02:30:00.000Z')
    expect(await due()).toBeUndefined()
  })

  test('old ones are removed with their files, but never the newest that is good', async () => {
    const newest = (await list())[0]!
    clock.pass(40 * DAY_MS)
    admin = await world.signIn({ type: 'Admin' })
    await alter(db, `update sale_day set sales = sales + 1`)
    expect((await makeBackup()).state).toBe('failed')
    await alter(db, `update sale_day set sales = sales - 1`)
    expect((await list()).length).toBeGreaterThan(5)
    expect(await readdir(folder)).toContain(newest.file)
    const last = await makeBackup()
    await expect.poll(async () => (await list()).map(({ state }) => state)).toEqual(['verified', 'failed'])
    const left = await list()
    expect((await readdir(folder)).toSorted()).toEqual(left.map(({ file }) => file).toSorted())
    expect(left[0]!.id).toBe(last.id)
  })
})
