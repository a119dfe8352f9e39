// Header, side menu and footer of the public site (P-01 to P-03). Its links are plain ones: the home page runs without
// the router, and each public page is a separate document.
import { type ReactNode, useCallback, useState } from 'react'
import { phoneLink, site } from '../api/site.ts'
import { DemoBanner } from '../layout/DemoBanner.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { paths } from '../paths.ts'
import { CONTAINER } from './Section.tsx'
import { Brand } from '../ui/Brand.tsx'
import { buttonClass, IconButton } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { MAIN_ID, SkipLink } from '../ui/SkipLink.tsx'
import { ThemeButton } from '../ui/theme/ThemeButton.tsx'
import { useHydrated } from '../ui/use-browser.ts'

interface PublicLayoutProps {
  title: string
  /** The path of the page in view, if it is in the menu. */
  current?: string
  children: ReactNode
}

export function PublicLayout({ title, current, children }: PublicLayoutProps) {
  usePageTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <DemoBanner />
      <PublicHeader current={current} />
      <main id={MAIN_ID} tabIndex={-1} className="flex-1">
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}

function PublicHeader({ current }: { current: string | undefined }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isAlive = useHydrated()
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  return (
    <header className="border-b border-line">
      <div className={`${CONTAINER} flex min-h-16 flex-wrap items-center justify-between md:min-h-18`}>
        <HomeLink />
        <nav aria-label="Site" className="site-links hidden md:block">
          <SiteLinks current={current} form="bar" />
        </nav>
        <IconButton
          icon="menu"
          label="Open menu"
          aria-expanded={isMenuOpen}
          disabled={!isAlive}
          onClick={() => setMenuOpen(true)}
          className="menu-toggle -mr-3 md:hidden"
        />
      </div>
      <Drawer side="right" label="Menu" isOpen={isMenuOpen} onClose={closeMenu} head={<HomeLink />}>
        <nav aria-label="Site">
          <SiteLinks current={current} form="drawer" onChoose={closeMenu} />
        </nav>
      </Drawer>
    </header>
  )
}

const HomeLink = () => (
  <a href={paths.home} className="rounded">
    <Brand name={site.productName} />
  </a>
)

const forms = {
  bar: {
    list: 'flex items-center gap-2',
    link: 'inline-flex min-h-11 items-center rounded px-3 font-medium text-ink-2 hover:text-ink aria-[current=page]:text-ink',
    login: `${buttonClass()} ml-2`,
  },
  drawer: {
    list: 'grid gap-px',
    link: 'flex min-h-12 items-center rounded px-2.5 text-lg font-medium text-ink-2 hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:text-ink',
    login: `${buttonClass('secondary', 'lg', true)} mt-3`,
  },
}

interface SiteLinksProps {
  current: string | undefined
  form: keyof typeof forms
  onChoose?: () => void
}

function SiteLinks({ current, form, onChoose }: SiteLinksProps) {
  const { list, link, login } = forms[form]
  return (
    <ul className={list}>
      <li>
        <a
          href={paths.home}
          aria-current={current === paths.home ? 'page' : undefined}
          onClick={onChoose}
          className={link}
        >
          Home
        </a>
      </li>
      <li>
        <a href={paths.contact} onClick={onChoose} className={link}>
          Contact
        </a>
      </li>
      <li>
        <a href={paths.login} className={login}>
          Login
        </a>
      </li>
    </ul>
  )
}

/** The footer of the public site: who runs it, how to reach them, where to go (P-03). All of it is configuration. */
const HEADING = 'text-sm leading-11 font-medium text-ink-3'
const LINK = 'flex min-h-11 items-center rounded-sm hover:underline md:min-h-8'

export const PublicFooter = () => (
  <footer className="pt-12 pb-6">
    <div
      className={`${CONTAINER} grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4 gap-y-8 md:gap-8 md:grid-cols-[minmax(0,1fr)_240px_160px]`}
    >
      <div className="col-span-full md:col-auto">
        <a href={paths.home} className="rounded">
          <Brand name={site.productName} />
        </a>
        <p className="mt-2 font-semibold">{site.companyName}</p>
        <address className="max-w-64 text-ink-2 not-italic">{site.address}</address>
        <a href={paths.about} className={`${LINK} w-fit`}>
          About {site.productName}
        </a>
        <a href={paths.receiptCheck} className={`${LINK} w-fit`}>
          Check a receipt
        </a>
      </div>
      <section aria-labelledby="foot-support">
        <h2 id="foot-support" className={HEADING}>
          Support
        </h2>
        <ul>
          <li>
            <a href={`mailto:${site.supportEmail}`} className={`${LINK} wrap-anywhere`}>
              {site.supportEmail}
            </a>
          </li>
          {site.phones.map((phone) => (
            <li key={phone}>
              <a href={phoneLink(phone)} className={LINK}>
                {phone}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <nav aria-labelledby="foot-navigation">
        <h2 id="foot-navigation" className={HEADING}>
          Navigation
        </h2>
        <ul>
          <li>
            <a href={paths.home} className={LINK}>
              Home
            </a>
          </li>
          <li>
            <a href={paths.contact} className={LINK}>
              Contact
            </a>
          </li>
        </ul>
      </nav>
    </div>
    <div
      className={`${CONTAINER} mt-8 flex flex-wrap items-center justify-between gap-x-4 pt-4 text-sm text-ink-2`}
    >
      <p>
        © {site.year} {site.companyName}
      </p>
      <ThemeButton className="min-h-11 rounded-sm hover:underline" />
    </div>
  </footer>
)
