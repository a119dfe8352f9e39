// Values for a JSON schema of the OpenAPI document: mostly such as it describes, with ids and references that earlier answers
// named, and some that it does not describe.
import type { OpenApiDocument } from '@flexpower/contract/openapi'
import fc from 'fast-check'
import { type DocumentedCall, readExample } from './api-document.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

/** Values that have broken servers before. */
const NASTY: unknown[] = [
  null,
  true,
  -1,
  0,
  1e21,
  '',
  ' ',
  '1e3',
  '2026-02-30',
  'x'.repeat(300),
  [],
  {},
  [[]],
]

export interface SeenValues {
  /** By the name of their field. */
  named: Map<string, Set<unknown>>
}

export function collectValues({ named }: SeenValues, body: unknown, name = ''): void {
  if (Array.isArray(body)) for (const each of body.slice(0, 20)) collectValues({ named }, each, name)
  else if (typeof body === 'object' && body !== null)
    for (const [field, inner] of Object.entries(body)) collectValues({ named }, inner, field)
  else if (typeof body === 'number' || (typeof body === 'string' && body.length < 60))
    named.set(name, (named.get(name) ?? new Set()).add(body))
}

/** Names of fields that have a value of another one's. */
const sameValues: Readonly<Record<string, readonly string[]>> = {
  userId: ['user_id', 'recorded_by_user'],
  agent: ['user_id'],
  cashier: ['user_id'],
  codUserShift: ['user_id'],
  target_user_id: ['user_id'],
  sale_id: ['id'],
  session_id: ['id'],
  credit_id: ['id'],
  reference: ['transaction_id'],
  q: ['subject', 'meter_number', 'reference'],
}

/** All fields of a call, whether they are sent in its address or in its body. */
export function buildInputs(
  call: DocumentedCall,
  document: OpenApiDocument,
  seen: SeenValues,
): fc.Arbitrary<Record<string, unknown>> {
  const { parameters = [], requestBody } = call.operation
  const body = requestBody?.content['application/json']?.schema as Schema | undefined
  const schema: Schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.filter((each) => each.in !== 'header').map((each) => [each.name, each.schema]),
      ),
      ...body?.properties,
    },
    required: [
      ...parameters.flatMap((each) => (each.required ? [each.name] : [])),
      ...(body?.required ?? []),
    ],
  }
  const find = (ref: string) => document.components.schemas[ref.split('/').at(-1) ?? ''] as Schema
  const values = buildValues(schema, { name: '', seen, example: readExample(call), find })
  return values as fc.Arbitrary<Record<string, unknown>>
}

function buildValues(
  schema: Schema,
  context: { name: string; seen: SeenValues; example: unknown; find: (ref: string) => Schema },
): fc.Arbitrary<unknown> {
  const { name, seen, example, find } = context
  const resolved = schema.$ref === undefined ? schema : find(schema.$ref)
  const { properties } = resolved
  if (properties) {
    const shown = (example ?? {}) as Record<string, unknown>
    const fields = Object.entries(properties).map(
      ([field, inner]) =>
        [field, buildValues(inner, { ...context, name: field, example: shown[field] })] as const,
    )
    const sent = fields.map(([field]) => field).filter((field) => resolved.required?.includes(field))
    return breakSometimes(fc.record(Object.fromEntries(fields), { requiredKeys: sent }))
  }
  const known = [name, ...(sameValues[name] ?? [])].flatMap((each) => [...(seen.named.get(each) ?? [])])
  return fc.oneof(
    { weight: 3, arbitrary: describeLeaf(resolved, context) },
    { weight: known.length > 0 ? 4 : 0, arbitrary: fc.constantFrom(...known, null) },
    { weight: example === undefined ? 0 : 4, arbitrary: fc.constant(example) },
  )
}

/** One in six has a field that is wrong or missing. */
const breakSometimes = (values: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .tuple(values, fc.nat(5), fc.nat(), fc.constantFrom(undefined, ...NASTY))
    .map(([value, chance, at, nasty]) => {
      const names = Object.keys(value)
      const name = names[at % Math.max(1, names.length)]
      return chance > 0 || name === undefined ? value : { ...value, [name]: nasty }
    })

function describeLeaf(schema: Schema, context: Parameters<typeof buildValues>[1]): fc.Arbitrary<unknown> {
  const { type, anyOf, items } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (anyOf) return fc.oneof(...anyOf.map((each) => buildValues(each, context)))
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => describeLeaf({ ...schema, type: each }, context)))
  const { minimum = -1_000, maximum = 1_000_000 } = schema
  switch (type ?? 'any') {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
        fc.integer({ min: minimum, max: maximum }),
      )
    case 'number':
      return fc
        .integer({ min: Math.ceil(minimum * 100), max: Math.min(maximum * 100, 200_000) })
        .map((n) => n / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(items ? buildValues(items, { ...context, example: undefined }) : fc.jsonValue(), {
        maxLength: 3,
      })
    case 'string':
      return describeText(schema)
    default:
      return fc.jsonValue()
  }
}

function describeText({ minLength = 0, maxLength = 60, pattern, format }: Schema): fc.Arbitrary<string> {
  const days = fc
    .date({
      min: new Date('2026-10-01T00:00:00Z'),
      max: new Date('2026-11-20T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((each) => each.toISOString())
  if (format === 'date') return days.map((each) => each.slice(0, 10))
  if (format === 'date-time') return days
  const lengths = { minLength, maxLength: Math.min(maxLength, minLength + 20) }
  if (pattern?.includes(String.raw`\d`))
    return fc.string({
      unit: fc.nat(9).map(String),
      ...lengths,
      minLength: Math.max(1, minLength),
    })
  return fc.oneof(fc.string(lengths), fc.string({ unit: 'binary', ...lengths }))
}
