// Serves the built web application: hashed files for ever, precompressed; the public pages drawn with this installation's
// names; and for every other path the one empty page, which the browser's own router fills.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { API_BASE, dayOf } from '@flexpower/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { escapeHtml } from '../html.ts'
import { Refusal } from '../refusal.ts'
import { sendFailure } from './failures.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
/** Nothing of these is for search engines; the calls are no pages at all. */
const NOT_FOR_SEARCH = ['/admin', '/cashier', '/password/', '/outbox', '/style-sheet', API_BASE]

type PagesContext = Pick<Context, 'config' | 'clock'>

/** A public page as packages/web/src/render.tsx draws it. */
interface DrawnPage {
  path: string
  /** What belongs to this page of the document's head. */
  head: string
  body: string
  isForSearch: boolean
}

type DrawPages = (site: Config['site'] & { year: number }, origin: string) => DrawnPage[]

/** A whole document, ready to be sent. */
type Document = Record<'identity' | 'gzip' | 'br', Buffer>

interface Drawing {
  year: number
  public: Map<string, Document>
  /** What every other path gets. */
  empty: Document
  forSearch: string[]
}

export async function servePages(app: FastifyInstance, context: PagesContext, webRoot: URL): Promise<void> {
  const current = await keepDrawing(context, webRoot)
  await app.register(fastifyStatic, {
    root: new URL('browser/', webRoot),
    wildcard: true,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : AN_HOUR),
  })
  for (const path of ['/index.html', ...(await current()).public.keys()])
    app.get(path, async (request, reply) => {
      const drawing = await current()
      return sendPage(request, reply, drawing.public.get(path) ?? drawing.empty)
    })
  app.setNotFoundHandler(async (request, reply) => answerUnknown(request, reply, (await current()).empty))
  serveForSearch(app, context.config, async () => (await current()).forSearch)
}

/** Draws the pages now, and again in a new year: the year is all that changes in them while the server runs. */
async function keepDrawing({ config, clock }: PagesContext, webRoot: URL): Promise<() => Promise<Drawing>> {
  const template = await readFile(new URL('browser/index.html', webRoot), 'utf8')
  const { drawPages } = (await import(new URL('render.js', webRoot).href)) as { drawPages: DrawPages }
  const yearNow = () => Number(dayOf(clock.now()).slice(0, 4))
  let drawing = await draw(config, template, drawPages, yearNow())
  return async () => {
    if (drawing.year !== yearNow()) drawing = await draw(config, template, drawPages, yearNow())
    return drawing
  }
}

async function draw(config: Config, template: string, drawPages: DrawPages, year: number): Promise<Drawing> {
  const site = { ...config.site, year }
  const document = (head: string, body: string) => {
    const values: Record<string, string> = {
      '<!--{{head}}-->': head,
      '<!--{{page}}-->': body,
      '{{client-access-token}}': escapeHtml(config.clientAccessToken),
      '{{site}}': escapeHtml(JSON.stringify(site)),
    }
    // In one go: what is filled in is never searched for further placeholders.
    return compressed(
      template.replaceAll(/<!--\{\{\w+\}\}-->|\{\{[\w-]+\}\}/g, (name) => values[name] ?? name),
    )
  }
  const pages = drawPages(site, config.publicUrl)
  return {
    year,
    public: new Map(
      await Promise.all(
        pages.map(async ({ path, head, body }) => [path, await document(head, body)] as const),
      ),
    ),
    empty: await document(
      `<title>${escapeHtml(site.productName)}</title><meta name="robots" content="noindex" />`,
      '',
    ),
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

/** The router in the browser knows which paths exist; a missing file or call is not a page. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply, empty: Document) {
  const path = request.url.split('?', 1)[0] ?? ''
  const isNavigation = request.method === 'GET' || request.method === 'HEAD'
  if (`${path}/`.startsWith(API_BASE) || !isNavigation || /^\/assets\/|\.\w+$/.test(path))
    return sendFailure(new Refusal('not_found', 'There is nothing at this address.'), null, request, reply)
  return sendPage(request, reply.status(200), empty)
}

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
