// nginx as it is copied from here, in front of two servers that serve, refuse, die or are not there.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../launch/free-port.ts'
import { makeCertificate } from './certificate.ts'

const isThere = spawnSync('sh', ['-c', 'command -v nginx']).status === 0

const serve: RequestListener = ({ headers }, response) =>
  response.end(`for ${String(headers['x-forwarded-for'])}`)
const refuse: RequestListener = (_, response) => response.writeHead(503).end('refused, nothing was sold')
/** As a server that is killed while it works. */
const die: RequestListener = ({ socket }) => socket.destroy()

/** A server that notes the methods of what it is asked. */
async function startServer(answer: RequestListener): Promise<{ port: number; asked: unknown[] }> {
  const asked: unknown[] = []
  const server = createServer((message, response) => {
    asked.push(message.method)
    answer(message, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, asked }
}

async function startNginx(...[one, two]: [number, number]): Promise<{ plain: number; tls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [plain, tls] = [await freePort(), await freePort()]
  const site = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/flexpower.pem', makeCertificate(folder))
    .replace('listen 80 ', `listen 127.0.0.1:${plain} `)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${one}`)
    .replace('server 127.0.0.1:3001', `server 127.0.0.1:${two}`)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = kept.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
  const whole = join(folder, 'nginx.conf')
  const log = join(folder, 'error.log')
  writeFileSync(
    whole,
    `daemon off; pid ${folder}/pid; error_log ${log}; events {} http { access_log off; ${paths} ${site} }`,
  )
  const nginx = spawn('nginx', ['-e', log, '-c', whole])
  const hasEnded = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await hasEnded
  })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${plain}`, { redirect: 'manual' }), 30_000)
  return { plain, tls }
}

type Answer = [status: number | undefined, text: string]

async function call(port: number, method = 'GET', path = '/', headers = {}): Promise<Answer> {
  const options = { port, method, path, headers, agent: false, rejectUnauthorized: false }
  const sent = request({ host: '127.0.0.1', ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return [response.statusCode, await text(response)]
}

/** Often enough that each of two servers has its turn, one after the other. */
async function callOften(port: number, method: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let count = 0; count < 6; count++) answers.push(await call(port, method))
  return answers
}

describe.runIf(isThere)('nginx', () => {
  test('sends http to https, hides the metrics, and says itself who asked', async () => {
    const [one, two] = [await startServer(serve), await startServer(serve)]
    const { plain, tls } = await startNginx(one.port, two.port)
    const { status, headers } = await fetch(`http://127.0.0.1:${plain}/login`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, 'https://127.0.0.1/login'])
    expect(await call(tls, 'GET', '/metrics')).toEqual([404, expect.any(String)])
    expect(await call(tls, 'GET', '/', { 'x-forwarded-for': '8.8.8.8' })).toEqual([200, 'for 127.0.0.1'])
    expect([...one.asked, ...two.asked]).toEqual(['GET'])
  })

  test('answers from the living server, also a sale, while nothing listens where the other one was', async () => {
    const living = await startServer(serve)
    const { tls } = await startNginx(1, living.port)
    for (const method of ['GET', 'POST'])
      for (const answer of await callOften(tls, method)) expect(answer).toEqual([200, 'for 127.0.0.1'])
  })

  test('asks the other server for a page when one dies over it', async () => {
    const [dying, living] = [await startServer(die), await startServer(serve)]
    const { tls } = await startNginx(dying.port, living.port)
    for (const answer of await callOften(tls, 'GET')) expect(answer).toEqual([200, 'for 127.0.0.1'])
    expect(dying.asked).toContain('GET')
  })

  test('never sends a sale twice, not even when the server dies over it', async () => {
    const [dying, living] = [await startServer(die), await startServer(serve)]
    const { tls } = await startNginx(dying.port, living.port)
    await callOften(tls, 'POST')
    expect(dying.asked).toContain('POST')
    expect([...dying.asked, ...living.asked]).toHaveLength(6)
  })

  test('passes a refusal on, with its words, and asks nobody else', async () => {
    const [one, two] = [await startServer(refuse), await startServer(refuse)]
    const { tls } = await startNginx(one.port, two.port)
    const answers = [...(await callOften(tls, 'GET')), ...(await callOften(tls, 'POST'))]
    for (const answer of answers) expect(answer).toEqual([503, 'refused, nothing was sold'])
    expect([...one.asked, ...two.asked]).toHaveLength(answers.length)
  })
})
