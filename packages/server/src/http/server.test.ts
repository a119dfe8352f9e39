import { writeFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'

const script = 'export const answer = 42;\n'.repeat(100)

async function builtWeb(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<meta name="client-access-token" content="{{client-access-token}}"><meta name="site" content="{{site}}">',
  )
  await writeFile(join(folder, 'assets/main-abc123.js'), script)
  await writeFile(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return pathToFileURL(`${folder}/`)
}

const world = await createWorld({
  webRoot: await builtWeb(),
  env: { FLEXPOWER_COMPANY_NAME: 'Bah & "Sons" <Ltd>', FLEXPOWER_PUBLIC_URL: 'https://flexpower.gm' },
})
const get = (path: string, headers: Record<string, string> = {}) =>
  world.visitor.send('GET', path, { headers })

describe('the web application', () => {
  test.each(['/', '/login', '/admin/cash-power', '/no/such/page', '/password/reset/abc'])(
    '%s answers the one page',
    async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(body).toContain(`<meta name="client-access-token" content="${world.config.clientAccessToken}">`)
    },
  )

  test('carries the names of the installation, escaped', async () => {
    expect((await get('/')).body).toContain(
      '&quot;companyName&quot;:&quot;Bah &amp; \\&quot;Sons\\&quot; &lt;Ltd&gt;&quot;',
    )
  })

  test('its hashed files are kept for ever and sent compressed', async () => {
    const response = await fetch(new URL('/assets/main-abc123.js', world.address), {
      headers: { 'accept-encoding': 'br' },
    })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe(script)
    expect(brotliDecompressSync(brotliCompressSync(script)).toString()).toBe(script)
  })

  test.each([
    '/assets/gone-1.js',
    '/missing.png',
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

  test('stand on pages and on calls', async () => {
    for (const path of ['/', '/healthz', '/flexpower/api/filter']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
})

describe('health', () => {
  test('healthz answers while the process lives, readyz while it can also reach its database', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })
})
