import { afterEach, expect, test, vi } from 'vitest'
import { forgetCookies } from '../api/session.ts'
import { goTo, ownHome, unknownScreen, visitorsOnly, wayOut } from './guard.ts'

function buildBrowser(token: string | null, userType: string | null): void {
  vi.stubGlobal('window', { localStorage: { getItem: () => token } })
  vi.stubGlobal('document', { cookie: userType === null ? '' : `user_type=${userType}` })
  forgetCookies()
}
afterEach(() => vi.unstubAllGlobals())

test('R-07 a user who is not signed in is sent to the login from both areas', () => {
  buildBrowser(null, null)
  expect(wayOut('admin')).toBe('/login')
  expect(wayOut('cashier')).toBe('/login')
  expect(unknownScreen('admin')()).toBe('/login')
})

test('S-14 a cashier is sent from the admin area to the cashier area', () => {
  buildBrowser('t', 'Cashier')
  expect(wayOut('admin')).toBe('/cashier/cash-power')
  expect(wayOut('cashier')).toBeNull()
  expect(unknownScreen('admin')()).toBe('/cashier/cash-power')
})

test('S-10 every type except Cashier is let into the admin area', () => {
  for (const type of ['Admin', 'Auditor', null]) {
    buildBrowser('t', type)
    expect(wayOut('admin')).toBeNull()
  }
})

test('R-26 a signed-in user is sent on from the pages for visitors', () => {
  const [login, forget] = [visitorsOnly(ownHome), visitorsOnly(() => '/login')]
  buildBrowser('t', 'Admin')
  expect(login()).toBe('/admin/dashboard')
  expect(forget()).toBe('/login')
  buildBrowser('t', 'Cashier')
  expect(login()).toBe('/cashier/cash-power')
  buildBrowser(null, null)
  expect(login()).toBeNull()
})

test('R-08 an area’s root leads to its first page', () => {
  expect(goTo('/admin/dashboard')()).toBe('/admin/dashboard')
})

test('R-25 a path that the area does not have is not found', () => {
  buildBrowser('t', 'Admin')
  expect(() => unknownScreen('admin')()).toThrow(expect.objectContaining({ status: 404 }))
})
