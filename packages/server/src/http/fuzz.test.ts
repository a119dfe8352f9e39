// S1: every call of the contract with unusual fields, by a user who may call everything. Whatever comes in, the answer
// is one that the contract knows, and never a fault.
import {
  API_BASE,
  asksWindow,
  CallRefused,
  type Endpoint,
  endpoints,
  eventStream,
  file,
  isList,
  readAnswer,
  listWireNames,
} from '@flexpower/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { figure, sized } from '../testing/size.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const signIn = () => world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
let admin = await signIn()

const REQUESTS = sized(25, 5_000)
/** Each of these keeps the machine busy for a second. */
const SLOW = new Map([['backups.make', 25]])
let sent = 0
afterAll(() => figure(`${sent} requests to ${endpoints.length - LEAVES.size} calls`))
/** Values that have broken servers before. */
const NASTY: unknown[] = [
  null,
  true,
  -1,
  0,
  1e21,
  2 ** 53 + 2,
  '',
  ' ',
  '0x64',
  '1e3',
  'Infinity',
  'NaN',
  '-0',
  '١٢٣',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  "' or 1=1 --",
  '\u202eabc',
  '%',
  '_'.repeat(300),
  'x'.repeat(5_000),
  '../../etc/passwd',
  '{"$gt":""}',
  [],
  [[]],
  {},
  { toString: 1 },
]
const value = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary' }), fc.jsonValue(), fc.integer())

/** Those that would end the session that the next request needs. */
const LEAVES = new Set(['session.logout', 'account.endSessions', 'session.changePassword'])

describe.each(endpoints.filter(([name]) => !LEAVES.has(name)))('%s', (callName, call) => {
  test('answers anything without a fault, in the shape that it promises', async () => {
    const names = [...listWireNames(call.request).values()]
    const bodies = fc.sample(
      fc.dictionary(fc.constantFrom(...names, '__proto__', 'extra'), value, { maxKeys: names.length + 2 }),
      { numRuns: Math.min(REQUESTS, SLOW.get(callName) ?? REQUESTS), seed: 20_261_114 },
    )
    for (const body of bodies) {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (__, name: string) =>
        encodeURIComponent(readText(body[name]) || '1'),
      )
      const inBody = call.method === 'POST' || call.method === 'PUT'
      const query = inBody ? {} : listTexts(body)
      const asked = inBody ? '' : `?${new URLSearchParams(query).toString()}`
      const answer = await admin.send(call.method, `${API_BASE}${path}${asked}`, inBody ? { body } : {})
      sent += 1
      const seen = `${answer.status} for ${path}${asked} ${JSON.stringify(body)}`.slice(0, 400)
      expect(answer.status, seen).toBeLessThan(500)
      const promised = isList(call) && asksWindow(query) ? call.window : call
      if (answer.status !== 404) expectPromised(promised, answer, seen)
      if (answer.status === 401) admin = await signIn()
    }
  })
})

/** As the browser would read it: an answer, or a text for the user. */
function expectPromised(call: Endpoint, { status, body }: { status: number; body: unknown }, seen: string) {
  if (call.response === file || call.response === eventStream) return
  try {
    readAnswer(call, status, body)
  } catch (error) {
    expect(error, seen).toBeInstanceOf(CallRefused)
    expect((error as CallRefused).message, seen).toMatch(/\w/)
  }
}

const readText = (given: unknown): string =>
  typeof given === 'string' && given.isWellFormed() && given !== '.' && given !== '..' ? given : ''

const listTexts = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, given]) => [name, readText(given)]))
