import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const command = fileURLToPath(new URL('command.ts', import.meta.url))
const vectors = fileURLToPath(new URL('vectors.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}
const readFile = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('npm run sts -- vectors', () => {
  test('counts the reproduced tokens in its last line', () => {
    expect(run('vectors', vectors)).toEqual({ status: 0, lines: ['61 of 61 tokens reproduced'], stderr: '' })
  })

  test('names those that are not, and fails', () => {
    const path = readFile('wrong.json', JSON.stringify({ vectors: [{ kind: 'test', token: '1' }] }))
    const { status, lines } = run('vectors', path)
    expect(status).toBe(1)
    expect(lines).toEqual(['Vector 1 (test): "subclass" is missing.', '0 of 1 tokens reproduced'])
  })

  test('says in a sentence that a file is missing or has other content', () => {
    const missing = join(folder, 'missing.json')
    const garbled = readFile('garbled.json', '<html>')
    expect(run('vectors', missing)).toMatchObject({
      status: 1,
      stderr: `The file ${missing} does not exist.\n`,
    })
    expect(run('vectors', garbled)).toMatchObject({ status: 1, stderr: `The file ${garbled} is not JSON.\n` })
  })

  test('shows its usage when it is called differently', () => {
    expect(run('vectors')).toMatchObject({ status: 1, stderr: 'Usage: npm run sts -- vectors FILE\n' })
  })
})
