// The keys of an installation are replaced: `npm run admin -- rotate …`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@flexpower/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../packages/server/src/testing/server-process.ts'
import { createWorld } from '../packages/server/src/testing/world.ts'
import { freePort } from './free-port.ts'
import { runAdmin } from './run-admin.ts'

test('secrets are sealed with a new key; it can be broken off and repeated', async () => {
  const [old, fresh, wrong] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const world = await createWorld({ env: { FLEXPOWER_SECRET_KEY: old! } })
  const admin = await world.signIn({ type: 'Admin', remember: true })
  await admin.call(api.account.beginSecondFactor, { password: admin.user.password })
  const readSealed = () => world.db.selectFrom('second_factor').select('sealed').execute()
  const [before] = await readSealed()
  const rotate = (settings: Record<string, string | undefined>) =>
    runAdmin(
      { DATABASE_URL: world.databaseUrl, ...(settings as Record<string, string>) },
      'rotate',
      'secret-key',
    )
  expect(await rotate({ FLEXPOWER_SECRET_KEY: old })).toEqual({
    code: 1,
    said: expect.stringContaining('Set FLEXPOWER_SECRET_KEY_BEFORE to the old key'),
  })
  expect(await rotate({ FLEXPOWER_SECRET_KEY: fresh, FLEXPOWER_SECRET_KEY_BEFORE: wrong })).toEqual({
    code: 1,
    said: expect.stringContaining('1 cannot be opened with either key'),
  })
  expect(await readSealed()).toEqual([before])
  const both = { FLEXPOWER_SECRET_KEY: fresh, FLEXPOWER_SECRET_KEY_BEFORE: old }
  expect(await rotate(both)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sealed with the new key: 1 now, 0 before.'),
  })
  expect(await readSealed()).not.toEqual([before])
  expect((await rotate(both)).said).toContain('Sealed with the new key: 0 now, 1 before.')
  // The other way round, back to where it was.
  const back = { FLEXPOWER_SECRET_KEY: old, FLEXPOWER_SECRET_KEY_BEFORE: fresh }
  expect((await rotate(back)).said).toContain('Sealed with the new key: 1 now, 0 before.')
})

describe('a new key for backups', () => {
  const made = 'A backup was made with the new key and verified.'
  async function makeInstallation() {
    const dataDir = await mkdtemp(join(tmpdir(), 'flexpower-admin-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const world = await createWorld()
    const settingsWith = (byte: number) => ({
      FLEXPOWER_DATA_DIR: dataDir,
      FLEXPOWER_BACKUP_KEY: Buffer.alloc(32, byte).toString('hex'),
    })
    const rotate = (byte: number) =>
      runAdmin({ DATABASE_URL: world.databaseUrl, ...settingsWith(byte) }, 'rotate', 'backup-key')
    const countBackups = async () => (await world.db.selectFrom('backup').select('id').execute()).length
    return { world, rotate, settingsWith, countBackups }
  }

  test('makes one with it in the name of the operator, and it says how long the old key is needed', async () => {
    const { world, rotate } = await makeInstallation()
    expect(await rotate(1)).toEqual({ code: 0, said: `${made}\nNo backup here needs another key.` })
    expect(await rotate(2)).toEqual({
      code: 0,
      said: expect.stringMatching(
        new RegExp(`^${made}\\n1 older backup here stays readable with the old key only: keep it until `),
      ),
    })
    const acts = world.db.selectFrom('act').select(['user_name', 'deed']).orderBy('id')
    expect(await acts.execute()).toMatchObject([
      { user_name: 'Operator awa', deed: 'made a backup' },
      { user_name: 'Operator awa', deed: 'made a backup' },
    ])
  })

  test('that is the old one is refused', async () => {
    const { rotate, countBackups } = await makeInstallation()
    await rotate(1)
    expect(await rotate(1)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The newest backup was made with this FLEXPOWER_BACKUP_KEY already\. .*Nothing was changed\./,
      ),
    })
    expect(await countBackups()).toBe(1)
  })

  test('is refused while a server runs that does not have it', async () => {
    const { world, rotate, settingsWith, countBackups } = await makeInstallation()
    const port = await freePort()
    const server = startServerProcess(world, port, { ...settingsWith(1), FLEXPOWER_ROLE: 'server' })
    onTestFinished(() => void server.kill('SIGKILL'))
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    expect(await rotate(2)).toEqual({
      code: 1,
      said: '1 running server has another FLEXPOWER_BACKUP_KEY. Set the new one at every server, restart them all, and run this again. Nothing was changed.',
    })
    expect(await countBackups()).toBe(0)
    expect(await rotate(1)).toMatchObject({ code: 0 })
  })
})
