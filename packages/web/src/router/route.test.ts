import { expect, test } from 'vitest'
import { findRoute, readPath, type Route } from './route.ts'

test.each([
  ['/', '/', {}],
  ['/login', '/login', {}],
  ['/login', '/Login/', {}],
  ['/login', '/login/x', null],
  ['/login', '/', null],
  ['/user/:id', '/user/17', { id: '17' }],
  ['/user/:id', '/user/', null],
  ['/user/:id', '/user/17/x', null],
  ['/reset/:token', '/Reset/aB%20c', { token: 'aB c' }],
  ['/reset/:token', '/reset/50%', { token: '50%' }],
  ['/admin/*', '/admin/no/such/page', {}],
  ['/admin/*', '/admin', null],
  ['/admin/*', '/administrator', null],
])('the pattern %s reads from %s: %o', (pattern, path, values) => {
  expect(readPath(pattern, path)).toEqual(values)
})

const part = () => Promise.resolve({ Component: () => null })
const [layout, page, other] = [() => part(), () => part(), () => part()]
const routes: Route[] = [
  { path: '/', lazy: other },
  { lazy: layout, children: [{ path: '/admin/:name', lazy: page }, { path: '/admin/*' }] },
]

test('a page is found with the layouts around it and its values', () => {
  const match = findRoute(routes, '/admin/report')
  expect(match?.parts).toEqual([layout, page])
  expect(match?.values).toEqual({ name: 'report' })
})

test('the first route that matches is taken', () => {
  expect(findRoute(routes, '/admin/report')?.route.path).toBe('/admin/:name')
  expect(findRoute(routes, '/admin/report/x')?.route.path).toBe('/admin/*')
})

test('a path without a route has no match', () => {
  expect(findRoute(routes, '/nowhere')).toBeNull()
})
