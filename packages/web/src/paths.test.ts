import { expect, test } from 'vitest'
import { areaHome, isInArea, paths } from './paths.ts'

test('S-03 a cashier starts at cash power, everybody else at the dashboard', () => {
  expect(areaHome('cashier')).toBe('/cashier/cash-power')
  expect(areaHome('admin')).toBe('/admin/dashboard')
})

test('every path of an area is in that area and in no other', () => {
  for (const path of Object.values(paths.admin)) {
    expect(isInArea('admin', path)).toBe(true)
    expect(isInArea('cashier', path)).toBe(false)
  }
  for (const path of Object.values(paths.cashier)) expect(isInArea('cashier', path)).toBe(true)
})

test.each(['/administrator', '//evil.example/admin/', '/admin-x', '/', ''])('%s is in no area', (path) => {
  expect(isInArea('admin', path)).toBe(false)
  expect(isInArea('cashier', path)).toBe(false)
})
