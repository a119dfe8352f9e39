// Header, side menu and footer of the public site (P-01 to P-03). Its links are plain ones: the home page runs without
// the router, and a public page is a document of its own.
import { type ReactNode, useCallback, useState } from 'react'
import { site } from '../api/site.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { paths } from '../paths.ts'
import { Brand } from '../ui/Brand.tsx'
import { buttonClass, IconButton } from '../ui/Button.tsx'
import { CONTAINER } from './container.ts'
import { DemoBanner } from '../layout/DemoBanner.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { PublicFooter } from './PublicFooter.tsx'
import { MAIN_ID, SkipLink } from '../ui/SkipLink.tsx'

interface PublicLayoutProps {
  title: string
  /** The path of the page in view, when the menu has it. */
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
