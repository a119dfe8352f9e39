// Serves the built web application: hashed files that are cached forever, precompressed; the public pages drawn with
// this installation's names; for every other path that has a page one empty document, which the browser's own router
// fills; and 404 for the rest.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { API_BASE, toDay } from '@flexpower/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Context } from '../runtime/context.ts'
import { escapeHtml } from '../html.ts'
import { Refusal } from '../refusal.ts'
import { API_DOCS } from './api-docs.ts'
import { sendFailure } from './failures.ts'
import { isLocal } from './local.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** After an hour the browser still shows what it has, and asks for a newer one beside: the theme never waits for it. */
const AN_HOUR = 'public, max-age=3600, stale-while-revalidate=31536000'
/** Shows links that sign people in. */
const OUTBOX = '/outbox'
/** None of these is for search engines; the calls are no pages at all. */
const NOT_FOR_SEARCH = ['/admin', '/cashier', '/password/', OUTBOX, '/style-sheet', API_DOCS, API_BASE]

/** Not the theme's, which every page needs. */
const MODULES = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** Files that a browser requests before its first script asks for them; the build says for which pages. */
const EARLY_FILES = /<link rel="modulepreload"[^>]* data-for="(\w+)">/g
const SCREENS = /^\/(?:admin|cashier)(?:\/(cash-power$)?|$)/
type EarlyFiles = 'screens' | 'counter'

/** The template with only those links. */
const keepEarly = (template: string, ...kept: EarlyFiles[]): string =>
  template.replaceAll(EARLY_FILES, (link, where: EarlyFiles) => (kept.includes(where) ? link : ''))

type PagesContext = Pick<Context, 'config' | 'clock'>

/** A public page as packages/web/src/render.tsx draws it. */
interface DrawnPage {
  path: string
  /** The page's part of the document's head. */
  head: string
  body: string
  isForSearch: boolean
}

type ShownSite = Config['site'] & { year: number; publicUrl: string; sendsSms: boolean }

/** The built packages/web/src/render.tsx. */
interface Renderer {
  drawPages(site: ShownSite, origin: string): DrawnPage[]
  drawNotFound(site: ShownSite): Pick<DrawnPage, 'head' | 'body'>
  /** Whether the web application has a page at this path. */
  hasPage(path: string, isDemo: boolean): boolean
}

/** A whole document, ready to be sent. */
type Document = Record<'identity' | 'gzip' | 'br', Buffer>

interface Drawing {
  year: number
  public: Map<string, Document>
  /** For every other path that has a page: its own script draws it. */
  empty: Document
  /** The same with links to what every screen needs, or also to what the screens need where most sales begin. */
  early: Record<EarlyFiles, Document>
  notFound: Document
  forSearch: string[]
}

export async function servePages(app: FastifyInstance, context: PagesContext, webRoot: URL): Promise<void> {
  const renderer = (await import(new URL('render.js', webRoot).href)) as Renderer
  const current = await keepDrawing(context, webRoot, renderer)
  await app.register(fastifyStatic, {
    root: new URL('browser/', webRoot),
    wildcard: true,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', chooseLife(path)),
  })
  // The template is no page.
  app.get('/index.html', (_, reply) => reply.callNotFound())
  for (const path of (await current()).public.keys())
    app.get(path, async (request, reply) => {
      const drawing = await current()
      return sendPage(request, reply, drawing.public.get(path) ?? drawing.empty)
    })
  const { demo } = context.config.site
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!isNavigation(request, path))
      return sendFailure(new Refusal('not_found', 'There is nothing at this address.'), null, request, reply)
    const drawing = await current()
    return renderer.hasPage(path, demo) && (path !== OUTBOX || isLocal(request))
      ? sendPage(request, reply.status(200), chooseEmpty(drawing, path))
      : sendPage(request, reply.status(404), drawing.notFound)
  })
  serveManifest(app, context.config)
  serveForSearch(app, context.config, async () => (await current()).forSearch)
}

function chooseEmpty({ empty, early }: Drawing, path: string): Document {
  const screen = SCREENS.exec(path)
  return screen === null ? empty : early[screen[1] === undefined ? 'screens' : 'counter']
}

