// Background work that a server repeats: one run at a time, a pause between two; after a failure it tries again at the
// next run.

export interface Repeated {
  /** Between the end of one run and the start of the next. */
  pauseMs: (tookMs: number) => number
  run: () => Promise<unknown>
  onFailure: (error: unknown) => void
}

/** Returns how to stop: the current run is waited for. */
export function repeat({ pauseMs, run, onFailure }: Repeated): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const runOnce = async () => {
    const startedAt = performance.now()
    try {
      await run()
    } catch (error) {
      onFailure(error)
    }
    schedule(pauseMs(performance.now() - startedAt))
  }
  const schedule = (inMs: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = runOnce()
    }, inMs)
  }
  schedule(pauseMs(0))
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
