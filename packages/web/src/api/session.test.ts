import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findArea, forgetSession, readHint, signOut } from './session.ts'
import { buildCookies } from './sign-in.ts'

const answer = {
  token: 't',
  user: { id: 7, type: 'Cashier', location: 'Serekunda; Kairaba', name: 'Fatou Ceesay' },
}

const cookies = new Map<string, string>()
const storage = { clear: vi.fn<() => void>(), getItem: () => null, setItem: () => {} }

beforeEach(() => {
  cookies.clear()
  vi.stubGlobal('window', {
    localStorage: storage,
    sessionStorage: { removeItem: () => {}, setItem: () => {}, getItem: () => null },
  })
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? []
      if (text.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('S-02 signing in sets the four cookies, which expire with the browser session', () => {
  expect(buildCookies(answer, false)).toEqual([
    'user_id=7; Path=/; SameSite=Lax',
    'user_type=Cashier; Path=/; SameSite=Lax',
    'location=Serekunda%3B%20Kairaba; Path=/; SameSite=Lax',
    'username=Fatou%20Ceesay; Path=/; SameSite=Lax',
  ])
})

test('S-01 Remember Me keeps the cookies for 30 days', () => {
  for (const cookie of buildCookies(answer, true)) expect(cookie).toContain('; Max-Age=2592000')
})

test('a hint is read back as it was written', () => {
  expect(readHint('location', 'user_id=7; location=Serekunda%3B%20Kairaba')).toBe('Serekunda; Kairaba')
  expect(readHint('user_id', 'other_user_id=8; user_id=7')).toBe('7')
  expect(readHint('username', 'user_id=7')).toBeNull()
  expect(readHint('username', 'username=%E0%A4%A')).toBeNull()
})

test('S-10 S-11 every user type except Cashier has the admin area', () => {
  expect(findArea('Cashier')).toBe('cashier')
  for (const type of ['Admin', 'Auditor', null]) expect(findArea(type)).toBe('admin')
})

test('S-06 all cookies and local storage are cleared, ours or not', () => {
  for (const cookie of [...buildCookies(answer, true), 'theme=dark; Path=/']) document.cookie = cookie
  expect(cookies.size).toBe(5)
  forgetSession()
  expect(cookies.size).toBe(0)
  expect(storage.clear).toHaveBeenCalled()
})

test('S-06 a server that cannot be reached does not keep anyone signed in', async () => {
  document.cookie = 'user_id=7; Path=/'
  await signOut(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(cookies.size).toBe(0)
})
