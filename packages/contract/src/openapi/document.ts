// The OpenAPI document, made from the contract: every call with its fields, examples, failures, and who may call it. Only
// the server imports it; the browser never loads it.
import * as z from 'zod/mini'
import { API_BASE, CLIENT_TOKEN_HEADER, IDEMPOTENCY_HEADER, SESSION_TOKEN_HEADER } from '../address.ts'
import { endpoints } from '../api.ts'
import { type Access, type Endpoint, file, listPaths } from '../endpoint.ts'
import { isList, type ListEndpoint } from '../list.ts'
import { eventStream, LAST_EVENT_HEADER, LIVE_CHANGED, liveChanged } from '../live.ts'
import { buildExample } from './examples.ts'
import { failureResponses, failureSchemas, listFailures, referFailure } from './failure-schemas.ts'
import { writeSchema } from './schemas.ts'
import { findAbout, findSummary } from './summaries.ts'
import { type JsonSchema, sharedSchemas } from './value-types.ts'

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, object>>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: true
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example: unknown }> }
  responses: Record<string, object>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

const DESCRIPTION = `All calls of the product: everything below \`${API_BASE}\`.

- Every call needs the header \`${CLIENT_TOKEN_HEADER}\`, which names the client program. All calls but those for anyone
  also need \`${SESSION_TOKEN_HEADER}\` with the token that \`login\` answers.
- Amounts are in dalasi (GMD) with at most two decimals. Times are in UTC, days are days in The Gambia.
- A failure has a message for the user. Some calls answer a refusal with status 200: then \`status\` is \`error\` or
  \`Error\`, or \`success\` is false.
- An address that is no call, or far too long for one, is answered in the shape \`Failure.plain\`.
- A list answers all rows; with any of \`limit\`, \`cursor\`, \`search\`, \`from\`, \`to\`, \`order\`, \`cashier\` and
  \`details\` it answers a window of them.
- Send a sale, cash that moves and float that moves with an \`${IDEMPOTENCY_HEADER}\` of your own. After a lost answer
  send it again with the same key: it is done once.
- A deprecated path is misspelt in the specification. It stays; the path that is spelt right does the same.`

const accessTexts: Record<Access, string> = {
  anyone: 'Anyone may call it, signed in or not.',
  staff: 'Admins and Cashiers may call it.',
  postpaid: 'Only users who may take post-paid payments may call it.',
  admin: 'Only Admins may call it.',
}

/** The calls one after the other, with a pause between them: making all of it takes some tenths of a second. */
export async function buildDocument(version: string, pause: () => Promise<void>): Promise<OpenApiDocument> {
  const paths: OpenApiDocument['paths'] = {}
  const rows: Record<string, JsonSchema> = {}
  for (const [name, call] of endpoints) {
    const operation = describeCall(name, call, rows)
    const [preferred = '', ...misspelt] = listPaths(call)
    const method = call.method.toLowerCase()
    ;(paths[`/${preferred}`] ??= {})[method] = operation
    for (const path of misspelt)
      (paths[`/${path}`] ??= {})[method] = {
        ...operation,
        operationId: `${name}.misspelt`,
        description: `Misspelt: \`/${preferred}\` is preferred and does the same. ${operation.description}`,
        deprecated: true,
      }
    await pause()
  }
  return {
    openapi: '3.1.1',
    info: { title: 'FlexPower API', version, description: DESCRIPTION },
    servers: [{ url: API_BASE.slice(0, -1) }],
    tags: listTags(),
    paths,
    components: {
      schemas: { ...sharedSchemas, ...failureSchemas, ...rows },
      responses: failureResponses,
      securitySchemes: {
        client: { type: 'apiKey', in: 'header', name: CLIENT_TOKEN_HEADER, description: 'Names the client.' },
        session: {
          type: 'apiKey',
          in: 'header',
          name: SESSION_TOKEN_HEADER,
          description: 'The token that `login` answers.',
        },
      },
    },
  }
}

function listTags(): OpenApiDocument['tags'] {
  const nouns = new Set(endpoints.map(([name]) => name.split('.')[0] ?? ''))
  return [...nouns].map((name) => {
    const description = findAbout(name)
    return { name, ...(description !== undefined && { description }) }
  })
}

function describeCall(name: string, call: Endpoint, rows: Record<string, JsonSchema>): Operation {
  const [noun = '', verb = ''] = name.split('.')
  const { access } = call
  return {
    operationId: name,
    tags: [noun],
    summary: findSummary(noun, verb) ?? `${noun}: ${verb}`,
    description: accessTexts[access],
    security: [{ client: [], ...(access !== 'anyone' && { session: [access] }) }],
    ...describeInput(name, call),
    responses: describeAnswers(name, call, rows),
  }
}

function describeInput(name: string, call: Endpoint): Pick<Operation, 'parameters' | 'requestBody'> {
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  const { request } = isList(call) ? call.window : call
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter))
  const example = buildExample(request, name, 'given') as Record<string, unknown>
  const whole = buildExample(request, name, 'written') as Record<string, unknown>
  const parameters = [
    ...describeParameters(request, { example, whole }, { inPath, inQuery: !hasBody }),
    ...listHeaders(call),
  ]
  const body = hasBody ? describeBody(request, example, inPath) : null
  return { ...(parameters.length > 0 && { parameters }), ...(body && { requestBody: body }) }
}

