import { api } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'
import { makeFirstBackup } from './first-backup.ts'

const world = await createWorld()

test('the demo has one verified backup, however often it starts', async () => {
  await makeFirstBackup(world.context)
  await makeFirstBackup(world.context)
  const admin = await world.signIn({ type: 'Admin' })
  expect(await admin.call(api.backups.list, {})).toMatchObject([{ state: 'verified' }])
})

test('one that failed is made again at the next start', async () => {
  await world.db.updateTable('backup').set({ state: 'failed', failure: 'The server stopped.' }).execute()
  await makeFirstBackup(world.context)
  const admin = await world.signIn({ type: 'Admin' })
  expect(await admin.call(api.backups.list, {})).toMatchObject([{ state: 'verified' }, { state: 'failed' }])
})
