// A connection that can be cut: a proxy between the server and its peer that passes every byte, until it is told to
// misbehave.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  port: number
  /** Resets every connection; new ones are let through. */
  cut(): void
  /** Until told otherwise, nothing gets through. */
  block(isBlocked: boolean): void
  /** Swallows every byte of the connections that are open now, and closes none; new ones are let through. */
  silence(): void
  /** Until told otherwise, new connections are accepted and never get an answer. */
  silenceNew(isSilent: boolean): void
  /** The next answer is swallowed and its connection reset: the request may have been executed. */
  loseNextAnswer(): void
  /** Where new connections go from now on. */
  aim(target: Target): void
  /** Every byte, both ways, from now on. */
  delay(milliseconds: number): void
  /** Sees all that passes from now on, and returns what is sent instead; null: nothing is inspected. */
  watch(look: Look | null): void
  close(): Promise<void>
}

/** `there`: from the connecting side; `connection` is the same number for all that passes on one. */
export type Look = (bytes: Buffer, way: 'there' | 'back', connection: number) => Buffer

export interface Target {
  host: string
  port: number
}

interface Wire {
  target: Target
  pairs: Set<readonly [Socket, Socket]>
  /** How many connections there were so far; each has the next number. */
  connections: number
  /** Those of which every byte is swallowed. */
  silent: Set<number>
  isBlocked: boolean
  isNewSilent: boolean
  losesAnswer: boolean
  delayMs: number
  look: Look | null
}

export async function startFaultProxy(target: Target): Promise<FaultProxy> {
  const wire: Wire = {
    target,
    pairs: new Set(),
    connections: 0,
    silent: new Set(),
    isBlocked: false,
    isNewSilent: false,
    losesAnswer: false,
    delayMs: 0,
    look: null,
  }
  const server = createServer((near) => join(wire, near)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of wire.pairs) for (const socket of pair) socket.resetAndDestroy()
    wire.pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    block: (isBlocked) => {
      wire.isBlocked = isBlocked
      if (isBlocked) cut()
    },
    silence: () => {
      for (let connection = 1; connection <= wire.connections; connection += 1) wire.silent.add(connection)
    },
    silenceNew: (isSilent) => {
      wire.isNewSilent = isSilent
    },
    loseNextAnswer: () => {
      wire.losesAnswer = true
    },
    aim: (next) => {
      wire.target = next
    },
    delay: (milliseconds) => {
      wire.delayMs = milliseconds
    },
    watch: (look) => {
      wire.look = look
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function join(wire: Wire, near: Socket): void {
  if (wire.isBlocked) {
    near.resetAndDestroy()
    return
  }
  const far = connect(wire.target)
  const pair = [near, far] as const
  wire.pairs.add(pair)
  const reset = () => {
    wire.pairs.delete(pair)
    for (const socket of pair) socket.resetAndDestroy()
  }
  for (const socket of pair) socket.on('error', reset).on('close', reset)
  const connection = (wire.connections += 1)
  if (wire.isNewSilent) wire.silent.add(connection)
  const pass = (to: Socket, way: 'there' | 'back') => (bytes: Buffer) => {
    if (wire.silent.has(connection)) return
    const left = wire.look ? wire.look(bytes, way, connection) : bytes
    if (left.length === 0) return
    if (wire.delayMs === 0) to.write(left)
    else setTimeout(() => to.writable && to.write(left), wire.delayMs)
  }
  near.on('data', pass(far, 'there'))
  far.on('data', (bytes) => {
    if (!wire.losesAnswer) return pass(near, 'back')(bytes)
    wire.losesAnswer = false
    reset()
  })
}
