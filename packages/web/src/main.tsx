// Where the browser starts. React alone draws a first visit to the home page: the router, the forms and the contract
// would double what a customer on a poor link has to load before the first line of text.
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstChunks } from './lib/first-chunks.ts'
import { loadChunk } from './lib/lazy-page.ts'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import { Failure } from './shell/Failure.tsx'
import './ui/main.css'

async function firstView(path: string): Promise<ReactNode> {
  if (path === paths.home) {
    const { HomePage } = await loadChunk(() => import('./public/HomePage.tsx'))
    return <HomePage />
  }
  // A chunk that fails here fails again for the router, which shows it.
  for (const load of firstChunks(routes, path)) load().catch(() => {})
  const { App } = await loadChunk(() => import('./app.tsx'))
  return <App />
}

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element)
  const view = await firstView(window.location.pathname).catch((error: unknown) => <Failure error={error} />)
  root.render(<StrictMode>{view}</StrictMode>)
}

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no element with the id root')
void start(element)
