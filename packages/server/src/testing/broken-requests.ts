// Requests that no client of ours would send, made from the calls of the OpenAPI document: another method, another type,
// damaged JSON, values of the wrong kind, headers and addresses that make no sense, one or several of them at once.
import { request } from 'node:http'
import { connect } from 'node:net'
import { API_BASE, IDEMPOTENCY_HEADER } from '@flexpower/contract'
import fc from 'fast-check'
import { buildAddress, type DocumentedCall } from './api-document.ts'
import { parseOrKeep, type RawAnswer } from './world.ts'

export interface BrokenRequest {
  method: string
  address: string
  headers: Record<string, string>
  content: string | null
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

const TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;charset=',
  'application/problem+json',
  'application/JSON',
  ';;;',
  'x'.repeat(2_000),
]

/** Written into the JSON as they are. */
const RAW_VALUES = [
  '1e400',
  '-1e400',
  '-0',
  '12345678901234567890',
  '0.1e-7',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u001b[31m\\r\\n"',
  '"\\u202egnp.exe"',
  `"${'x'.repeat(15_000)}"`,
  `"${'\u{1F1EC}'.repeat(1_000)}"`,
  `${'['.repeat(40)}${']'.repeat(40)}`,
  '{"__proto__":{"x":1}}',
  '"\n"',
  'NaN',
  '',
]

const WHOLE_BODIES = [
  '',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{"a":1',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '{"a":1,"a":2}',
  '\u0000',
  '['.repeat(7_000),
  'x'.repeat(40_000),
]

/** In an address; `%` is not escaped again. */
const PATH_VALUES = [
  '%00',
  '%ff',
  '%',
  '%2e%2e%2f',
  '..',
  '%0d%0aset-cookie:x',
  '-1',
  '9223372036854775808',
  '1.5',
  ' ',
  '',
  'x'.repeat(199),
  'x'.repeat(500),
]

const QUERIES = [
  'limit=99999999999&limit=1',
  'cursor=%00',
  'search=%ff',
  'search=%',
  'from=2026-02-30&to=0000-00-00',
  'order=__proto__&constructor[prototype]=1',
  '&&&===',
  `search=${'x'.repeat(5_000)}`,
]

const HEADERS: Record<string, string>[] = [
  { [IDEMPOTENCY_HEADER]: 'short' },
  { [IDEMPOTENCY_HEADER]: 'x'.repeat(101) },
  { [IDEMPOTENCY_HEADER]: '\u00ff'.repeat(20) },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { accept: 'image/png' },
  { 'if-none-match': '*', 'if-match': '"x"' },
  { range: 'bytes=5-1' },
  { 'last-event-id': '-1' },
  { traceparent: '00-x-y-z' },
  { 'x-forwarded-for': '999.1.1.1, x', forwarded: 'for=_' },
  { expect: 'nothing' },
  { cookie: '\u0080=\u00ff' },
]

/** `values`: what the document describes. */
export const breakRequests = (
  call: DocumentedCall,
  values: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<BrokenRequest> =>
  fc
    .tuple(
      values,
      fc.record({
        method: fc.constantFrom(...METHODS),
        type: fc.constantFrom(...TYPES),
        body: fc.constantFrom(...WHOLE_BODIES),
        value: fc.tuple(fc.nat(), fc.constantFrom(...RAW_VALUES)),
        path: fc.constantFrom(...PATH_VALUES),
        query: fc.constantFrom(...QUERIES),
        headers: fc.constantFrom(...HEADERS),
      }),
      // With all of them at once, nothing but the first would ever be looked at.
      fc.subarray(['method', 'type', 'body', 'value', 'path', 'query', 'headers'], {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([given, all, chosen]) => {
      const wrong: Partial<typeof all> = Object.fromEntries(
        Object.entries(all).filter(([part]) => chosen.includes(part)),
      )
      const path = wrong.path === undefined ? call.path : call.path.replace(/\{\w+\}/, wrong.path)
      const { address, body } = buildAddress({ ...call, path }, given)
      const content = wrong.body ?? (body && writeWith(body, wrong.value))
      return {
        method: wrong.method ?? call.method.toUpperCase(),
        address: wrong.query === undefined ? address : `${address.split('?')[0]}?${wrong.query}`,
        headers: {
          ...(content !== null && wrong.type !== '' && { 'content-type': wrong.type ?? 'application/json' }),
          ...wrong.headers,
        },
        content,
      }
    })

/** One of its fields has that value. */
function writeWith(body: Record<string, unknown>, value: [at: number, raw: string] | undefined): string {
  const fields = Object.entries(body).map(([name, own]) => [JSON.stringify(name), JSON.stringify(own)])
  const chosen = value && fields[value[0] % Math.max(1, fields.length)]
  if (chosen) chosen[1] = value[1]
  return `{${fields.map((field) => field.join(':')).join()}}`
}

/** What no HTTP client sends, to the call at an address: lines of a request, one after the other. */
export const listDamaged = ({ method, path }: DocumentedCall, headers: Record<string, string>): string[] => {
  const address = `${API_BASE}${path.replaceAll(/\{\w+\}/g, '1')}`
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const write = (version: string, ...lines: string[]) =>
    [`${method.toUpperCase()} ${address} ${version}`, ...own, ...lines, '', ''].join('\r\n')
  const HOST = 'host: x'
  return [
    write('HTTP/1.1', HOST, `x: ${'y'.repeat(20_000)}`),
    write('HTTP/1.1', HOST, 'content-length: abc'),
    write('HTTP/1.1', HOST, 'content-length: 5', 'content-length: 6'),
    write('HTTP/1.1', HOST, 'content-length: 5', 'transfer-encoding: chunked'),
    write('HTTP/1.1', HOST, 'transfer-encoding: gzip'),
    `${write('HTTP/1.1', HOST, 'content-type: application/json', 'transfer-encoding: chunked')}zz\r\n`,
    `${write('HTTP/1.1', HOST, 'content-type: application/json', 'transfer-encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`,
    write('HTTP/1.1', HOST, 'x\u0000y: 1'),
    write('HTTP/1.1', HOST, 'no colon'),
    write('HTTP/1.1'),
    write('HTTP/1.1', HOST, HOST),
    write('HTTP/1.1', HOST, 'expect: nothing', 'connection: close'),
    write('HTTP/1.1', HOST, 'connection: upgrade', 'upgrade: websocket'),
    write('HTTP/9.9', HOST),
    write('HTTP/1.1', HOST).replace(API_BASE, `${API_BASE}${'x'.repeat(20_000)}`),
  ]
}

/** As bytes, with nothing added; null: the connection was closed without an answer. */
export async function sendBytes(origin: string, sent: string): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer | null>()
  const chunks: Buffer[] = []
  const end = () => {
    socket.destroy()
    const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    if (first === '') return resolve(null)
    const pairs = lines.map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    })
    resolve({
      status: Number(first.split(' ')[1]),
      headers: new Headers(pairs),
      body: parseOrKeep(body.join('\r\n\r\n')),
    })
  }
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
    // One that stays open has answered when it has sent what it announced.
    if (length !== undefined && text.length >= text.indexOf('\r\n\r\n') + 4 + Number(length)) end()
  })
  socket.on('end', end)
  socket.on('error', reject)
  socket.write(sent)
  return promise
}

/** `fetch` would correct or refuse much of it. */
export function sendAsItIs(origin: string, asked: BrokenRequest, headers: object): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const length = asked.content === null ? {} : { 'content-length': Buffer.byteLength(asked.content) }
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sending = request(
    {
      hostname,
      port,
      method: asked.method,
      // Blanks would end the line of the request.
      path: asked.address.replaceAll(' ', '%20'),
      headers: { ...headers, ...length, ...asked.headers },
    },
    (answer) => {
      const chunks: Buffer[] = []
      const told = { status: answer.statusCode ?? 0, headers: new Headers(answer.headers as never) }
      const end = () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ ...told, body: parseOrKeep(text) })
      }
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', end)
      answer.on('error', reject)
      // A stream goes on until somebody ends it.
      if (answer.headers['content-type'] === 'text/event-stream') {
        sending.destroy()
        end()
      }
    },
  )
  sending.on('error', reject)
  sending.end(asked.content)
  return promise
}
