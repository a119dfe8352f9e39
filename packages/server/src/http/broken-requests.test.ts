// S1: requests that are broken in every way that we know, to every call of the OpenAPI document, by nobody, by a Cashier
// and by an Admin. Each answer is one that the document describes, and none is a fault of ours.
import { CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentedCall, readDocument } from '../testing/api-document.ts'
import {
  type BrokenRequest,
  breakRequests,
  listDamaged,
  sendAsItIs,
  sendBytes,
} from '../testing/broken-requests.ts'
import { buildInputs, type SeenValues } from '../testing/schema-values.ts'
import { figure, sized } from '../testing/size.ts'
import { createWorld, type RawAnswer } from '../testing/world.ts'

const REQUESTS = sized(12, 400)
/** Each success keeps the machine busy for a second. */
const SLOW = new Set(['backups.make'])

const world = await createWorld()
const { document, calls, findCall, findFault, compile } = await readDocument(world.visitor)
const seen: SeenValues = { named: new Map() }
const statuses = new Map<number, number>()
afterAll(() =>
  figure(
    `${[...statuses.values()].reduce((sum, count) => sum + count, 0)} broken requests to ${calls.length} calls, answered with ${[...statuses].map(([status, count]) => `${status} (${count})`).join(', ')}`,
  ),
)

const callers = ['nobody', 'Cashier', 'Admin', 'stranger', 'unknown client'] as const
type CallerName = (typeof callers)[number]
const tokens = new Map<CallerName, string>()

async function writeHeaders(caller: CallerName): Promise<Record<string, string>> {
  if (caller === 'unknown client') return { [CLIENT_TOKEN_HEADER]: '\u00ff' }
  const client = { [CLIENT_TOKEN_HEADER]: world.config.clientAccessToken }
  if (caller === 'nobody') return client
  if (caller === 'stranger') return { ...client, [SESSION_TOKEN_HEADER]: "' or 1=1 --" }
  const token =
    tokens.get(caller) ??
    (await world.signIn({ type: caller, mayTakePostpaid: true, remember: true })).token ??
    ''
  tokens.set(caller, token)
  return { ...client, [SESSION_TOKEN_HEADER]: token }
}

/** An address without a call is answered in the plain shape; HEAD is answered as GET is, without a body. */
function findWrong(asked: BrokenRequest, answer: RawAnswer): string | null {
  const isHead = asked.method === 'HEAD'
  const call = findCall(isHead ? 'GET' : asked.method, asked.address)
  if (call && isHead)
    return String(answer.status) in call.operation.responses ? null : 'the status is not in the document'
  if (call) return findFault(call, answer)
  if (isHead) return null
  const fits = compile(['components', 'schemas', 'Failure.plain'])
  return fits(answer.body) ? null : JSON.stringify(fits.errors)
}

describe.each(calls.map((call) => [call.operation.operationId, call] as const))('%s', (name, call) => {
  test('answers a broken request as the document says', async () => {
    for (const [turn, asked] of sampleBroken(call, SLOW.has(name) ? 2 : REQUESTS).entries()) {
      const caller = callers[turn % callers.length] ?? 'nobody'
      const answer = await sendAsItIs(world.address, asked, await writeHeaders(caller))
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const told =
        `${caller}: ${asked.method} ${asked.address} ${JSON.stringify(asked.headers)} ${asked.content} → ${answer.status} ${JSON.stringify(answer.body)}`.slice(
          0,
          1_500,
        )
      expect(answer.status, told).toBeLessThan(500)
      expect(findWrong(asked, answer), told).toBe(null)
      // It may have ended its own session.
      if (answer.status === 401) tokens.delete(caller)
    }
  })
})

test('what is no HTTP is answered as the document says too', async () => {
  const headers = await writeHeaders('nobody')
  // Node's HTTP server does not tell calls apart; their shapes and methods are all among every fifth.
  for (const call of calls.filter((_, at) => at % 5 === 0))
    for (const sent of listDamaged(call, headers)) {
      const answer = await sendBytes(world.address, sent)
      const told = `${sent.slice(0, 300)} → ${answer?.status} ${JSON.stringify(answer?.body)}`
      if (answer === null) expect.fail(told)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      expect(answer.headers.get('x-content-type-options'), told).toBe('nosniff')
      expect(findFault(call, answer), told).toBe(null)
    }
})

const sampleBroken = (call: DocumentedCall, count: number): BrokenRequest[] =>
  fc.sample(breakRequests(call, buildInputs(call, document, seen)), { numRuns: count, seed: 20_261_118 })

test('the books are right after all that', async () => {
  await world.expectCleanBooks()
})
