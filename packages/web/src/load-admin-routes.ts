// The way to the admin area's addresses: a cashier on a poor link does not load the table of screens that are closed to cashiers.
import type { RouteObject } from 'react-router'
import { loadChunk } from './lib/lazy-page.ts'

export const loadAdminRoutes = async (): Promise<RouteObject[]> =>
  (await loadChunk(() => import('./admin-routes.tsx'))).adminRoutes
