import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, endpoints, IDEMPOTENCY_HEADER, isList, listPaths } from '../index.ts'
import { buildDocument, type Operation } from './document.ts'
import { findAbout, findSummary } from './summaries.ts'
import { describeValue } from './value-types.ts'

const document = await buildDocument('1.2.3', async () => {})
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const find = (name: string): Operation =>
  operations.find(({ operation }) => operation.operationId === name)?.operation ?? expect.fail(name)

test('every call of the contract is in the document, and nothing else', () => {
  const calls = endpoints.flatMap(([, call]) =>
    listPaths(call).map((path) => `${call.method.toLowerCase()} /${path}`),
  )
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(calls.toSorted())
})

test('calls say in a sentence what they are for', () => {
  const silent = endpoints
    .map(([name]) => name.split('.') as [string, string])
    .filter(([noun, verb]) => !findSummary(noun, verb)?.endsWith('.') || !findAbout(noun))
  // A new call has only its name there until somebody writes one.
  expect(silent.length, silent.join('; ')).toBeLessThanOrEqual(5)
})

test('a misspelt path is deprecated, and the one that is spelt right is not', () => {
  expect(
    operations.flatMap(({ path, operation }) => (operation.deprecated ? [path] : [])).toSorted(),
  ).toEqual(['/forgotpassowrd', '/shitEnquiries'])
  for (const path of ['/forgotpassword', '/shiftEnquiries'])
    expect(document.paths[path]?.['post']).not.toHaveProperty('deprecated')
})

describe.each(endpoints)('%s', (name, call) => {
  const operation = find(name)

  test('takes the example of its request', () => {
    const { parameters = [], requestBody } = operation
    const example = requestBody?.content['application/json']?.example as object | undefined
    const given = Object.fromEntries(
      parameters.flatMap((parameter) =>
        'example' in parameter ? [[parameter.name, String(parameter.example)]] : [],
      ),
    )
    const asked: Endpoint = isList(call) ? call.window : call
    expect(z.safeDecode(asked.request, { ...given, ...example }).error).toBeUndefined()
  })

  test('could answer the example of its answer', () => {
    const { content } = operation.responses[call.status] as {
      content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
    }
    const json = content['application/json']
    if (!json) return
    const { response }: Endpoint = isList(call) ? call.window : call
    const read = z.safeDecode(response, json.example ?? json.examples?.['success']?.value)
    expect(read.error).toBeUndefined()
  })

  test('has an example of each parameter and of what it answers', () => {
    for (const { example, schema, name: parameter } of operation.parameters ?? [])
      expect(example ?? (schema['examples'] as unknown[])[0], parameter).toBeDefined()
    const { content } = operation.responses[call.status] as { content: Record<string, object> }
    for (const [type, shown] of Object.entries(content))
      expect('example' in shown || 'examples' in shown, type).toBe(true)
  })

  test('says who may call it', () => {
    const session = call.access === 'anyone' ? undefined : [call.access]
    expect(operation.security).toEqual([{ client: [], ...(session && { session }) }])
    expect('403' in operation.responses).toBe(call.access !== 'anyone')
  })
})

test('a refusal that is answered with 200 is in the schema of that answer', () => {
  const { 200: answer, 422: invalid } = find('electricity.sell').responses
  expect(answer).toMatchObject({
    content: {
      'application/json': {
        schema: { anyOf: [{}, { $ref: '#/components/schemas/Failure.sale' }] },
        examples: { refused: { value: { status: 'error' } } },
      },
    },
  })
  expect(invalid).toEqual({ $ref: '#/components/responses/sale.422' })
  expect(find('session.login').responses).not.toHaveProperty('422')
  expect(document.components.schemas['Failure.sale']).toEqual({
    type: 'object',
    properties: {
      status: { const: 'error' },
      message: expect.objectContaining({ type: 'string' }),
      errors: expect.objectContaining({ type: 'object' }),
      apiError: expect.objectContaining({ type: 'string' }),
    },
    required: ['status', 'message'],
  })
})

test('a field has the limits that the server checks', () => {
  expect(find('electricity.sell').requestBody?.content['application/json']?.schema).toEqual({
    type: 'object',
    properties: {
      meter_number: { type: 'string', minLength: 8, maxLength: 50, pattern: String.raw`^\d+$` },
      amount: {
        type: ['number', 'string'],
        minimum: 50,
        maximum: 9_999_999_999.99,
        pattern: String.raw`^-?\d+(\.\d{1,2})?$`,
      },
      telephone: { type: 'string', minLength: 7, maxLength: 15, pattern: String.raw`^\d+$` },
      user_id: {},
      recorded_by: {},
      user_location: {},
    },
    required: ['meter_number', 'amount', 'telephone'],
  })
  expect(find('credits.load').requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { type: { enum: [0, 1, '0', '1'] } },
  })
  expect(find('floats.statement').parameters).toContainEqual({
    name: 'type',
    in: 'query',
    required: false,
    schema: { enum: [0, 1], default: 0, examples: [0] },
  })
})

test('calls that can be repeated with a key say so', () => {
  const keyed = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
    parameters.some(({ name }) => name === IDEMPOTENCY_HEADER) ? [operationId] : [],
  )
  expect(keyed.toSorted()).toEqual([
    'airtime.sell',
    'electricity.sell',
    'floats.correct',
    'floats.takeBack',
    'floats.transfer',
    'postpaid.pay',
    'till.move',
  ])
})

test('a value type that fits no schema is an error and not an empty schema', () => {
  const odd = z.codec(
    z.custom<string>(),
    z.custom<string>((given) => given === 'one of a kind'),
    { decode: (given) => given, encode: (value) => value },
  )
  expect(() => describeValue(odd, 'given')).toThrow('A value type fits no schema')
})