/** The service worker must never be older than the files that it knows by name. */
const chooseLife = (path: string): string =>
  /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : /[/\\]sw\.js(?:\.\w+)?$/.test(path) ? 'no-cache' : AN_HOUR

/** What a browser shows when it installs the application. The login leads a signed-in user to their first screen. */
function serveManifest(app: FastifyInstance, { site: { productName, companyName } }: Config): void {
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name: productName,
    short_name: productName,
    description: `The counter of ${companyName}`,
    start_url: '/login',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f6f2',
    theme_color: '#f7f6f2',
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('icon-maskable', 512, 'maskable')],
  }
  app.get('/manifest.webmanifest', (_, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(JSON.stringify(manifest)),
  )
}

/** Draws the pages now, and again in a new year: only the year changes in them while the server runs. */
async function keepDrawing(
  { config, clock }: PagesContext,
  webRoot: URL,
  renderer: Renderer,
): Promise<() => Promise<Drawing>> {
  const template = await readFile(new URL('browser/index.html', webRoot), 'utf8')
  const yearNow = () => Number(toDay(clock.now()).slice(0, 4))
  let drawing = await draw(config, template, renderer, yearNow())
  return async () => {
    if (drawing.year !== yearNow()) drawing = await draw(config, template, renderer, yearNow())
    return drawing
  }
}

async function draw(config: Config, template: string, renderer: Renderer, year: number): Promise<Drawing> {
  // The demo sends nothing and shows its messages instead.
  const sendsSms = config.sms !== null || config.site.demo
  const site = { ...config.site, year, publicUrl: config.publicUrl, sendsSms }
  const document = (head: string, body: string, frame: string) => {
    const values: Record<string, string> = {
      '<!--{{head}}-->': head,
      '<!--{{page}}-->': body,
      '{{client-access-token}}': escapeHtml(config.clientAccessToken),
      '{{site}}': escapeHtml(JSON.stringify(site)),
    }
    // In one pass: what is filled in is never searched for further placeholders.
    return compressed(frame.replaceAll(/<!--\{\{\w+\}\}-->|\{\{[\w-]+\}\}/g, (name) => values[name] ?? name))
  }
  const pages = renderer.drawPages(site, config.publicUrl)
  const notFound = renderer.drawNotFound(site)
  const plain = keepEarly(template)
  const emptyHead = `<title>${escapeHtml(site.productName)}</title><meta name="robots" content="noindex" />`
  return {
    year,
    public: new Map(
      await Promise.all(
        pages.map(async ({ path, head, body }) => [path, await document(head, body, plain)] as const),
      ),
    ),
    empty: await document(emptyHead, '', plain),
    early: {
      screens: await document(emptyHead, '', keepEarly(template, 'screens')),
      counter: await document(emptyHead, '', keepEarly(template, 'screens', 'counter')),
    },
    // The browser's router would only draw it again, with less to say.
    notFound: await document(notFound.head, notFound.body, template.replaceAll(MODULES, '')),
    forSearch: pages.filter(({ isForSearch }) => isForSearch).map(({ path }) => path),
  }
}

async function compressed(text: string): Promise<Document> {
  const identity = Buffer.from(text)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    identity,
    gzip: await promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
    br: await promisify(brotliCompress)(identity, quality),
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/)
  const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each))
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(document[encoding ?? 'identity'])
}

/** A request for a page; a missing file or call is none. */
const isNavigation = ({ method }: FastifyRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !`${path}/`.startsWith(API_BASE) &&
  !/^\/assets\/|\.\w+$/.test(path)

function serveForSearch(
  app: FastifyInstance,
  { publicUrl }: Config,
  listPaths: () => Promise<string[]>,
): void {
  const absolute = (path: string) => escapeHtml(new URL(path, publicUrl).href)
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(
        [
          'User-agent: *',
          ...NOT_FOR_SEARCH.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
          '',
        ].join('\n'),
      ),
  )
  app.get('/sitemap.xml', async (_, reply) => {
    const entries = (await listPaths()).map((path) => `<url><loc>${absolute(path)}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      )
  })
}
