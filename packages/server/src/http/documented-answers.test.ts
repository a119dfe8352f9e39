// S1: whatever is sent, the answer is one that the OpenAPI document describes: its status, its type and every field. The
// requests are made from the schemas of the document, in an installation that has some of everything.
import { api, bututs, saysFailed } from '@flexpower/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { buildAddress, type DocumentedCall, readDocument, readExample } from '../testing/api-document.ts'
import { loadFloat } from '../testing/make.ts'
import { buildInputs, collectValues, type SeenValues } from '../testing/schema-values.ts'
import { figure, sized } from '../testing/size.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const REQUESTS = sized(6, 600)
/** Each of these keeps the machine busy for a second. */
const SLOW = new Set(['backups.make'])

const world = await createWorld()
const { document, calls, findFault } = await readDocument(world.visitor)
const seen: SeenValues = { named: new Map() }
const succeeded = new Set<string>()
let sent = 0
let admin = await signIn('Admin')
let cashier = await signIn('Cashier')

async function signIn(type: 'Admin' | 'Cashier'): Promise<TestCaller & { user: { id: number } }> {
  const caller = await world.signIn({ type, mayTakePostpaid: true, remember: true })
  if (type === 'Admin') return caller
  for (const kind of ['electricity', 'airtime'] as const)
    await loadFloat(world.db, world.clock, caller.user.id, 5_000_000, kind)
  return caller
}

/** The order in which an answer of one call gives the next one something to ask for. */
const walk = calls.toSorted((a, b) => rank(a) - rank(b))
function rank({ method, operation }: DocumentedCall): number {
  // What changes passwords and sessions comes last.
  if (/^(vendor|session|account)\./.test(operation.operationId)) return 2
  return method === 'get' ? 1 : 0
}

await prepare()

describe.each(walk.map((call) => [call.operation.operationId, call] as const))('%s', (name, call) => {
  test('answers as the document says', async () => {
    const inputs = [readExample(call), ...sampleInputs(call, SLOW.has(name) ? 1 : REQUESTS)]
    for (const [turn, input] of inputs.entries()) {
      const isCashier = turn % 3 === 2
      const { address, body } = buildAddress(call, input)
      const caller = isCashier ? cashier : admin
      const answer = await caller.send(call.method.toUpperCase(), address, body ? { body } : {})
      sent += 1
      const told = `${call.method} ${address} ${JSON.stringify(body)} → ${answer.status}`.slice(0, 600)
      expect(answer.status, told).toBeLessThan(500)
      expect(findFault(call, answer), `${told} ${JSON.stringify(answer.body)}`.slice(0, 2000)).toBe(null)
      if (answer.status < 300 && !saysFailed(answer.body)) succeeded.add(name)
      collectValues(seen, answer.body)
      if (answer.status === 401) await signInAgain(isCashier)
    }
  })
})

async function signInAgain(isCashier: boolean): Promise<void> {
  if (isCashier) cashier = await signIn('Cashier')
  else admin = await signIn('Admin')
}

test('the books are right after all that', async () => {
  await world.expectCleanBooks()
})

afterAll(() => {
  const never = walk.map(({ operation }) => operation.operationId).filter((name) => !succeeded.has(name))
  figure(`${sent} requests to ${walk.length} calls; without a success: ${never.join(' ')}`)
})

function sampleInputs(call: DocumentedCall, count: number): Record<string, unknown>[] {
  return fc.sample(buildInputs(call, document, seen), { numRuns: count, seed: 20_261_114 })
}

/** Some of everything: sales of each product, a shift, a sale without an answer, requests, messages. */
async function prepare(): Promise<void> {
  const { user } = cashier
  await cashier.call(api.till.open, { opening: bututs(50_000) })
  const sale = { amount: bututs(25_000), phone: '7712345' }
  await cashier.call(api.electricity.sell, { meter: '37201148261', ...sale })
  await cashier.call(api.electricity.sell, { meter: '99900000011', ...sale })
  await cashier.call(api.airtime.sell, { phone: '3612345', amount: bututs(5_000), operator: 'QCell' })
  await admin.call(api.charges.add, {
    start: bututs(5_000),
    end: bututs(99_999),
    fee: 500,
    kind: 'fixed',
    active: true,
  })
  await cashier.call(api.floats.ask, {
    kind: 'electricity',
    amount: bututs(100_000),
    slipReference: 'BANK-1',
  })
  await world.visitor.call(api.contact.send, { name: 'Awa', email: 'awa@example.gm', message: 'Hello' })
  for (const [method, path] of [
    ['GET', 'transactions/open'],
    ['GET', 'transactions'],
    ['GET', 'till/sessions'],
    ['GET', 'floats/requests'],
    ['GET', 'users/list'],
  ] as const)
    collectValues(seen, (await admin.send(method, `/flexpower/api/${path}`)).body)
  collectValues(seen, { user_id: user.id })
}
