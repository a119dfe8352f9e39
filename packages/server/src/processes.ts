// Several server processes on one port, for a machine with several cores (FLEXPOWER_PROCESSES). This process accepts
// the connections and hands them out in turn; each of the others is a whole server (main.ts). They share nothing but the
// database, exactly as servers on several machines do. One that dies is replaced.
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config.ts'
import { type CompleteConfig, type Running, serve } from './serve.ts'

/** A process that dies at its start must not be started again in a tight loop. */
const PAUSE_MS = 1_000
const CLOSE = 'close'

export async function serveOnCores(config: CompleteConfig): Promise<Running> {
  if (config.processes === 1) return serve(config)
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('main.ts', import.meta.url)),
    serialization: 'advanced',
  })
  let isClosing = false
  const keepOne = async (): Promise<string> => {
    const worker = cluster.fork()
    const address = await startWorker(worker, config)
    worker.once('exit', () => {
      if (!isClosing) setTimeout(() => void replace(), PAUSE_MS)
    })
    return address
  }
  const replace = (): Promise<unknown> =>
    keepOne().catch(() => {
      if (!isClosing) setTimeout(() => void replace(), PAUSE_MS)
    })
  // The first one migrates; with an obstacle, it alone reports it.
  const address = await keepOne()
  await Promise.all(Array.from({ length: config.processes - 1 }, keepOne))
  return {
    address,
    close: async () => {
      isClosing = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(workers.map(stopWorker))
    },
  }
}

/** Resolves with its address when it listens. */
const startWorker = (worker: Worker, config: CompleteConfig): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.once('online', () => worker.send(config))
    worker.once('message', (address: string) => resolve(address))
    worker.once('exit', () =>
      reject(new ConfigError(`A server process ended while it was starting; its reason is above.`)),
    )
  })

const stopWorker = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isConnected()) worker.send(CLOSE)
  })

/** What each of the others runs. It ends with this process, however that ends. */
export async function serveAsWorker(): Promise<void> {
  // Ctrl-C in a terminal reaches every process; the first one decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const config = await new Promise<CompleteConfig>((resolve) => process.once('message', resolve))
  const running = await serve(config)
  let isClosing = false
  const close = async () => {
    if (isClosing) return
    isClosing = true
    await running.close()
    process.exit()
  }
  process.on('message', (said) => {
    if (said === CLOSE) void close()
  })
  process.once('disconnect', () => void close())
  process.send?.(running.address)
}
