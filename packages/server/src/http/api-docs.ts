// The OpenAPI document of all calls at /openapi.json, and a page to read it and to try calls at /api-docs (Swagger UI). Both
// are for everybody: they have no secret, and a page cannot ask who is there, because a session is a header and no cookie.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { buildDocument } from '@flexpower/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../html.ts'
import type { Context } from '../runtime/context.ts'

const DOCUMENT = '/openapi.json'
export const API_DOCS = '/api-docs'
/** What the page needs of Swagger UI. */
const FILES = [
  {
    name: 'swagger-ui-bundle.js',
    type: 'text/javascript',
    place: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  { name: 'swagger-ui.css', type: 'text/css', place: import.meta.resolve('swagger-ui-dist/swagger-ui.css') },
]
/** Our own server may be newer after every restart. */
const ASK_EACH_TIME = 'no-cache'

/** Bytes that stay the same as long as the server runs. */
interface Sendable {
  type: string
  etag: string
  identity: Buffer
  gzip: Buffer
}

export function serveApiDocs(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  serveOnce(app, DOCUMENT, async () =>
    prepare('application/json', JSON.stringify(await buildDocument(manifest.version, () => pause()))),
  )
  serveOnce(app, API_DOCS, () => prepare('text/html', drawPage(config)))
  for (const { name, type, place } of FILES)
    serveOnce(app, `${API_DOCS}/${name}`, async () => prepare(type, await readFile(new URL(place))))
}

/** Made when somebody asks for the first time: no start and no sale waits for it. What failed is tried again. */
export function serveOnce(app: FastifyInstance, path: string, make: () => Promise<Sendable>): void {
  let made: Promise<Sendable> | null = null
  const forget = (error: unknown) => {
    made = null
    throw error
  }
  app.get(path, async (request, reply) => send(request, reply, await (made ??= make().catch(forget))))
}

export async function prepare(type: string, content: string | Buffer): Promise<Sendable> {
  const identity = Buffer.from(content)
  return {
    type: `${type}; charset=utf-8`,
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
    gzip: await promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  }
}

function send({ headers }: FastifyRequest, reply: FastifyReply, made: Sendable): FastifyReply {
  const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  reply.headers({
    'content-type': made.type,
    'cache-control': ASK_EACH_TIME,
    vary: 'accept-encoding',
    etag: made.etag,
    'x-robots-tag': 'noindex',
  })
  if (headers['if-none-match'] === made.etag) return reply.status(304).send()
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.send(isZipped ? made.gzip : made.identity)
}

/** The client token is in every page of ours. The session's is entered by whoever tries a call. */
function drawPage({ site, clientAccessToken }: Config): string {
  const name = escapeHtml(site.productName)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">',
    `<meta name="client-access-token" content="${escapeHtml(clientAccessToken)}">`,
    `<title>API | ${name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${API_DOCS}/swagger-ui.css"><link rel="stylesheet" href="/api-docs.css"></head>`,
    `<body><header><h1>${name} API</h1>`,
    '<p>Every call that you try here is a real one: a sale sells, a change changes. To try calls as a user, send',
    '<code>login</code>, then enter the token of its answer under Authorize.</p>',
    `<p><a href="${DOCUMENT}">The document (OpenAPI 3.1)</a> <a href="/">${name}</a></p></header>`,
    '<main id="api"></main><noscript><p>This page needs JavaScript; the document does not.</p></noscript>',
    `<script src="${API_DOCS}/swagger-ui-bundle.js"></script><script src="/api-docs.js"></script></body></html>`,
  ].join('\n')
}
