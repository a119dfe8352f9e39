import { API_BASE, endpoints, listPaths } from '@flexpower/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readDocument } from '../testing/api-document.ts'
import { createWorld } from '../testing/world.ts'
import { prepare, serveOnce } from './api-docs.ts'

const world = await createWorld()
const { visitor } = world
const { document, calls, compile } = await readDocument(visitor)

test('the document is valid OpenAPI 3.1, by the schema of the standard', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document) as never)
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it is for everybody, small on the wire, and asked for again only if it has changed', async () => {
  const first = await fetch(new URL('/openapi.json', world.address))
  expect(first.status).toBe(200)
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Number(first.headers.get('content-length'))).toBeLessThan(60_000)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await fetch(new URL('/openapi.json', world.address), { headers })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(await first.json()).toEqual(document)
})

test('a file that could not be read once is read again', async () => {
  const app = fastify()
  let tries = 0
  serveOnce(app, '/file', async () => {
    tries += 1
    if (tries === 1) throw new Error('too many open files')
    return prepare('text/plain', 'read')
  })
  const answers = []
  for (let n = 0; n < 3; n += 1) answers.push(await app.inject('/file'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 200, 200])
  expect(tries).toBe(2)
  await app.close()
})

test('it has no secret of this installation', () => {
  expect(JSON.stringify(document)).not.toContain(world.config.clientAccessToken)
})

test('every call that it names is served, and answers a stranger in the shape that it names', async () => {
  for (const { method, path } of calls) {
    const at = API_BASE + path.replaceAll(/\{\w+\}/g, '1')
    const { status, body } = await visitor.send(method.toUpperCase(), at, {
      headers: { 'client-access-token': '' },
    })
    expect([path, status, JSON.stringify(body)]).toEqual([
      path,
      401,
      expect.stringContaining('not known here'),
    ])
  }
})

test('every call that the server has is in it', async () => {
  const app = await createApp(world.context, null)
  const served = calls.filter(({ method, path }) =>
    app.hasRoute({
      method: method.toUpperCase(),
      url: API_BASE + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    }),
  )
  expect(served).toHaveLength(calls.length)
  // Below the base path there are exactly these. Outside, HEAD is beside every GET.
  const routes = [...app.printRoutes({ commonPrefix: false }).matchAll(/\(([A-Z, ]+)\)/g)].flatMap(
    ([, list = '']) => list.split(', ').filter((method) => method !== 'HEAD'),
  )
  const others = [
    '/healthz',
    '/readyz',
    '/version',
    '/csp-reports',
    '/sms-reports',
    '/r',
    '/r/:code',
    '/r/:code/',
    'GET /r/:code/send',
    'POST /r/:code/send',
  ]
  expect(routes.length - calls.length).toBe(others.length + 4)
  await app.close()
})

describe('the schemas', () => {
  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'of %s are valid, and its examples fit them',
    (_, { method, path, operation }) => {
      const place = ['paths', `/${path}`, method]
      for (const [at, { schema: asked, ...parameter }] of (operation.parameters ?? []).entries()) {
        const check = compile([...place, 'parameters', String(at), 'schema'])
        const shown = 'example' in parameter ? [parameter.example] : (asked['examples'] as unknown[])
        for (const example of shown) expect(check(example), parameter.name).toBe(true)
      }
      for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
        const check = compile([...place, 'requestBody', 'content', type, 'schema'])
        expect(check(example) ? null : check.errors).toBe(null)
      }
      for (const [status, answer] of Object.entries(operation.responses))
        for (const [type, { schema, ...shown }] of Object.entries(readContent(answer))) {
          if (!schema) continue
          const check = compile([...place, 'responses', status, 'content', type, 'schema'])
          for (const { value } of readExamples(shown)) expect(check(value) ? null : check.errors).toBe(null)
        }
    },
  )

  test('of every failure fit its examples', () => {
    for (const [name, answer] of Object.entries(document.components.responses))
      for (const [type, shown] of Object.entries(readContent(answer))) {
        const check = compile(['components', 'responses', name, 'content', type, 'schema'])
        for (const { value } of readExamples(shown)) expect(check(value) ? null : check.errors).toBe(null)
      }
  })
})

interface Shown {
  schema?: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

const readContent = (answer: object) => (answer as { content?: Record<string, Shown> }).content ?? {}
const readExamples = ({ example, examples = {} }: Shown) => [
  ...(example === undefined ? [] : [{ value: example }]),
  ...Object.values(examples),
]

test('a misspelt call and its right spelling answer the same', async () => {
  const admin = await world.signIn({ type: 'Admin' })
  const twice = endpoints.filter(([, call]) => listPaths(call).length > 1)
  expect(twice.map(([name]) => name)).toEqual(['vendor.forgotPassword', 'enquiries.shift'])
  for (const [, call] of twice) {
    const answers = await Promise.all(
      listPaths(call).map((path) => admin.send(call.method, API_BASE + path, { body: {} })),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [422, expect.objectContaining({ errors: expect.anything() })]),
    )
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  const shift = { paymentDate: '2026-11-14', codUserShift: admin.user.id }
  const [right, misspelt] = await Promise.all(
    ['shiftEnquiries', 'shitEnquiries'].map((path) => admin.send('POST', API_BASE + path, { body: shift })),
  )
  expect([right?.status, right?.body]).toEqual([200, { data: [] }])
  expect(misspelt?.body).toEqual(right?.body)
})

describe('the page to try calls', () => {
  test('has nothing inline, nothing of another site, and no secret but the client token', async () => {
    const page = (await visitor.send('GET', '/api-docs')).body as string
    expect(page).not.toMatch(/<script(?![^>]* src="\/)|<style| style=| on\w+=|https?:\/\//)
    expect(page).toContain(`content="${world.config.clientAccessToken}"`)
  })

  test('finds its files, with the headers of every page', async () => {
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
      const { status, headers } = await visitor.send('GET', `/api-docs/${name}`)
      expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
      expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    }
    expect((await visitor.send('GET', '/api-docs/package.json')).status).toBe(404)
  })
})
