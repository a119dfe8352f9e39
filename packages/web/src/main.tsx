// The entry point of the browser. The server has already drawn the public pages, and React hydrates them; it draws
// every other page itself. The public site and the login do without the router, which would be a large part of what a
// customer on a poor link has to load.
import { type ReactNode, startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadChunk } from './lib/lazy-page.ts'
import { isInArea } from './paths.ts'
import { matchesPath } from './router/route.ts'
import { listFirstChunks, loadAdminRoutes, pagesWithoutRouter, routes } from './routes.tsx'
import { Failure } from './layout/Failure.tsx'
import './ui/main.css'

interface FirstView {
  view: ReactNode
  /** Whether the server has drawn it. */
  isDrawn: boolean
}

const listRoutes = (path: string) => (isInArea('admin', path) ? loadAdminRoutes() : routes)

/** A chunk that fails here fails again in the router, which shows the error. */
async function loadFirstChunks(path: string): Promise<void> {
  const url = new URL(window.location.href)
  for (const load of listFirstChunks(await listRoutes(path), path)) load(url).catch(() => {})
}

async function firstView(path: string, isDrawn: boolean): Promise<FirstView> {
  const alone = pagesWithoutRouter.find((route) => matchesPath(route.path, path) && !route.redirect?.())
  if (alone) {
    const { Component } = await alone.lazy(new URL(window.location.href))
    return { view: <Component />, isDrawn }
  }
  loadFirstChunks(path).catch(() => {})
  const { startRouter } = await loadChunk(() => import('./router/RouterView.tsx'))
  const { view, firstPath } = startRouter(listRoutes, Failure)
  // The drawn page stays in view until the next one is ready; the router would show nothing meanwhile.
  return { view, isDrawn: isDrawn && (await firstPath) === path }
}

async function start(element: HTMLElement): Promise<void> {
  const { view, isDrawn } = await firstView(window.location.pathname, element.hasChildNodes()).catch(
    (error: unknown) => ({ view: <Failure error={error} />, isDrawn: false }),
  )
  const strict = <StrictMode>{view}</StrictMode>
  // A transition is done in slices, so that a slow phone can still scroll and type.
  if (isDrawn) startTransition(() => void hydrateRoot(element, strict))
  else createRoot(element).render(strict)
}

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no element with the id root')
void start(element)
