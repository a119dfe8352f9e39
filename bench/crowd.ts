// A crowd of cashiers: sales sent at a steady rate, whatever happens to earlier ones, over connections that stay open.
// It runs in a separate process and reads only the head of an answer, because a busy crowd would measure itself.
import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, CLIENT_TOKEN_HEADER, IDEMPOTENCY_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { randomUUID } from 'node:crypto'
import { CASHIERS, METERS_A_CASHIER, readToken } from './installation.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'

export interface Rush {
  address: string
  /** The target rate; a connection that waits for its answer sends nothing. */
  perSecond: number
  seconds: number
  connections: number
  /** Meters of the simulator from here on, so that no two rushes sell to the same; null: those verified before. */
  firstMeter: number | null
}

/** How long each answer took, in milliseconds: sold, told to retry, and anything else. */
export interface Answers {
  admitted: number[]
  refused: number[]
  other: number[]
}

export interface RushAnswers extends Answers {
  /** Sold in each second while new requests were sent. */
  soldPerSecond: number
}

const TICK_MS = 5
const CONNECTED = 'connected'
const PATIENCE_MS = 60_000

/** Resolves when the last answer has come. `onConnected`: the connections are open, and nothing has been sent. */
export const rush = (plan: Rush, onConnected = () => {}): Promise<RushAnswers> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [JSON.stringify(plan)])
    child.on('message', (said) => (said === CONNECTED ? onConnected() : resolve(said as RushAnswers)))
    child.once('exit', () => reject(new Error('the crowd went away without an answer')))
  })

const clientToken = parseConfig({}).clientAccessToken

const verifiedMeter = (cashier: number, serial: number) =>
  `9${String(cashier).padStart(4, '0')}${String(serial % METERS_A_CASHIER).padStart(6, '0')}`

function requestTo(address: URL, serial: number, firstMeter: number | null): string {
  const cashier = 1 + (serial % CASHIERS)
  const meter =
    firstMeter === null
      ? verifiedMeter(cashier, Math.floor(serial / CASHIERS))
      : fleetMeter(firstMeter + serial)
  const text = JSON.stringify({ meter_number: meter, amount: 100, telephone: '7712345' })
  return [
    `POST ${API_BASE}transactions HTTP/1.1`,
    `host: ${address.host}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
    `${CLIENT_TOKEN_HEADER}: ${clientToken}`,
    `${SESSION_TOKEN_HEADER}: ${readToken(cashier)}`,
    `${IDEMPOTENCY_HEADER}: ${randomUUID()}`,
    '',
    text,
  ].join('\r\n')
}

type Send = (request: string) => void

/** One connection after the other in the same place. `onFree` gets the function that sends the next request. */
function keepConnected(
  address: URL,
  onFree: (send: Send) => void,
  onAnswer: (kind: keyof Answers, ms: number) => void,
) {
  let sentAt = 0
  let read = ''
  const socket = connect(Number(address.port), address.hostname)
  const free = () =>
    onFree((request) => {
      sentAt = performance.now()
      socket.write(request)
    })
  const answered = (kind: keyof Answers) => {
    onAnswer(kind, performance.now() - sentAt)
    sentAt = 0
    read = ''
  }
  socket.setEncoding('latin1')
  socket.setNoDelay()
  socket.once('connect', free)
  socket.on('data', (part: string) => {
    read += part
    const head = read.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(read)?.[1]
    if (head < 0 || length === undefined || read.length < head + 4 + Number(length)) return
    const closes = /\r\nconnection: close\r\n/i.test(read)
    answered(nameKind(read))
    // What is sent on a connection that ends with its answer is lost.
    if (!closes) free()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (sentAt > 0) answered('other')
    if (!isOver) keepConnected(address, onFree, onAnswer)
  })
}

function nameKind(answer: string): keyof Answers {
  const status = answer.slice(9, 12)
  if (status === '200') return 'admitted'
  return (status === '503' || status === '429') && /\r\nretry-after: /i.test(answer) ? 'refused' : 'other'
}

let isOver = false

async function run(plan: Rush): Promise<RushAnswers> {
  const address = new URL(plan.address)
  const answers: Answers = { admitted: [], refused: [], other: [] }
  const idle: Send[] = []
  let underWay = 0
  let serial = 0
  for (let each = 0; each < plan.connections; each += 1)
    keepConnected(
      address,
      (send) => idle.push(send),
      (kind, ms) => {
        underWay -= 1
        answers[kind].push(ms)
      },
    )
  // Opening thousands of connections is work, and none that is measured here.
  for (const late = performance.now() + PATIENCE_MS; idle.length < plan.connections; await sleep(TICK_MS))
    if (performance.now() > late) throw new Error(`only ${idle.length} connections could be opened`)
  process.send?.(CONNECTED)
  const begun = performance.now()
  for (let sent = 0; performance.now() - begun < plan.seconds * 1000; await sleep(TICK_MS)) {
    const due = Math.floor(((performance.now() - begun) / 1000) * plan.perSecond)
    // What could not be sent in time is dropped: it would come as one burst.
    const room = Math.min(due - sent, idle.length)
    sent = due
    for (const send of idle.splice(0, room)) {
      underWay += 1
      serial += 1
      send(requestTo(address, serial, plan.firstMeter))
    }
  }
  const soldPerSecond = answers.admitted.length / ((performance.now() - begun) / 1000)
  const late = performance.now() + PATIENCE_MS
  const isAnswered = () => underWay === 0
  while (!isAnswered() && performance.now() < late) await sleep(20)
  isOver = true
  answers.other.push(...Array.from({ length: underWay }, () => PATIENCE_MS))
  return { ...answers, soldPerSecond }
}

const plan = process.argv[1] === import.meta.filename ? process.argv[2] : undefined
if (plan !== undefined) process.send?.(await run(JSON.parse(plan) as Rush), () => process.exit())
