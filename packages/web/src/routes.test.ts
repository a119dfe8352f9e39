import type { Route } from './router/route.ts'
import { expect, test } from 'vitest'
import { hasPage, paths } from './paths.ts'
import { listFirstChunks, loadAdminRoutes, routes } from './routes.tsx'

const flat = (list: readonly Route[]): Route[] =>
  list.flatMap((route) => [route, ...flat(route.children ?? [])])
const routed = flat([...routes, ...(await loadAdminRoutes())]).flatMap(({ path }) => path ?? [])

test.each([
  ['R-01', '/'],
  ['R-02', '/login'],
  ['R-03', '/signup'],
  ['R-04', '/forget'],
  ['R-05', '/password/reset/:token'],
  ['R-06', '/about'],
])('%s %s is a route', (_, path) => {
  expect(routed).toContain(path)
})

test('R-08 to R-24 every address of both areas is a route, once', () => {
  for (const path of [...Object.values(paths.admin), ...Object.values(paths.cashier)])
    expect(routed.filter((each) => each === path)).toEqual([path])
})

test.each([paths.styleSheet, paths.outbox])('%s is a page only in the demo', (path) => {
  expect(routed).not.toContain(path)
})

test('R-25 a path that no area has is left to the error page', () => {
  expect(routed.filter((path) => path.includes('*'))).toEqual(['/cashier/*', '/admin/*'])
})

test('the server knows every route as a page, those of the demo only there', () => {
  const asked = routed.map((pattern) => pattern.replace(/:\w+/, '17'))
  for (const path of [...asked, '/Login', '/about/']) expect(hasPage(path, false), path).toBe(true)
  for (const path of [paths.styleSheet, paths.outbox]) {
    expect(hasPage(path, false), path).toBe(false)
    expect(hasPage(path, true), path).toBe(true)
  }
})

test.each(['/no-such-page', '/login/no-such-page', '/password/reset', '/administrator', '//admin'])(
  'R-25 the server has no page at %s',
  (path) => {
    expect(hasPage(path, true)).toBe(false)
  },
)

const load = () => Promise.resolve({ Component: () => null })
const [layout, page, other] = [() => load(), () => load(), () => load()]
const sample: Route[] = [
  { path: '/', lazy: other },
  { path: '/password/reset/:token', lazy: other },
  {
    lazy: layout,
    children: [
      { path: '/admin', redirect: () => '/' },
      { path: '/admin/report', lazy: page },
    ],
  },
]

test('a path loads its layout and its page', () => {
  expect(listFirstChunks(sample, '/admin/report')).toEqual([layout, page])
  expect(listFirstChunks(sample, '/admin/report/')).toEqual([layout, page])
})

test('a parameter matches one segment', () => {
  expect(listFirstChunks(sample, '/password/reset/abc')).toEqual([other])
  expect(listFirstChunks(sample, '/password/reset/')).toEqual([])
})

test.each(['/nowhere', '/admin/report/x', '/adm'])('an unknown path %s loads nothing', (path) => {
  expect(listFirstChunks(sample, path)).toEqual([])
})
