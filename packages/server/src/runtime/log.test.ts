import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { countOutages } from './log.ts'

const log = new URL('./log.ts', import.meta.url).href

/** Writes far more than can be buffered, then reports on another channel that it finished, and its longest delay. */
const program = `
  import { pino } from 'pino'
  import { openLog } from ${JSON.stringify(log)}
  const log = pino({}, openLog())
  let [lines, late, last] = [0, 0, performance.now()]
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - last)
    for (let n = 0; n < 200; n += 1) log.info('x'.repeat(200))
    last = performance.now()
    if ((lines += 200) < 10_000) return
    clearInterval(timer)
    process.send({ lines, late })
    process.kill(process.pid, 'SIGKILL')
  }, 10)`

test.each(['a full disk', 'a reader that is gone', 'a reader that does not read'])(
  'F10 a log on %s delays nobody and ends nothing',
  async (where) => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', where === 'a full disk' ? full : 'pipe', 'inherit', 'ipc'],
      cwd: import.meta.dirname,
    })
    if (where === 'a reader that is gone') child.stdout?.destroy()
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
    closeSync(full)
    child.kill('SIGKILL')
    expect(said).toEqual({ lines: 10_000, late: expect.any(Number) })
    // A write that waits for such a reader waits forever; a slow machine is slow for a moment.
    expect((said as { late: number }).late).toBeLessThan(10_000)
  },
)

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

test('a lost database is one line at once and then one with a count, without a stack; everything else is unchanged', async () => {
  const lines: { msg: string; why?: string; counts?: object; err?: object }[] = []
  const hooks = countOutages(200)
  const counting = pino({ hooks }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  for (let count = 0; count < 50; count += 1)
    counting.child({ reqId: count }).error({ err: away() }, 'not reachable')
  counting.error({ err: away() }, 'recovery could not look')
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'database away', why: '57P01', counts: { 'not reachable': 1 } }),
  ])
  counting.error({ err: new Error('a bug') }, 'unexpected failure')
  counting.info('hello')
  expect(lines.slice(1).map(({ msg }) => msg)).toEqual(['unexpected failure', 'hello'])
  await vi.waitFor(() => expect(lines).toHaveLength(4), { timeout: 10_000 })
  expect(lines[3]).toMatchObject({ counts: { 'not reachable': 49, 'recovery could not look': 1 } })
  expect(JSON.stringify(lines[3])).not.toContain('stack')
})

test.each(['throw new Error("out of nowhere")', 'Promise.reject(new Error("out of nowhere"))'])(
  'an uncaught error is logged with its stack, and ends the process: %s',
  async (fault) => {
    const source = `
      import { logLastFault } from ${JSON.stringify(log)}
      logLastFault('info')
      setTimeout(() => { ${fault} })
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: import.meta.dirname,
    })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    const line = said.split('\n').find((each) => each.startsWith('{')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      msg: 'uncaught error: the process ends',
      err: { message: 'out of nowhere', stack: expect.stringContaining('Error: out of nowhere') },
    })
  },
)
