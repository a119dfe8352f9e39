// Runs the simulator, of the utility and of airtime, as a child of the demo. It has a separate process group, so that
// Ctrl-C lets the server finish its last sales against it, and it ends by itself when the channel to this process
// breaks.
import { fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { AirtimeAccess, UtilityAccess } from '../packages/server/src/config/access.ts'

const program = join(dirname(import.meta.dirname), 'packages', 'simulator', 'src', 'main.ts')
const START_MS = 20_000
const STOP_MS = 5_000

/** The message is for the person who starts the demo, without a stack. */
export class SimulatorError extends Error {
  override name = 'SimulatorError'
}

/** How to reach the simulated interfaces. */
interface Announcement {
  utility: UtilityAccess
  airtime: AirtimeAccess
}

export interface RunningSimulator extends Announcement {
  stop(): Promise<void>
}

/** `onDeath` is called if it ends without having been stopped. */
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
  const announced = await new Promise<Announcement | null>((resolve) => {
    setTimeout(() => resolve(null), START_MS).unref()
    void exited.then(() => resolve(null))
    child.on('message', (message) => {
      if (isAnnouncement(message)) resolve(message)
    })
  })
  if (announced === null) {
    state = 'stopping'
    await stop()
    throw new SimulatorError('The simulator did not start.')
  }
  state = 'running'
  return {
    utility: announced.utility,
    airtime: announced.airtime,
    stop() {
      state = 'stopping'
      return stop()
    },
  }
}

function isAnnouncement(message: unknown): message is Announcement {
  if (typeof message !== 'object' || message === null) return false
  const isAccess = (given: unknown) => typeof given === 'object' && given !== null && 'url' in given
  return (
    'utility' in message && isAccess(message.utility) && 'airtime' in message && isAccess(message.airtime)
  )
}
