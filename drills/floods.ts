// S9: requests that are slow, endless, huge or broken, while an honest cashier keeps selling.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { readToken } from '../bench/installation.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { electricityOrder, type OrderAnswer, send } from './counter.ts'
import { ask, isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const ADMIN = 1
const HONEST = 200
const HONEST_WITHIN_MS = 1_500
const CONNECTIONS = 800
const clientToken = parseConfig({}).clientAccessToken

const slow: Record<string, string[]> = {
  'slow headers': ['-H', '-t', 'GET'],
  'slow bodies': ['-B', '-t', 'POST', '-s', '8192'],
  'slow reading': ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3'],
  'many ranges': ['-R', '-t', 'HEAD'],
}

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\n${CLIENT_TOKEN_HEADER}: ${clientToken}\r\n${SESSION_TOKEN_HEADER}: ${readToken(ADMIN)}\r\n${more}`
const post = (path: string, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(
      `${head(`POST ${API_BASE}${path}`, `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n`)}\r\n`,
    ),
    Buffer.from(body),
  ])
const get = (path: string, more = '') => Buffer.from(head(`GET ${path}`, `${more}connection: close\r\n\r\n`))

/** Each is answered with a refusal, or its connection is closed; none is a fault. */
const broken: Record<string, Buffer> = {
  'a nest of 8,000 lists': post('verify', '['.repeat(8_000)),
  'a nest of a million lists': post('verify', '['.repeat(1_000_000)),
  'a nest of 1,000 objects': post('verify', '{"a":'.repeat(1_000)),
  'a thousand million digits to come': Buffer.from(
    `${head(`POST ${API_BASE}verify`, 'content-type: application/json\r\ncontent-length: 1000000000\r\n')}\r\n${'1'.repeat(100_000)}`,
  ),
  'a number of 15,000 digits': post('verify', `{"amount":${'9'.repeat(15_000)}}`),
  '10,000 keys': post('verify', `{${Array.from({ length: 1_200 }, (_, n) => `"k${n}":0`).join()}}`),
  'a NUL byte': post('contact-us', '{"name":"a\\u0000b","email":"a@b.gm","message":"x"}'),
  'a lone surrogate': post('contact-us', '{"name":"a\\ud800b","email":"a@b.gm","message":"x"}'),
  'bytes that are no UTF-8': post(
    'contact-us',
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ),
  'a header of 64 KB': get('/healthz', `x-long: ${'a'.repeat(65_536)}\r\n`),
  '2,000 headers': get(
    `${API_BASE}counter`,
    Array.from({ length: 2_000 }, (_, n) => `x-${n}: 1\r\n`).join(''),
  ),
  'a path of 64 KB': get(`/${'a'.repeat(65_536)}`),
  'dots in the name of a backup': get(`${API_BASE}backups/..%2f..%2fbackup.key/download`),
  'dots in a path': get('/../../etc/passwd'),
  'dots, escaped': get('/%2e%2e/%2e%2e/etc/passwd'),
  'a NUL in a path': get(`${API_BASE}users/getlist/1%00`),
  'two lengths': Buffer.from(
    `${head(`POST ${API_BASE}verify`, 'content-length: 2\r\ncontent-length: 3\r\n')}\r\n{}`,
  ),
  'length and chunks': Buffer.from(
    `${head(`POST ${API_BASE}verify`, 'content-length: 2\r\ntransfer-encoding: chunked\r\n')}\r\n0\r\n\r\n`,
  ),
  'a line break in a header': Buffer.from(`GET /healthz HTTP/1.1\r\nHost: x\r\nx-a: 1\rx-b: 2\r\n\r\n`),
  'no HTTP at all': Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
}

export async function floods(size: Size) {
  const seconds = size(30)
  const rounds = size(50)
  const ground = await layGround({ servers: 1 })
  const url = ground.directUrl()
  try {
    await ask(url, `update users set type = 'Admin' where id = ${ADMIN}`)
    await ground.servers[0]?.start()
    const address = ground.servers[0]?.address ?? ''
    const over = { isSo: false }
    const honest: OrderAnswer[] = []
    const selling = (async () => {
      for (let n = 0; !over.isSo; n += 1) {
        honest.push(await send(address, electricityOrder(HONEST, fleetMeter(n))))
        await sleep(50)
      }
    })()
    const open: string[] = []
    for (const [name, how] of Object.entries(slow))
      open.push(`${name}: ${await slowly(address, how, seconds)}`)
    let faults = 0
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        Object.entries(broken).map(async ([name, bytes]) => {
          const status = await tell(address, bytes)
          // Some calls refuse with 200: their clients read the body.
          if (status === 0 || (status >= 200 && status < 500)) return
          faults += 1
          console.log(`${name}: ${status}`)
        }),
      )
    over.isSo = true
    await selling
    const unsold = honest.filter(({ status }) => status !== 'success').length
    const times = honest.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => times[Math.floor(times.length * part)])
    const verdict = await ground.verdict()
    return {
      passed:
        isClean(verdict) &&
        faults === 0 &&
        unsold === 0 &&
        p99 <= HONEST_WITHIN_MS &&
        ground.servers[0]?.isAlive() === true,
      figures: `slowhttptest with ${CONNECTIONS} connections, ${seconds} s each of ${Object.keys(slow).join(', ')}; ${Object.keys(broken).length} kinds of broken requests × ${rounds}: ${faults} faults; the honest cashier: ${honest.length} sales, ${unsold} failed, ${p50.toFixed(0)} ms (median), ${p99.toFixed(0)} ms (p99); ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}

/** How the program reports its end. */
async function slowly(address: string, how: string[], seconds: number): Promise<string> {
  const target = how.includes('-B') ? `${address}${API_BASE}login` : `${address}/healthz`
  const child = spawn(
    'slowhttptest',
    [
      '-c',
      String(CONNECTIONS),
      '-r',
      '400',
      '-i',
      '4',
      '-x',
      '24',
      '-p',
      '3',
      '-l',
      String(seconds),
      '-u',
      target,
      ...how,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const failed = once(child, 'error').then(() => {
    throw new Error('slowhttptest is missing: apt-get install slowhttptest')
  })
  let said = ''
  child.stdout.on('data', (bytes) => (said = (said + String(bytes)).slice(-2_000)))
  await Promise.race([once(child, 'exit'), failed])
  return /Exit status: +(.*)/.exec(stripVTControlCharacters(said))?.[1] ?? ''
}

/** The status of the answer; 0 if the connection was closed without one. */
async function tell(address: string, bytes: Buffer): Promise<number> {
  const { port } = new URL(address)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  let said = ''
  socket.on('error', () => {}).on('data', (chunk) => (said += String(chunk)))
  socket.write(bytes)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await Promise.race([closed, sleep(25_000)])
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)
}
