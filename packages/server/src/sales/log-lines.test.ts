import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld({ saleMs: 1_000 })
const cashier = await world.signIn()
await loadFloat(world.db, world.clock, cashier.user.id, 100_000_00)
const PHONE = '7798765'

async function sell(meter: string) {
  const body = { ['meter_number']: meter, amount: 100, telephone: PHONE }
  await cashier.send('POST', `${API_BASE}verify`, { body })
  const headers = { 'idempotency-key': randomUUID() }
  return cashier.send('POST', `${API_BASE}transactions`, { body, headers })
}

interface Line {
  msg: string
  reqId?: string
  requestId?: string
  reference?: string
}
const readLines = () => world.logLines.map((line) => JSON.parse(line) as Line)

test.each([
  ['sold', fleetMeter(1), []],
  ['refused', '99900000177', ['sale refused by the other side']],
  ['undecided', '99900000029', ['outcome of a sale unknown']],
])('every line of a sale that is %s has its reference and its request', async (_how, meter, said) => {
  world.logLines.length = 0
  const answer = await sell(meter)
  const request = answer.headers.get('x-request-id') ?? 'none'
  const { reference } = await world.db
    .selectFrom('vend')
    .select('reference')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await expect
    .poll(() => readLines().filter((line) => line.reference === reference).length)
    .toBe(said.length + 1)
  const lines = readLines().filter((line) => line.reference === reference)
  expect(lines.map(({ msg }) => msg)).toEqual([...said, 'request completed'])
  for (const line of lines) expect(line.requestId ?? line.reqId, line.msg).toBe(request)
})

test('S10 no token, phone number, session or password of a sale is in the log', async () => {
  world.logLines.length = 0
  await sell(fleetMeter(2))
  await sell('99900000029')
  await world.recover(3)
  const { tokens } = await world.db
    .selectFrom('sale')
    .select('tokens')
    .where('subject', '=', fleetMeter(2))
    .executeTakeFirstOrThrow()
  const logged = world.logLines.join('')
  expect(tokens).toHaveLength(1)
  for (const secret of [
    ...tokens,
    PHONE,
    cashier.token ?? '-',
    cashier.user.password,
    world.utility.access.password,
  ])
    expect(logged).not.toContain(secret)
})
