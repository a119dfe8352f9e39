import { API_BASE, CLIENT_TOKEN_HEADER } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const behindProxy = { ...world.config, trustedProxies: '127.0.0.1,10.0.0.1' }

/** A request from that address, as seen by a server that listens on all addresses. */
async function ask(remoteAddress: string, headers: Record<string, string>, config = world.config) {
  const app = await createApp({ ...world.context, config }, null)
  const { statusCode } = await app.inject({
    url: `${API_BASE}outbox`,
    remoteAddress,
    headers: { [CLIENT_TOKEN_HEADER]: config.clientAccessToken, ...headers },
  })
  await app.close()
  return statusCode
}

test.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])(
  'the demo’s outbox is shown to this machine, %s',
  async (address) => {
    expect(await ask(address, {})).toBe(200)
  },
)

test.each(['10.0.0.5', '196.46.0.7', 'fe80::1', '::ffff:10.0.0.5'])(
  'for %s, another machine, there is none, whatever it says about itself',
  async (address) => {
    expect(await ask(address, {})).toBe(404)
    expect(await ask(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await ask(address, { 'x-forwarded-for': '127.0.0.1' }, behindProxy)).toBe(404)
  },
)

test('nor for a client behind a proxy on this machine, unless a trusted proxy says that it is this machine', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await ask('127.0.0.1', { [name]: '127.0.0.1' })).toBe(404)
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '196.46.0.7' }, behindProxy)).toBe(404)
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 196.46.0.7' }, behindProxy)).toBe(404)
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, behindProxy)).toBe(200)
  expect(await ask('10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, behindProxy)).toBe(404)
})

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.0.0.1', '[::1]:3000'])(
  'it is shown under a name that only this machine can mean, %s',
  async (host) => {
    expect(await ask('127.0.0.1', { host })).toBe(200)
  },
)

test.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '[::1'])(
  'a page of %s that a browser here has opened cannot read it, though the name leads to this machine',
  async (host) => {
    expect(await ask('127.0.0.1', { host })).toBe(404)
    const forwarded = { host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }
    expect(await ask('127.0.0.1', forwarded, behindProxy)).toBe(404)
  },
)

test('nor through a trusted proxy that says which name was asked for', async () => {
  const headers = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' }
  expect(await ask('127.0.0.1', headers, behindProxy)).toBe(404)
})
