// Work that a server does by itself, again and again: one run at a time, a pause between two, and a failed run is the next
// one's business.

export interface Repeated {
  /** Between the end of one run and the start of the next. */
  pauseMs: (tookMs: number) => number
  run: () => Promise<unknown>
  onFailure: (error: unknown) => void
}

/** Answers how to stop: a run under way is waited for. */
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
