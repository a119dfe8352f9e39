import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const hook = join(dirname(import.meta.dirname), '.githooks', 'commit-msg')
let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'flexpower-hook-'))))
afterAll(() => rm(folder, { recursive: true }))

async function commit(message: string) {
  const file = join(folder, 'message')
  await writeFile(file, message)
  const { status, stderr } = spawnSync(process.execPath, [hook, file], { encoding: 'utf8' })
  return { isTaken: status === 0, said: stderr }
}

test('a subject of 72 characters is accepted, in any script; one of 73 is not', async () => {
  expect(await commit(`${'é'.repeat(72)}\n\nWhy.\n`)).toEqual({ isTaken: true, said: '' })
  const { isTaken, said } = await commit(`${'a'.repeat(73)}\n`)
  expect(isTaken).toBe(false)
  expect(said).toContain('The subject has 73 characters; at most 72.')
})

test('a body begins after an empty line; what git itself writes is accepted', async () => {
  expect((await commit('Say why\nat once\n')).isTaken).toBe(false)
  expect((await commit(`# a comment\nSay why\n\nLater.\n`)).isTaken).toBe(true)
  expect((await commit(`Merge branch ${'x'.repeat(90)}\n`)).isTaken).toBe(true)
})
