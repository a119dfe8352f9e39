// A wire that can be cut: stands between the server and what it talks to, byte for byte, until it is told to misbehave.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  port: number
  /** Resets every connection; new ones are let through. */
  cut(): void
  /** Until told otherwise, nobody gets through. */
  block(isBlocked: boolean): void
  /** The next answer is swallowed and its connection reset: what was asked for may well have been done. */
  loseNextAnswer(): void
  /** Every byte, both ways, from now on. */
  delay(milliseconds: number): void
  close(): Promise<void>
}

export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { isBlocked: false, losesAnswer: false, delayMs: 0 }
  const server = createServer((near) => {
    if (state.isBlocked) {
      near.resetAndDestroy()
      return
    }
    const far = connect(target)
    const pair = [near, far] as const
    pairs.add(pair)
    const reset = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.resetAndDestroy()
    }
    for (const socket of pair) socket.on('error', reset).on('close', reset)
    const pass = (to: Socket) => (bytes: Buffer) => {
      if (state.delayMs === 0) to.write(bytes)
      else setTimeout(() => to.writable && to.write(bytes), state.delayMs)
    }
    near.on('data', pass(far))
    far.on('data', (bytes) => {
      if (!state.losesAnswer) return pass(near)(bytes)
      state.losesAnswer = false
      reset()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    block: (isBlocked) => {
      state.isBlocked = isBlocked
      if (isBlocked) cut()
    },
    loseNextAnswer: () => {
      state.losesAnswer = true
    },
    delay: (milliseconds) => {
      state.delayMs = milliseconds
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
