import { describe, expect, test } from 'vitest'
import { certainErrors, readError } from './incms-errors.ts'
import { profiles } from './incms-profile.ts'
import { createIncms } from './incms.ts'
import { openCounter } from './testing/counter.ts'

const counter = openCounter()

const rows = certainErrors.flatMap(({ layer, status, codes, proves }) =>
  codes.map((code) => [layer, status, code, proves] as const),
)
const application = (code: string) => JSON.stringify({ code, msgUser: 'Their words', msgDeveloper: 'x' })
const manager = (code: string) => JSON.stringify({ code, message: 'Their words', description: 'x' })
const inEnvelope = (code: string) =>
  JSON.stringify({ fault: { code: Number(code), message: 'Their words', description: 'x' } })
const inXml = (code: string) =>
  `<ams:fault xmlns:ams="http://wso2.org/apimanager/security"><ams:code>${code}</ams:code>` +
  `<ams:message>Their words</ams:message><ams:description>x</ams:description></ams:fault>`

/** Sells, and the utility gives this answer. */
async function sellAnswered(status: number, body: string, times = 1) {
  const order = await counter.orderFor(counter.newMeter())
  const before = counter.utility.control.seen('sell')
  for (let round = 0; round < times; round += 1) counter.utility.control.failNext('sell', { status, body })
  const outcome = await counter.incms.sell(order)
  return { outcome, sent: counter.utility.control.seen('sell') - before, sold: counter.soldAs(order).length }
}

describe('a code that a profile knows to come before a sale', () => {
  const refusals = ['MTR-0042']
  const body: unknown = JSON.parse(application('MTR-0042'))
  test.each([
    [400, 'refused'],
    [422, 'refused'],
    [404, 'unknown'],
    [408, 'unknown'],
    [409, 'unknown'],
    [500, 'unknown'],
  ])('with status %i: %s', (status, proves) => {
    expect(readError(status, '', body, refusals)).toMatchObject({ proves, message: 'Their words' })
    expect(readError(status, '', body)).toMatchObject({ proves: 'unknown' })
  })

  test('gives the money back at once, with the utility’s text', async () => {
    const gateway = createIncms({ ...counter.utility.access, profile: { ...profiles.nawec, refusals } })
    const order = await counter.orderFor(counter.newMeter())
    counter.utility.control.failNext('sell', { status: 400, body: application('MTR-0042') })
    const outcome = await gateway.sell(order).finally(() => gateway.close())
    expect(outcome).toMatchObject({ kind: 'refused', message: 'Their words' })
  })
})

describe('an error releases money only when it is known to come before the sale', () => {
  const refusals = rows.filter(([layer]) => layer === 'application')
  test.each(refusals)('%s, %i %s: refused, with the utility’s text', async (_, status, code) => {
    expect(await sellAnswered(status, application(code))).toMatchObject({
      outcome: { kind: 'refused', code, message: 'Their words' },
      sent: 1,
    })
  })

  const shapes = [
    ['as of 4.0', manager],
    ['in an envelope', inEnvelope],
    ['in XML', inXml],
  ] as const
  const fromManager = rows
    .filter(([layer]) => layer === 'API manager')
    .flatMap(([, status, code]) => shapes.map(([shape, write]) => [status, code, shape, write] as const))

  test.each(fromManager.filter(([status]) => status !== 401))(
    'API manager, %i %s %s: not executed, so refused',
    async (status, code, _shape, write) => {
      expect(await sellAnswered(status, write(code))).toMatchObject({
        outcome: { kind: 'refused', code, message: expect.stringContaining('Nothing was sold') as string },
        sent: 1,
        sold: 0,
      })
    },
  )

  test.each(fromManager.filter(([status]) => status === 401))(
    'API manager, %i %s %s: not executed, so sent once more and never again',
    async (status, code, _shape, write) => {
      expect(await sellAnswered(status, write(code))).toMatchObject({
        outcome: { kind: 'accepted' },
        sent: 2,
        sold: 1,
      })
      expect(await sellAnswered(status, write(code), 2)).toMatchObject({
        outcome: { kind: 'refused', code },
        sent: 2,
        sold: 0,
      })
    },
  )

  const spring = '{"timestamp":"2026-11-16T17:00:00Z","status":400,"error":"Bad Request","path":"/x"}'
  test.each([
    ['a code that is not listed', 400, application('SOMETHING_NEW')],
    ['no code', 400, '{"msgUser":"no"}'],
    ['the code of the manager from the application', 401, application('900901')],
    ['a code of the application from the manager', 400, manager('AMOUNT_SMALL')],
    ['a listed code of the manager with another status', 400, manager('900800')],
    ['a code of the manager that is not listed', 403, manager('900909')],
    ['not found', 404, application('METER_NOT_FOUND')],
    ['a time-out', 408, application('VENDOR_BALANCE')],
    ['a conflict', 409, application('VENDOR_BALANCE')],
    ['too many requests, from nobody knows whom', 429, '{"error":"Too Many Requests"}'],
    ['a client that went away', 499, application('VENDOR_BALANCE')],
    ['an error of the server', 500, application('VENDOR_BALANCE')],
    ['an error of the server from the manager', 503, manager('900800')],
    ['Spring', 400, spring],
    ['Spring without a path', 404, '{"error":"Not Found"}'],
    ['HTML', 403, '<html><h1>403 Forbidden</h1></html>'],
    ['XML of somebody else', 401, '<error><code>900901</code><message>x</message></error>'],
    ['an empty body', 429, ''],
    ['nothing but a code', 401, '{"fault":{"code":900901}}'],
  ])('%s leaves it open: %i', async (_, status, body) => {
    expect(await sellAnswered(status, body)).toMatchObject({
      outcome: { kind: 'unknown', sent: true },
      sent: 1,
    })
  })
})

test('a query may be refused by any documented error', async () => {
  counter.utility.control.failNext('vendorInfo', { status: 404, body: application('SOMETHING_NEW') })
  expect(await counter.incms.vendorInfo()).toMatchObject({ kind: 'refused', message: 'Their words' })
})

test.each([
  ['2026-Nov-16 17:05:00+0000 UTC', 'try again after 17:05.'],
  ['soon', 'try again in a minute.'],
  [undefined, 'try again in a minute.'],
])('too many requests say when to try again: %s', (nextAccessTime, expected) => {
  const body = { code: '900800', message: 'Message throttled out', nextAccessTime }
  expect(readError(429, '', body)?.message).toContain(expected)
})
