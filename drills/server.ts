// A server process of a drill, run as in production: started, watched and killed from outside.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../launch/free-port.ts'
import { nodeEnvironment, nodeFlags } from '../launch/node-flags.ts'

const project = join(import.meta.dirname, '..')
const main = join(project, 'packages', 'server', 'src', 'main.ts')
const START_MS = 60_000
/** Their places in /proc/…/stat, counted from the state. */
const USER_TICKS = 11
const TICKS_A_SECOND = 100

/** Nowhere, a file that is open, or a pipe that a drill reads. */
export type LogTarget = 'ignore' | 'pipe' | number

export interface Server {
  address: string
  /** Resolves once it reports that it is ready. */
  start(): Promise<void>
  /** As an operator stops it: it drains, and ends what it has begun. */
  stop(): Promise<void>
  /** Like a power cut. */
  kill(): Promise<void>
  isAlive(): boolean
  /** The most memory that it has used. */
  peakMb(): Promise<number>
  /** Its processor time, which says more than the clock on a machine that does other work too. */
  processorSeconds(): Promise<number>
  /** What reads its log, if that is a pipe. */
  log(): NodeJS.ReadableStream | null
}

/** `program`: of another version; null: of this one. */
export async function serverOn(
  env: Record<string, string>,
  log: LogTarget,
  program: string | null = null,
): Promise<Server> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (!child || !isAlive()) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    address,
    isAlive,
    async start() {
      child = spawn(process.execPath, [...nodeFlags, program ?? main], {
        stdio: ['ignore', log, 'inherit'],
        env: { PATH: process.env['PATH'] ?? '', ...nodeEnvironment, ...env, PORT: String(port) },
      })
      const begun = performance.now()
      while (!(await isReady(address))) {
        if (!isAlive() || performance.now() - begun > START_MS) throw new Error('the server did not start')
        await sleep(25)
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async peakMb() {
      const status = await readFile(`/proc/${child?.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    async processorSeconds() {
      const fields = (await readFile(`/proc/${child?.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
      return (Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1])) / TICKS_A_SECOND
    },
    log: () => child?.stdout ?? null,
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
