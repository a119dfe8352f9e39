// Draws the public pages on the server, so that they can be read before any script has loaded, and without scripts. It is
// built as a separate module. The server calls it at its start, because only then are the names known that the pages show.
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type SiteFacts, showSite } from './api/site.ts'
import { AboutPage } from './public/AboutPage.tsx'
import { Head, HiddenHead, isForSearch } from './public/Head.tsx'
import { HomePage } from './public/HomePage.tsx'
import { NotFoundPage } from './public/NotFoundPage.tsx'
import { SignupPage } from './public/SignupPage.tsx'
import { type PublicPage, publicPages } from './paths.ts'
import { Failure } from './layout/Failure.tsx'
import { formatTitle } from './layout/page-title.ts'
import { RouterView } from './router/RouterView.tsx'
import { ForgotPasswordPage } from './session/PasswordPages.tsx'
import { LoginPage } from './session/LoginPage.tsx'

export { hasPage } from './paths.ts'

interface DrawnPage {
  path: string
  head: string
  body: string
  isForSearch: boolean
}

/** main.tsx hydrates this page inside the router; the others do without it. */
const inRouter = ({ path }: PublicPage, Page: ComponentType) => {
  const place = { pathname: path, search: '', hash: '', key: '' }
  const state = { view: { place, values: {}, parts: [Page] }, isLoading: false }
  const router = { read: () => state, subscribe: () => () => {}, navigate: () => Promise.resolve() }
  return <RouterView router={router} Failure={Failure} />
}

export function drawPages(site: SiteFacts, origin: string): DrawnPage[] {
  showSite(site)
  const { home, about, signup, login, forget } = publicPages
  return [
    draw(home, origin, <HomePage />),
    draw(about, origin, <AboutPage />),
    draw(signup, origin, <SignupPage />),
    draw(login, origin, <LoginPage />),
    draw(forget, origin, inRouter(forget, ForgotPasswordPage)),
  ]
}

/** The page for a path that does not exist. */
export function drawNotFound(site: SiteFacts): Pick<DrawnPage, 'head' | 'body'> {
  showSite(site)
  return {
    head: renderToStaticMarkup(<HiddenHead title={formatTitle('Error')} />),
    body: renderToStaticMarkup(<NotFoundPage />),
  }
}

const draw = (page: PublicPage, origin: string, view: ReactNode): DrawnPage => ({
  path: page.path,
  head: renderToStaticMarkup(<Head page={page} origin={origin} />),
  body: renderToString(<StrictMode>{view}</StrictMode>),
  isForSearch: isForSearch(page),
})
