import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from './programs.ts'

const cwd = mkdtempSync(join(tmpdir(), 'flexpower-programs-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const MINUTE_MS = 60_000
/** Waits for longer than any test, with a program below it that does the same, and ignores what would interrupt it. */
const stubborn = (name: string) => `
  trap '' INT TERM
  sleep 1000 & echo $! > ${name}
  wait; wait`

async function isGone(pid: number): Promise<boolean> {
  return expect
    .poll(() => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
    .toBe(false)
    .then(() => true)
}

const readPid = (name: string) => {
  const pid = Number(readFileSync(join(cwd, name), 'utf8'))
  expect(pid).toBeGreaterThan(1)
  return pid
}

test('a program passes or fails by its exit code; one that is missing fails', async () => {
  const limits = { cwd, most: MINUTE_MS, grace: 0 }
  expect(await run('sh', ['-c', 'exit 0'], limits)).toBe('passed')
  expect(await run('sh', ['-c', 'exit 3'], limits)).toBe('failed')
  expect(await run('no-such-program', [], limits)).toBe('failed')
})

test('a program that runs out of time is cut short, with all that it has started', async () => {
  const ended = await run('sh', ['-c', stubborn('late')], { cwd, most: 2_000, grace: 500 })
  expect(ended).toBe('cut short')
  expect(await isGone(readPid('late'))).toBe(true)
})

test('an interrupted program has time to put things in order', async () => {
  const tidy = `trap 'echo 1 > tidied; exit 0' INT; sleep 1000 & echo $! > interrupted; wait`
  const ended = await run('sh', ['-c', tidy], { cwd, most: 2_000, grace: MINUTE_MS })
  expect(ended).toBe('cut short')
  expect(readFileSync(join(cwd, 'tidied'), 'utf8')).toBe('1\n')
  expect(await isGone(readPid('interrupted'))).toBe(true)
})

test.each([
  ['an error', `throw new Error('planted')`, null],
  ['a signal', '', 'SIGTERM'],
] as const)('after %s nothing goes on running', async (name, then, signal) => {
  const file = name.replace(' ', '-')
  const script = `
    import { endWithAll, run } from ${JSON.stringify(join(import.meta.dirname, 'programs.ts'))}
    import { existsSync } from 'node:fs'
    endWithAll(500)
    void run('sh', ['-c', ${JSON.stringify(stubborn(file))}], { cwd: '.', most: ${MINUTE_MS}, grace: 0 })
    while (!existsSync('${file}')) await new Promise((resolve) => setTimeout(resolve, 50))
    await new Promise((resolve) => setTimeout(resolve, 500))
    console.log('started')
    ${then}`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(parent.stdout, 'data')
  if (signal) parent.kill(signal)
  await once(parent, 'exit')
  expect(parent.exitCode).not.toBe(0)
  expect(await isGone(readPid(file))).toBe(true)
})
