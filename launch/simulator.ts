// Runs the utility's simulator as a child of the demo. It sits in a process group of its own, so that Ctrl-C lets the
// server finish its last sales against it, and it ends by itself when the channel to this process breaks.
import { fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { UtilityAccess } from '../packages/server/src/config.ts'

const program = join(dirname(import.meta.dirname), 'packages', 'simulator', 'src', 'main.ts')
const START_MS = 20_000
const STOP_MS = 5_000

/** The message is for the person who starts the demo, without a stack. */
export class SimulatorError extends Error {
  override name = 'SimulatorError'
}

export interface RunningSimulator {
  utility: UtilityAccess
  stop(): Promise<void>
}

/** `onDeath` is called when it ends without having been stopped. */
export async function startSimulator(directory: string, onDeath: () => void): Promise<RunningSimulator> {
  const child = fork(program, [], {
    detached: true,
    env: { ...process.env, SIMULATOR_DATA_DIR: directory },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) =>
    child.on('exit', () => resolve()).on('error', () => resolve()),
  )
  const stop = async () => {
    if (child.connected) child.disconnect()
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(killing)
  }
  let state: 'starting' | 'running' | 'stopping' = 'starting'
  void exited.then(() => state === 'running' && onDeath())
  const utility = await new Promise<UtilityAccess | null>((resolve) => {
    setTimeout(() => resolve(null), START_MS).unref()
    void exited.then(() => resolve(null))
    child.on('message', (message) => {
      const access = utilityIn(message)
      if (access !== null) resolve(access)
    })
  })
  if (utility === null) {
    state = 'stopping'
    await stop()
    throw new SimulatorError('The simulator of the utility did not start.')
  }
  state = 'running'
  return {
    utility,
    stop() {
      state = 'stopping'
      return stop()
    },
  }
}

function utilityIn(message: unknown): UtilityAccess | null {
  if (typeof message !== 'object' || message === null || !('utility' in message)) return null
  const access = message.utility
  return typeof access === 'object' && access !== null && 'url' in access ? (access as UtilityAccess) : null
}
