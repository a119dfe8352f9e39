// Programs that `npm run test:changed` runs beside its tests. However it ends, nothing that it started goes on running.
import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that the time has ended has neither passed nor failed. */
export type Ended = 'passed' | 'failed' | 'cut short'

interface Limits {
  cwd: string
  /** After this time it is interrupted, as by Ctrl C. */
  most: number
  /** What it then gets to put things in order. */
  grace: number
  env?: Record<string, string>
}

export function run(program: string, args: string[], { cwd, most, grace, env = {} }: Limits): Promise<Ended> {
  const child = spawn(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  /** When the time is over: the program itself comes last, because without it those below would have another parent. */
  let late: number[] | null = null
  const interrupting = setTimeout(() => {
    if (!child.pid) return
    late = [...listBelow(child.pid), child.pid]
    child.kill('SIGINT')
  }, most)
  const killing = setTimeout(() => {
    if (child.pid) endAll([...listBelow(child.pid), child.pid])
  }, most + grace)
  return new Promise((resolve) => {
    const settle = (ended: Ended) => {
      clearTimeout(interrupting)
      clearTimeout(killing)
      if (late) endAll(late)
      resolve(late ? 'cut short' : ended)
    }
    child.on('error', () => settle('failed'))
    child.on('exit', (code) => settle(code === 0 ? 'passed' : 'failed'))
  })
}

/** Everything that a process has started, and what that has started; only those with this word in their command. */
export function listBelow(parent: number, word = ''): number[] {
  const processes = listProcesses()
  return processes
    .filter(({ above, args }) => above === parent && args.includes(word))
    .flatMap(({ pid }) => [pid, ...below(pid, processes)])
}

/** These, and what they have started meanwhile. */
export function endAll(pids: readonly number[]): void {
  const processes = listProcesses()
  signal([...pids, ...pids.flatMap((pid) => below(pid, processes))], 'SIGKILL')
}

interface Process {
  pid: number
  above: number
  args: string
}

const LIST = ['-eo', 'pid=,ppid=,args=']

const listProcesses = (): Process[] =>
  execFileSync('ps', LIST, { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => {
      const [pid, above, ...args] = row.trim().split(/\s+/)
      return { pid: Number(pid), above: Number(above), args: args.join(' ') }
    })
    .filter(({ args }) => !args.includes(LIST.join(' ')))

const below = (parent: number, processes: readonly Process[]): number[] =>
  processes.filter(({ above }) => above === parent).flatMap(({ pid }) => [pid, ...below(pid, processes)])

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
}

/** From now on: with this process everything ends that it has started. A signal leaves it this time to do so itself. */
export function endWithAll(grace: number): void {
  process.on('exit', () => endAll(listBelow(process.pid)))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, async () => {
      const deadline = performance.now() + grace
      signal(listBelow(process.pid), 'SIGINT')
      while (listBelow(process.pid).length > 0 && performance.now() < deadline) await sleep(100)
      process.exit(130)
    })
}
