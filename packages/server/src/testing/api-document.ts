// Holds answers against the OpenAPI document: an answer must have a status, a type and a body that the document names, and no
// field that it does not name.
import { API_BASE } from '@flexpower/contract'
import type { OpenApiDocument, Operation } from '@flexpower/contract/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { RawAnswer, TestCaller } from './world.ts'

export interface DocumentedCall {
  method: string
  /** Below API_BASE, with `{name}` for a parameter. */
  path: string
  operation: Operation
}

export interface DocumentChecks {
  document: OpenApiDocument
  calls: DocumentedCall[]
  /** The call at that address; null: there is none, or the address cannot be read. */
  findCall(method: string, address: string): DocumentedCall | null
  /** The schema at a place of the document, compiled. */
  compile(place: readonly string[]): ValidateFunction
  /** What an answer has that the document does not describe; null: nothing. */
  findFault(call: DocumentedCall, answer: RawAnswer): string | null
}

export async function readDocument(caller: TestCaller): Promise<DocumentChecks> {
  const document = (await caller.send('GET', '/openapi.json')).body as OpenApiDocument
  const check = createChecker(close(document))
  const known = new Map<string, ValidateFunction>()
  const compile = (place: readonly string[]): ValidateFunction => {
    const found = known.get(place.join(' ')) ?? check(place)
    known.set(place.join(' '), found)
    return found
  }
  const findFault: DocumentChecks['findFault'] = ({ method, path, operation }, answer) => {
    const status = String(answer.status)
    const told: Answered | undefined = operation.responses[status]
    if (!told) return `the status ${status} is not in the document`
    const place = told.$ref?.split('/').slice(1) ?? ['paths', `/${path}`, method, 'responses', status]
    const { content = {} } = lookUp(document, place) as Answered
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (!(type in content)) return `the type ${type} is not in the document`
    if (type !== 'application/json') return null
    const fits = compile([...place, 'content', type, 'schema'])
    return fits(answer.body) ? null : JSON.stringify(fits.errors)
  }
  const calls = listCalls(document)
  return {
    document,
    calls,
    findCall: (method, address) => findCall(calls, method, address),
    compile,
    findFault,
  }
}

interface Answered {
  $ref?: string
  content?: Record<string, unknown>
}

/** References lead to schemas by their names alone: the document around them is no schema. */
function createChecker(document: OpenApiDocument): (place: readonly string[]) => ValidateFunction {
  const named = JSON.parse(
    JSON.stringify(document).replaceAll('"#/components/schemas/', '"'),
  ) as OpenApiDocument
  const checker = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false })
  addFormats.default(checker)
  for (const [name, schema] of Object.entries(named.components.schemas)) checker.addSchema(schema, name)
  return (place) => checker.compile(lookUp(named, place) as object)
}

const lookUp = (among: unknown, place: readonly string[]): unknown =>
  place.reduce((found, step) => (found as Record<string, unknown>)[step], among)

const listCalls = ({ paths }: OpenApiDocument): DocumentedCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path: path.slice(1), operation })),
  )

/** The longest value in an address, and the way that a server chooses: names before parameters. */
const PARAMETER_MOST = 200
const PARAMETER = /\{\w+\}/g

function findCall(calls: readonly DocumentedCall[], method: string, address: string): DocumentedCall | null {
  const [path = ''] = address.slice(API_BASE.length).split('?')
  const countParameters = (call: DocumentedCall) => call.path.match(PARAMETER)?.length ?? 0
  const [found = null] = calls
    .filter((call) => call.method === method.toLowerCase() && writePattern(call.path).test(path))
    .toSorted((a, b) => countParameters(a) - countParameters(b))
  const values = found ? (writePattern(found.path).exec(path)?.slice(1) ?? []) : []
  return values.every((value) => canBeRead(value)) ? found : null
}

/** Nothing in the paths of calls means anything else in a regular expression. A value may be empty. */
const writePattern = (path: string) => new RegExp(`^${path.replaceAll(PARAMETER, '([^/]*)')}$`)

function canBeRead(value: string): boolean {
  try {
    return decodeURIComponent(value).length <= PARAMETER_MOST
  } catch {
    return false
  }
}

/** The same document, but an object may have only the fields that it names. */
function close<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(close) as Part
  if (typeof part !== 'object' || part === null) return part
  const closed = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, close(inner)]))
  const isObject = part && 'properties' in part && 'type' in part && part.type === 'object'
  return {
    ...closed,
    ...(isObject && !('additionalProperties' in part) && { additionalProperties: false }),
  } as Part
}

/** An address with a longer value reaches no call. */
const PATH_VALUE_MOST = 60

/** The address of a call with these values, and what is left of them for its body. */
export function buildAddress(
  { path, operation, method }: DocumentedCall,
  given: Readonly<Record<string, unknown>>,
): { address: string; body: Record<string, unknown> | null } {
  const { parameters = [] } = operation
  const write = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(write(given[name] ?? 1).slice(0, PATH_VALUE_MOST)),
  )
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.name in given)
  const query = new URLSearchParams(
    inQuery.map(({ name }): [string, string] => [name, write(given[name])]),
  ).toString()
  const named = new Set(parameters.map(({ name }) => name))
  const rest = Object.entries(given).filter(([name]) => !named.has(name))
  return {
    address: `${API_BASE}${filled}${query && `?${query}`}`,
    body: method === 'get' || method === 'delete' ? null : Object.fromEntries(rest),
  }
}

/** The values of a call's examples. */
export function readExample({ operation }: DocumentedCall): Record<string, unknown> {
  const { parameters = [], requestBody } = operation
  return {
    ...Object.fromEntries(
      parameters.flatMap((each) => ('example' in each ? [[each.name, each.example]] : [])),
    ),
    ...(requestBody?.content['application/json']?.example as object | undefined),
  }
}
