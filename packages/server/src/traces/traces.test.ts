import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../launch/free-port.ts'
import { createIncms } from '../gateways/incms.ts'
import { systemClock } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { createTraces } from './otlp.ts'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: unknown[]
}

/** A collector: what was sent to it. */
const received: ReceivedSpan[] = []
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { resourceSpans } = (await json(request)) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
  }
  for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) received.push(...spans)
  response.end('{}')
}
const collector = createServer((request, response) => void take(request, response))
await once(collector.listen(0, '127.0.0.1'), 'listening')
const { port } = collector.address() as AddressInfo
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

const open = (url: string, lost: unknown[] = []) =>
  createTraces({ url, service: 'flexpower', clock: systemClock, onLost: (error) => void lost.push(error) })

const traces = open(`http://127.0.0.1:${port}/v1/traces`)
const world = await createWorld({ traces })
const cashier = await world.signIn()
await loadFloat(world.db, world.clock, cashier.user.id, 100_000_00)

async function sell(headers: Record<string, string>) {
  const body = { ['meter_number']: fleetMeter(1), amount: 100, telephone: '7712345' }
  await cashier.send('POST', `${API_BASE}verify`, { body })
  return cashier.send('POST', `${API_BASE}transactions`, { body, headers })
}

test('a sale is one trace from the request through the ledger to the utility', async () => {
  const traceId = 'a'.repeat(32)
  const parent = 'b'.repeat(16)
  const answer = await sell({
    'idempotency-key': randomUUID(),
    traceparent: `00-${traceId}-${parent}-01`,
  })
  expect(answer.status).toBe(200)
  await expect.poll(() => received.some(({ name }) => name === 'confirm a sale')).toBe(true)
  await expect.poll(() => received.filter((span) => span.traceId === traceId).length).toBe(4)
  const ours = received.filter((span) => span.traceId === traceId)
  const root = ours.find(({ name }) => name === 'electricity.sell')
  expect(root?.parentSpanId).toBe(parent)
  expect(ours.map(({ name }) => name).toSorted()).toEqual([
    'confirm a sale',
    'electricity.sell',
    'open a sale',
    'order to the utility',
  ])
  for (const span of ours) {
    if (span !== root) expect(span.parentSpanId, span.name).toBe(root?.spanId)
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
  }
  const { reference } = await world.db.selectFrom('vend').select('reference').executeTakeFirstOrThrow()
  expect(ours.find(({ name }) => name === 'open a sale')?.attributes).toContainEqual({
    key: 'reference',
    value: { stringValue: reference },
  })
  await world.expectCleanBooks()
})

test('the repetitions of a sale, by its key, are in one trace; a damaged header is not believed', async () => {
  const key = randomUUID()
  const before = received.length
  await sell({ 'idempotency-key': key, traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` })
  await sell({ 'idempotency-key': key, traceparent: 'garbage' })
  const roots = () => received.slice(before).filter(({ name }) => name === 'electricity.sell')
  await expect.poll(() => roots().length).toBe(2)
  const [one, two] = roots()
  expect(one?.traceId).toBe(two?.traceId)
  expect(one?.traceId).not.toMatch(/^0+$/)
  expect(one).not.toHaveProperty('parentSpanId')
})

test('the utility gets the traceparent of the span that asks it, and none outside of a trace', async () => {
  const told: (string | undefined)[] = []
  const between = createServer((request, response) => {
    told.push(request.headers['traceparent'] as string | undefined)
    const { method, headers } = request
    const onward = ask(
      new URL(request.url ?? '', world.utility.access.url),
      { method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(onward)
  })
  await once(between.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const gateway = createIncms({ ...world.utility.access, url }, { traces })
  await traces.request(
    'a request',
    { traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`, key: '' },
    async () => {
      expect((await gateway.vendorInfo()).kind).toBe('accepted')
    },
  )
  await gateway.close()
  between.close()
  const sent = told.filter((each) => each !== undefined)
  expect(sent).toEqual([expect.stringMatching(new RegExp(`^00-${'c'.repeat(32)}-[\\da-f]{16}-01$`))])
  expect(sent[0]).not.toContain('d'.repeat(16))
  expect(traces.traceparent()).toBeNull()
})

test('a collector that is away delays nobody, ends nothing, and is told once', async () => {
  const lost: unknown[] = []
  const away = open(`http://127.0.0.1:${await freePort()}/v1/traces`, lost)
  expect(await away.span('step', {}, async () => 'done')).toBe('done')
  await expect(
    away.span('step', {}, async () => {
      throw new Error('a fault')
    }),
  ).rejects.toThrow('a fault')
  await away.close()
  await away.span('step', {}, async () => 'done')
  await away.close()
  expect(lost).toHaveLength(1)
})
