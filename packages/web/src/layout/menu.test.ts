import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { adminMenu } from './admin/menu.ts'
import { cashierMenu, findScreen, listScreens } from './menu.ts'
import { findPurpose } from '../palette/purposes.ts'

const screens = [...listScreens(adminMenu), ...listScreens(cashierMenu)]

test('S-10 the admin sidebar has its nine items in order', () => {
  expect(adminMenu.sidebar.map(({ title, path }) => [title, path])).toEqual([
    ['Dashboard', '/admin/dashboard'],
    ['User', '/admin/user'],
    ['Cash Power', '/admin/cash-power'],
    ['Customer Enquiries', '/admin/customer-enquiries'],
    ['Shift Enquiries', '/admin/shift-enquiries'],
    ['Balance', '/admin/balance'],
    ['Credit Agents', '/admin/credit-agents'],
    ['Cash Power Charges', '/admin/cash-power-charges'],
    ['Change Password', '/admin/change-password'],
  ])
})

test('S-11 the cashier sidebar has two items and nothing else', () => {
  expect(cashierMenu.sidebar.map(({ title, path }) => [title, path])).toEqual([
    ['Cash Power', '/cashier/cash-power'],
    ['User', '/cashier/user'],
  ])
})

test.each([
  ['R-09', '/admin/dashboard', 'dashboard'],
  ['R-10', '/admin/cash-power', 'cash power'],
  ['R-11', '/admin/air-power', 'air power'],
  ['R-12', '/admin/post-paid', 'post paid'],
  ['R-13', '/admin/user', 'user'],
  ['R-14', '/admin/credit-agents', 'credit agents'],
  ['R-15', '/admin/cash-power-charges', 'cash power charges'],
  ['R-16', '/admin/report', 'revenue report'],
  ['R-17', '/admin/backup', 'backup'],
  ['R-18', '/admin/cleanup', 'cleanup'],
  ['R-19', '/admin/customer-enquiries', 'customer enquiries'],
  ['R-20', '/admin/shift-enquiries', 'shift enquiries'],
  ['R-21', '/admin/change-password', 'change password'],
  ['R-22', '/admin/forget-password', 'forgot password'],
  ['R-23', '/admin/balance', 'balance'],
  ['R-24', '/cashier/cash-power', 'cash power'],
  ['R-24', '/cashier/user', 'user'],
])('%s %s has the header title %s', (_, path, title) => {
  const menu = path.startsWith('/admin') ? adminMenu : cashierMenu
  expect(findScreen(menu, path)?.title.toLowerCase()).toBe(title)
  expect(findScreen(menu, `${path}/`)?.title.toLowerCase()).toBe(title)
})

test('every address of both areas but the redirects is a screen, once', () => {
  const redirects = new Set<string>([paths.admin.root, paths.cashier.root, paths.cashier.dashboard])
  const wanted = [...Object.values(paths.admin), ...Object.values(paths.cashier)].filter(
    (path) => !redirects.has(path),
  )
  expect(screens.map(({ path }) => path).toSorted()).toEqual(wanted.toSorted())
})

test('every screen says what it is for', () => {
  for (const { path } of screens) expect(findPurpose(path), path).toMatch(/^[A-Z].+\.$/)
})
