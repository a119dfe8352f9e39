import { writeFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { API_BASE } from '@flexpower/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createWorld } from '../testing/world.ts'

const script = 'export const answer = 42;\n'.repeat(100)

const EARLY = ['screens', 'counter'].map(
  (where) => `<link rel="modulepreload" crossorigin href="/assets/${where}.js" data-for="${where}">`,
)

async function builtWeb(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-web-'))
  afterAll(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'browser/assets'), { recursive: true })
  await writeFile(
    join(folder, 'browser/index.html'),
    `<!--{{head}}--><meta name="client-access-token" content="{{client-access-token}}"><meta name="site" content="{{site}}"><div><!--{{page}}--></div><script type="module" src="/assets/main-abc123.js"></script>${EARLY.join('')}`,
  )
  // What it draws is tested beside its source (packages/web/src/render.test.ts).
  await writeFile(
    join(folder, 'render.js'),
    `const page = (path, isForSearch, site, origin) =>
       ({ path, isForSearch, head: '<title>' + origin + path + '</title>', body: 'drawn in ' + site.year + ' {{site}}' })
     export const drawNotFound = () => ({ head: '<title>Lost</title>', body: 'no such page' })
     export const hasPage = (path, isDemo) => /^\\/(admin|login|password)/.test(path) || (isDemo && path === '/outbox')
     export const drawPages = (site, origin) => [page('/', true, site, origin), page('/forget', false, site, origin)]`,
  )
  await writeFile(join(folder, 'browser/assets/main-abc123.js'), script)
  await writeFile(join(folder, 'browser/assets/main-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'browser/sw.js'), '// worker')
  await writeFile(join(folder, 'browser/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return pathToFileURL(`${folder}/`)
}

const world = await createWorld({
  webRoot: await builtWeb(),
  env: {
    FLEXPOWER_COMPANY_NAME: 'Bah & "Sons" <Ltd>',
    FLEXPOWER_PUBLIC_URL: 'https://flexpower.gm',
    FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1',
  },
})
const get = (path: string, headers: Record<string, string> = {}) =>
  world.visitor.send('GET', path, { headers })

describe('the web application', () => {
  test.each(['/', '/login', '/admin/cash-power', '/admin?tab=x', '/outbox', '/password/reset/abc'])(
    '%s answers a page',
    async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(body).toContain('<script')
      expect(body).toContain(`<meta name="client-access-token" content="${world.config.clientAccessToken}">`)
    },
  )

  test('the outbox has a page for a browser on this machine, and none through a proxy', async () => {
    expect((await get('/outbox', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(200)
    expect((await get('/outbox', { 'x-forwarded-for': '196.46.0.7' })).status).toBe(404)
    expect((await get('/login', { 'x-forwarded-for': '196.46.0.7' })).status).toBe(200)
  })

  test('nor has the outbox a page under another name that leads to this machine', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' }
    expect((await get('/outbox', headers)).status).toBe(404)
    expect((await get('/login', headers)).status).toBe(200)
  })

  test('can be installed under the installation’s name, and its worker is never kept', async () => {
    const { status, headers, body } = await get('/manifest.webmanifest')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(body).toMatchObject({ name: 'FlexPower', start_url: '/login', display: 'standalone' })
    const worker = await get('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toContain('javascript')
  })

  test('has the names of the installation, escaped', async () => {
    expect((await get('/')).body).toContain(
      '&quot;companyName&quot;:&quot;Bah &amp; \\&quot;Sons\\&quot; &lt;Ltd&gt;&quot;',
    )
  })

  test.each(['/no/such/page', '/nowhere?q=1', '/flexpower'])(
    'R-25 %s, which has no page, is 404 and says so in a page',
    async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(body).toContain('<title>Lost</title>')
      expect(body).toContain('<div>no such page</div>')
      expect(body).not.toContain('<script')
    },
  )

  test('public pages come drawn, every other page empty and not for search engines', async () => {
    const drawn = String((await get('/forget')).body)
    expect(drawn).toContain('<title>https://flexpower.gm/forget</title>')
    expect(drawn).toContain('<div>drawn in 2026 {{site}}</div>')
    for (const path of ['/admin/user', '/password/reset/abc', '/login']) {
      const { body } = await get(path)
      expect(body).toContain('<title>FlexPower</title><meta name="robots" content="noindex" />')
      expect(body).toContain('<div></div>')
    }
  })

  test.each([
    ['/', []],
    ['/login', []],
    ['/password/reset/abc', []],
    ['/admin', ['screens']],
    ['/admin/user', ['screens']],
    ['/admin/cash-power-charges', ['screens']],
    ['/admin/cash-power?open=sales', ['screens', 'counter']],
    ['/no/such/page', []],
  ])('%s links to the files that this page needs early: %j', async (path, files) => {
    const links = String((await get(path, { accept: 'text/html' })).body).matchAll(/ data-for="(\w+)"/g)
    expect(Array.from(links, ([, where]) => where)).toEqual(files)
  })

  test('P-03 the year is that of The Gambia, and a new year needs no restart', async () => {
    const year = String((await get('/')).body).match(/drawn in (\d+)/)?.[1]
    expect(year).toBe('2026')
    world.clock.pass(Date.parse('2026-12-31T23:59:59Z') - world.clock.now().getTime())
    expect((await get('/')).body).toContain('drawn in 2026')
    world.clock.pass(1000)
    expect((await get('/')).body).toContain('drawn in 2027')
    expect((await get('/')).body).toContain('&quot;year&quot;:2027')
  })

  test.each(['br', 'gzip'])('a page is sent compressed to a client that accepts %s', async (encoding) => {
    const response = await fetch(world.address, { headers: { 'accept-encoding': `deflate, ${encoding}` } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await response.text()).toContain('drawn in')
    const plain = await fetch(world.address, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  test('search engines are told which pages there are and which are not for them', async () => {
    const robots = String((await get('/robots.txt')).body)
    for (const path of ['/admin', '/cashier', '/flexpower/api/'])
      expect(robots).toContain(`Disallow: ${path}\n`)
    expect(robots).toContain('Sitemap: https://flexpower.gm/sitemap.xml\n')
    const { headers, body } = await get('/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(body).toContain('<url><loc>https://flexpower.gm/</loc></url></urlset>')
  })

  test('its hashed files are cached forever and sent compressed', async () => {
    const response = await fetch(new URL('/assets/main-abc123.js', world.address), {
      headers: { 'accept-encoding': 'br' },
    })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe(script)
    expect(brotliDecompressSync(brotliCompressSync(script)).toString()).toBe(script)
  })

  test('a range beyond the end of a file is refused, and no fault', async () => {
    const answer = await fetch(new URL('/assets/main-abc123.js', world.address), {
      headers: { range: 'bytes=99999999-' },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  test.each([
    '/assets/gone-1.js',
    '/missing.png',
    '/index.html',
    '/../package.json',
    '/%2e%2e/package.json',
    '/flexpower/api',
    '/assets/',
    '/assets/%00',
    '/..%5c..%5cpackage.json',
    `/${'a'.repeat(15_000)}`,
    `/flexpower/api/${'a'.repeat(5_000)}`,
    '/assets/../index.htm',
  ])('%s is 404 and not a page', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: 'There is nothing at this address.' })
  })
})

describe('security headers', () => {
  test('allow scripts and styles from our own files only', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('are on pages and on calls', async () => {
    for (const path of ['/', '/healthz', '/flexpower/api/filter']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

test.each([
  ['no HTTP', 'what is this\r\n\r\n', '400'],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, '431'],
])('%s is refused with the safe headers too', async (_, sent, status) => {
  const { hostname, port } = new URL(world.address)
  const socket = connect(Number(port), hostname)
  socket.write(sent)
  const answer = await text(socket)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  for (const header of [
    'x-content-type-options: nosniff',
    "frame-ancestors 'none'",
    'cache-control: no-store',
  ])
    expect(answer).toContain(header)
  expect(answer).toContain('The request is damaged. Nothing was changed.')
})

test('a request that stops in the middle is refused after 20 seconds, headers or body', async () => {
  const app = await createApp(world.context, null)
  // Node takes the longer one for the whole request.
  expect(app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 20_000 })
  Object.assign(app.server, { headersTimeout: 1, requestTimeout: 1 })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const head = `POST ${API_BASE}login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
  const answers = [head, `${head}content-length: 50\r\n\r\n{"em`].map((sent) => {
    const socket = connect(Number(port), hostname)
    socket.write(sent)
    return text(socket)
  })
  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain('HTTP/1.1 408 ')
    expect(answer).toContain('{"status":"Error","message":"The request is damaged. Nothing was changed."}')
  }
  await app.close()
})

test('a request that arrives while the server closes is refused in the shape of its call', async () => {
  const app = await createApp(world.context, null)
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    begin()
    await goOn
    return {}
  })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await begun
  const closed = app.close()
  socket.write(`GET ${API_BASE}balance HTTP/1.1\r\nhost: x\r\n\r\n`)
  await sleep(200)
  release()
  expect(await answer).toMatch(
    /HTTP\/1.1 503 [^]*x-content-type-options: nosniff[^]*retry-after: 2[^]*"message":"The server is stopping\./,
  )
  await closed
})

describe('reports of the content policy', () => {
  const report = (type: string, body: unknown) =>
    world.visitor.send('POST', '/csp-reports', {
      text: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type },
    })
  const lines = () =>
    world.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => String(msg).includes('content policy'))
  const violation = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?stolen=1',
    'document-uri': 'https://flexpower.gm/password/reset/canary-token',
  }

  test('are requested in the policy, in both formats that browsers know', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain('report-uri /csp-reports')
    expect(policy).toContain('report-to csp')
    expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
  })

  test('are logged in both formats, without queries and reset tokens', async () => {
    const seen = lines().length
    expect((await report('application/csp-report', { 'csp-report': violation })).status).toBe(204)
    const modern = {
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
      documentURL: 'https://flexpower.gm/',
    }
    const sent = await report('application/reports+json', [{ type: 'csp-violation', body: modern }])
    expect(sent.status).toBe(204)
    expect(lines().slice(seen)).toMatchObject([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example/x.js',
        page: 'https://flexpower.gm/password/reset/…',
        address: '127.0.0.1',
      },
      { directive: 'img-src', blocked: 'inline', page: 'https://flexpower.gm/' },
    ])
    expect(world.logLines.join('')).not.toContain('canary-token')
  })

  test('that are invalid are ignored or refused, and a flood leaves few lines', async () => {
    const seen = lines().length
    for (const body of [null, 5, {}, [], [null, 7, {}], { 'csp-report': 'x' }])
      expect((await report('application/csp-report', body)).status).toBe(204)
    expect((await report('application/csp-report', '{"csp-report":')).status).toBe(422)
    expect((await report('text/plain', 'x')).status).toBe(415)
    expect((await report('application/csp-report', 'x'.repeat(20_000))).status).toBe(413)
    expect(lines()).toHaveLength(seen)
    world.clock.pass(60_000)
    const many = Array.from({ length: 50 }, () => ({ body: violation }))
    for (let flood = 0; flood < 4; flood += 1) await report('application/reports+json', many)
    expect(lines()).toHaveLength(seen + 20)
    world.clock.pass(60_000)
    await report('application/csp-report', { 'csp-report': violation })
    expect(lines().slice(seen + 20)).toMatchObject([{ dropped: 20 }, { directive: 'script-src-elem' }])
  })
})

describe('health', () => {
  test('healthz answers while the process lives, readyz while it can also reach its database', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('version names the program and its schema, for everybody', async () => {
    const { status, body } = await get('/version')
    expect({ status, body }).toEqual({
      status: 200,
      body: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), schema: expect.any(Number) },
    })
  })
})
