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
  /** Where new connections go from now on. */
  aim(target: Target): void
  /** Every byte, both ways, from now on. */
  delay(milliseconds: number): void
  /** Sees all that passes from now on, and says what goes on in its place; null: nobody looks. */
  watch(look: Look | null): void
  close(): Promise<void>
}

/** `there`: from those who connected; `connection` is the same number for all that passes on one. */
export type Look = (bytes: Buffer, way: 'there' | 'back', connection: number) => Buffer

export interface Target {
  host: string
  port: number
}

export async function startFaultProxy(target: Target): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { target, isBlocked: false, losesAnswer: false, delayMs: 0, look: null as Look | null }
  let connections = 0
  const server = createServer((near) => {
    if (state.isBlocked) {
      near.resetAndDestroy()
      return
    }
    const far = connect(state.target)
    const pair = [near, far] as const
    pairs.add(pair)
    const reset = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.resetAndDestroy()
    }
    for (const socket of pair) socket.on('error', reset).on('close', reset)
    const connection = (connections += 1)
    const pass = (to: Socket, way: 'there' | 'back') => (bytes: Buffer) => {
      const left = state.look ? state.look(bytes, way, connection) : bytes
      if (left.length === 0) return
      if (state.delayMs === 0) to.write(left)
      else setTimeout(() => to.writable && to.write(left), state.delayMs)
    }
    near.on('data', pass(far, 'there'))
    far.on('data', (bytes) => {
      if (!state.losesAnswer) return pass(near, 'back')(bytes)
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
    aim: (next) => {
      state.target = next
    },
    delay: (milliseconds) => {
      state.delayMs = milliseconds
    },
    watch: (look) => {
      state.look = look
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
