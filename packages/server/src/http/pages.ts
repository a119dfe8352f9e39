// Serves the built web application: hashed files for ever, precompressed; every other path answers the one page, in which
// this installation's names and client token are filled in once at the start.
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { API_BASE } from '@flexpower/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { sendFailure } from './failures.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export async function servePages(app: FastifyInstance, config: Config, webRoot: URL): Promise<void> {
  const page = await fillPage(config, webRoot)
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: true,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : 'public, max-age=3600'),
  })
  app.get('/', (_, reply) => sendPage(reply, page))
  app.get('/index.html', (_, reply) => sendPage(reply, page))
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, page))
}

async function fillPage(config: Config, webRoot: URL): Promise<string> {
  const html = await readFile(new URL('index.html', webRoot), 'utf8')
  return html
    .replaceAll('{{client-access-token}}', escapeAttribute(config.clientAccessToken))
    .replaceAll('{{site}}', escapeAttribute(JSON.stringify(config.site)))
    .replaceAll('{{product}}', escapeAttribute(config.site.productName))
}

const sendPage = (reply: FastifyReply, page: string, status = 200) =>
  reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)

/** The router in the browser knows which paths exist; a missing file or call is not a page. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply, page: string) {
  const path = request.url.split('?', 1)[0] ?? ''
  const isNavigation = request.method === 'GET' || request.method === 'HEAD'
  if (`${path}/`.startsWith(API_BASE) || !isNavigation || /^\/assets\/|\.\w+$/.test(path))
    return sendFailure(new Refusal('not_found', 'There is nothing at this address.'), null, request, reply)
  return sendPage(reply, page)
}
