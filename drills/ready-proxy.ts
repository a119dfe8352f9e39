// A proxy as haproxy is set up in front of several servers: it asks each for /readyz, sends requests to those that are
// ready, and on a lost connection sends a request again elsewhere if it has an Idempotency-Key.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_HEADER } from '@flexpower/contract'

const ASK_EVERY_MS = 200
const NOT_PASSED_ON = new Set(['connection', 'transfer-encoding', 'content-length', 'keep-alive', 'host'])

export interface ReadyProxy {
  address: string
  /** Resolves when it is ready and gets requests. */
  add(server: string): Promise<void>
  remove(server: string): void
  countRepeats(): number
  close(): Promise<void>
}

export async function startReadyProxy(): Promise<ReadyProxy> {
  const servers = new Map<string, boolean>()
  let [turn, repeats] = [0, 0]
  const look = async (server: string) => {
    const isReady = await fetch(`${server}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (servers.has(server)) servers.set(server, isReady)
  }
  const asking = setInterval(() => void Promise.all([...servers.keys()].map(look)), ASK_EVERY_MS)
  const choose = () => {
    const ready = [...servers].flatMap(([server, isReady]) => (isReady ? [server] : []))
    return ready[(turn += 1) % ready.length]
  }
  const proxy = createServer((request, response) => void passOn(request, response))
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    for (let tries = 0; tries < 3; tries += 1) {
      const server = choose()
      if (tries > 0) repeats += 1
      const answer = server && (await forward(server, request, body).catch(() => null))
      if (answer) return response.writeHead(answer.status, answer.headers).end(answer.body)
      if (server && request.headers[IDEMPOTENCY_HEADER.toLowerCase()] === undefined) break
      await sleep(ASK_EVERY_MS)
    }
    return response.writeHead(502, { 'content-type': 'application/json' }).end('{"status":"no server"}')
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    add: async (server) => {
      servers.set(server, false)
      while (servers.get(server) !== true) await sleep(ASK_EVERY_MS / 4)
    },
    remove: (server) => void servers.delete(server),
    countRepeats: () => repeats,
    close: async () => {
      clearInterval(asking)
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Throws if the connection is lost before the whole answer has arrived. */
async function forward(
  server: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
) {
  const answer = await fetch(server + url, {
    method,
    headers: keepPassed(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body.length === 0 ? null : body,
    redirect: 'manual',
  })
  return {
    status: answer.status,
    headers: keepPassed([...answer.headers]),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

const keepPassed = (headers: [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.filter(([name]) => !NOT_PASSED_ON.has(name)))
