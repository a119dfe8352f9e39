import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { firstChunks } from './first-chunks.ts'

const load = () => Promise.resolve({})
const [layout, page, other] = [() => load(), () => load(), () => load()]
const routes: RouteObject[] = [
  { path: '/', lazy: other },
  { path: '/password/reset/:token', lazy: other },
  { lazy: layout, children: [{ path: '/admin' }, { path: '/admin/report', lazy: page }] },
]

test('an address asks for its layout and its page', () => {
  expect(firstChunks(routes, '/admin/report')).toEqual([layout, page])
  expect(firstChunks(routes, '/admin/report/')).toEqual([layout, page])
})

test('a parameter stands for one segment', () => {
  expect(firstChunks(routes, '/password/reset/abc')).toEqual([other])
  expect(firstChunks(routes, '/password/reset/')).toEqual([])
})

test.each(['/nowhere', '/admin/report/x', '/adm'])('an unknown address %s asks for nothing', (path) => {
  expect(firstChunks(routes, path)).toEqual([])
})
