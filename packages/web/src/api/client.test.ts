import { contact, dashboard, session } from '@flexpower/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { onSessionEnd } from './session.ts'

const stored = new Map<string, string>()
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (status: number, body: unknown) => send.mockResolvedValueOnce(Response.json(body, { status }))
const sentHeaders = () => send.mock.lastCall?.[1].headers as Record<string, string>
const page = { cookie: 'user_type=Admin' }

beforeEach(() => {
  stored.clear()
  send.mockReset()
  page.cookie = 'user_type=Admin'
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('document', { ...page, querySelector: () => ({ getAttribute: () => 'web-client' }) })
  vi.stubGlobal('window', {
    sessionStorage: { setItem: () => {}, removeItem: () => {}, getItem: () => null },
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, clear: () => stored.clear() },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
})
afterEach(() => vi.unstubAllGlobals())

const failing = (status: number) => {
  answer(status, { status: 'Error', message: 'No' })
  return call(dashboard.dailySales, {})
}

test('S-09 every request carries the client token, a signed-in one also the session token', async () => {
  answer(200, { success: true, message: 'Thank you' })
  await call(contact.send, { name: 'Awa', email: 'awa@example.gm', message: 'Hello' })
  expect(sentHeaders()['client-access-token']).toBe('web-client')
  expect(sentHeaders()).not.toHaveProperty('x-auth-token')

  stored.set('token', 'abc')
  answer(200, { data: { DailySales: 184250.5 } })
  await expect(call(dashboard.dailySales, {})).resolves.toBe(18425050)
  expect(sentHeaders()).toMatchObject({ 'client-access-token': 'web-client', 'x-auth-token': 'abc' })
})

test('a 401 to a signed-in call ends the session and tells the screens', async () => {
  const ended = vi.fn<() => void>()
  const stop = onSessionEnd(ended)
  stored.set('token', 'abc')
  await expect(failing(401)).rejects.toMatchObject({ name: 'CallRefused', status: 401, message: 'No' })
  // The caller knows it first.
  expect(ended).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(stored.size).toBe(0)
  stop()
})

test('a 403 leaves the session of a known user alone', async () => {
  stored.set('token', 'abc')
  await expect(failing(403)).rejects.toMatchObject({ status: 403 })
  expect(stored.get('token')).toBe('abc')
})

test('a 401 that arrives after a new sign-in says nothing about the new session', async () => {
  stored.set('token', 'old')
  const refused = failing(401)
  stored.set('token', 'new')
  await expect(refused).rejects.toMatchObject({ status: 401 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(stored.get('token')).toBe('new')
})

test('S-05 an answer that is not JSON is refused by its status', async () => {
  send.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call(session.login, { email: 'a@b.gm', password: 'secret' })).rejects.toMatchObject({
    status: 502,
  })
})

test.each([401, 403, 404])(
  'a %i that is not in our shape is no refusal, and ends no session: it comes from a proxy or a Wi-Fi sign-in page',
  async (status) => {
    stored.set('token', 'abc')
    page.cookie = ''
    send.mockResolvedValueOnce(new Response('<h1>Sign in to this Wi-Fi</h1>', { status }))
    await expect(call(dashboard.dailySales, {})).rejects.toMatchObject({ name: 'UnreadableAnswer' })
    answer(status, { message: 'Forbidden' })
    await expect(call(dashboard.dailySales, {})).rejects.toMatchObject({ name: 'UnreadableAnswer' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(stored.get('token')).toBe('abc')
  },
)