/** In an address everything is text, so that a number is written in one way only. */
function describeParameters(
  request: z.core.$ZodType,
  { example, whole }: Record<'example' | 'whole', Record<string, unknown>>,
  { inPath, inQuery }: { inPath: ReadonlySet<string>; inQuery: boolean },
): Parameter[] {
  if (inPath.size === 0 && !inQuery) return []
  const { properties = {}, required = [] } = writeSchema(request, 'written') as ObjectSchema
  return Object.entries(properties)
    .filter(([field]) => inQuery || inPath.has(field))
    .map(([field, schema]) => ({
      name: field,
      in: inPath.has(field) ? 'path' : 'query',
      required: inPath.has(field) || required.includes(field),
      ...(field in example
        ? { schema, example: example[field] }
        : { schema: showInSchema(schema, whole[field]) }),
    }))
}

/** Where a page to try calls shows it and does not send it: for what may be left out. */
const showInSchema = (schema: JsonSchema, example: unknown): JsonSchema => ({
  ...schema,
  examples: [example],
})

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

function describeBody(
  request: z.core.$ZodType,
  example: Record<string, unknown>,
  inPath: ReadonlySet<string>,
): NonNullable<Operation['requestBody']> | null {
  const { properties = {}, required = [], ...rest } = writeSchema(request, 'given') as ObjectSchema
  const isBody = ([field]: [string, unknown]) => !inPath.has(field)
  const fields = Object.entries(properties).filter(isBody)
  const needed = required.filter((field) => !inPath.has(field))
  if (fields.length === 0) return null
  const schema = {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 && { required: needed }),
  }
  const shown = Object.fromEntries(Object.entries(example).filter(isBody))
  return { required: needed.length > 0, content: { 'application/json': { schema, example: shown } } }
}

function listHeaders(call: Endpoint): Parameter[] {
  if (call.lane === 'sales' || call.takesKey)
    return [
      {
        name: IDEMPOTENCY_HEADER,
        in: 'header',
        required: false,
        description: 'Your own key. Sent twice with the same one, it is done once.',
        schema: showInSchema(
          { type: 'string', pattern: String.raw`^[\x21-\x7e]{8,100}$` },
          '5f0c2f6e-6d0b-4a53-9a3b-2c8f1c7f9d10',
        ),
      },
    ]
  if (call.response === eventStream)
    return [
      {
        name: LAST_EVENT_HEADER,
        in: 'header',
        required: false,
        description: 'The last event that was seen; the stream goes on after it.',
        schema: showInSchema({ type: 'string' }, '4711'),
      },
    ]
  return []
}

function describeAnswers(
  name: string,
  call: Endpoint,
  rows: Record<string, JsonSchema>,
): Operation['responses'] {
  const { byStatus, within200 } = listFailures(call)
  const refusals = Object.keys(within200).length > 0
  const success = describeSuccess(name, call, rows)
  if (!refusals) return { [call.status]: success, ...byStatus }
  const failed = { schema: referFailure(call.failure), examples: within200 }
  if (call.status !== 200)
    return {
      [call.status]: success,
      200: { description: 'It was refused.', content: { 'application/json': failed } },
      ...byStatus,
    }
  const { schema, example } = success.content['application/json'] ?? { schema: {}, example: {} }
  return {
    200: {
      description: `${success.description} Or it was refused.`,
      content: {
        'application/json': {
          schema: { anyOf: [schema, failed.schema] },
          examples: { success: { value: example }, ...within200 },
        },
      },
    },
    ...byStatus,
  }
}

interface Success {
  description: string
  content: Record<string, { schema?: JsonSchema; example?: unknown }>
}

function describeSuccess(name: string, call: Endpoint, rows: Record<string, JsonSchema>): Success {
  if (call.response === file)
    return {
      description: 'A file, as its bytes. Its name is in the header content-disposition.',
      content: { 'application/octet-stream': { example: 'The bytes of the file.' } },
    }
  if (call.response === eventStream)
    return {
      description: 'Events, until one side ends the stream.',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: `id: 4711\nevent: ${LIVE_CHANGED}\ndata: ${JSON.stringify(z.encode(liveChanged, { kinds: ['sales'] }))}\n\n`,
        },
      },
    }
  if (isList(call)) return describeList(name, call, rows)
  const schema = writeSchema(call.response, 'written')
  const example = buildExample(call.response, name, 'written')
  return { description: 'It was done.', content: { 'application/json': { schema, example } } }
}

/** All rows, or a window of them; the schema of a row is in the document once. */
function describeList(name: string, call: ListEndpoint, rows: Record<string, JsonSchema>): Success {
  const row = `Row.${name}`
  rows[row] = writeSchema(call.row, 'written')
  const listed = { type: 'array', items: { $ref: `#/components/schemas/${row}` } }
  const whole =
    call.envelope === null
      ? listed
      : { type: 'object', properties: { [call.envelope]: listed }, required: [call.envelope] }
  const { properties, ...window } = writeSchema(call.window.response, 'written') as ObjectSchema
  return {
    description: 'All rows, or a window of them.',
    content: {
      'application/json': {
        schema: { anyOf: [whole, { ...window, properties: { ...properties, data: listed } }] },
        example: buildExample(call.window.response, name, 'written'),
      },
    },
  }
}
