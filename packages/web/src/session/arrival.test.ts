import { afterEach, expect, test, vi } from 'vitest'
import { LOGIN_STATE_KEY } from '../login-state.ts'
import { afterLogin, checkLoginState, readLoginState } from './arrival.ts'

afterEach(() => vi.unstubAllGlobals())

test('S-03 a login leads to the start of the user’s area', () => {
  expect(afterLogin('cashier', {})).toBe('/cashier/cash-power')
  expect(afterLogin('admin', {})).toBe('/admin/dashboard')
})

test('S-03 also from a page that required the login', () => {
  expect(afterLogin('admin', { from: '/admin/report' })).toBe('/admin/dashboard')
})

test('after a session that ended in the middle of work, a login leads back to it, but only in the user’s area', () => {
  expect(afterLogin('admin', { from: '/admin/report', ended: true })).toBe('/admin/report')
  expect(afterLogin('cashier', { from: '/admin/report', ended: true })).toBe('/cashier/cash-power')
  expect(afterLogin('admin', { from: '//evil.example/admin', ended: true })).toBe('/admin/dashboard')
})

test('a history entry with other content is ignored', () => {
  for (const state of [null, undefined, 'x', 7, { from: 7, ended: 'yes', said: 7, mailed: 1 }])
    expect(checkLoginState(state)).toEqual({})
  const states = [
    { from: '/admin/user', ended: true },
    { said: 'A link is on its way.', mailed: true },
  ]
  for (const state of states) expect(checkLoginState(state)).toEqual(state)
})

test('a damaged state in the tab is ignored, and the history entry counts', () => {
  const stored = new Map<string, string>()
  const sessionStorage = { getItem: (key: string) => stored.get(key) ?? null }
  vi.stubGlobal('window', { sessionStorage, history: { state: { from: '/admin/user', ended: true } } })
  for (const text of ['{', '', 'undefined', '{"from":']) {
    stored.set(LOGIN_STATE_KEY, text)
    expect(readLoginState()).toEqual({ from: '/admin/user', ended: true })
  }
  stored.set(LOGIN_STATE_KEY, '{"said":"A link is on its way."}')
  expect(readLoginState()).toEqual({ said: 'A link is on its way.' })
})
