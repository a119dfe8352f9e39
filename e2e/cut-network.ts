// A network that is cut on purpose: a small proxy in front of the server that loses what is sent through it, as a dead
// radio link does. Connections stay open, and nothing arrives.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface CutNetwork {
  address: string
  /** Loses every byte from now on. */
  cut: () => void
  /**
   * Cuts when this call is made: before the server gets it, or before the browser gets the answer. With `after`, only
   * once the browser has the answer to that call.
   */
  cutAt: (call: string, lost: 'request' | 'answer', after?: string) => void
  /** Resolves when it has been cut. */
  whenCut: () => Promise<void>
  /** New connections work again. What was lost stays lost, and so do the connections that lost it. */
  mend: () => void
  close: () => Promise<void>
}

export async function openCutNetwork(target: string): Promise<CutNetwork> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let told = Promise.withResolvers<void>()
  let trap: { call: string; lost: 'request' | 'answer'; after: string | undefined } | null = null
  function cut(): void {
    isCut = true
    trap = null
    told.resolve()
  }
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    let isDead = false
    let isAnswerLost = false
    let isAnswerAwaited = false
    for (const socket of [browser, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        upstream.destroy()
      })
    }
    browser.on('data', (bytes) => {
      if (trap?.after !== undefined) isAnswerAwaited ||= bytes.includes(trap.after)
      else if (trap !== null && bytes.includes(trap.call)) {
        if (trap.lost === 'request') cut()
        else isAnswerLost = true
      }
      isDead ||= isCut
      if (!isDead) upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isAnswerLost) cut()
      isAnswerLost = false
      isDead ||= isCut
      if (!isDead) browser.write(bytes)
      if (isAnswerAwaited && trap !== null) trap = { ...trap, after: undefined }
      isAnswerAwaited = false
    })
  })
  return {
    address: await listen(server),
    cut,
    cutAt: (call, lost, after) => {
      trap = { call, lost, after }
    },
    whenCut: () => told.promise,
    mend: () => {
      isCut = false
      told = Promise.withResolvers()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await close(server)
    },
  }
}

/** On a free port; returns the address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
