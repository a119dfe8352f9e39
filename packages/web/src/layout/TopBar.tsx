// The header of every back-office page: the page's title, who is signed in, the menu's toggle on small screens
// (S-13), and the way to every screen that the sidebar does not have.
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from '../router/hooks.tsx'
import { ownArea, readHint } from '../api/session.ts'
import { lazyPart, partLoader, useIdlePart } from '../lib/lazy-page.ts'
import { MoreButton } from './MoreButton.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { findScreen, type Menu } from './menu.ts'
import { usePageTitle } from './page-title.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/Button.tsx'

interface TopBarProps {
  menu: Menu
  isMenuOpen: boolean
  onOpenMenu: () => void
}

export function TopBar({ menu, isMenuOpen, onOpenMenu }: TopBarProps) {
  const { pathname } = useLocation()
  const title = findScreen(menu, pathname)?.title ?? ''
  usePageTitle(title)
  const heading = useFocusOnChange(pathname)
  return (
    <header className="topbar">
      <IconButton
        icon="menu"
        label="Open menu"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
        className="topbar-toggle"
      />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Welcome />
      <PaletteButton />
      <MoreButton menu={menu} />
      <Later />
      <HeaderPlace />
      <Person />
    </header>
  )
}

/** The bell, and what follows the server: loaded when the page is drawn. Without it the pages ask from time to time. */
const Later = () => <div className="bell-place">{useIdlePart(loadBell) && <Bell />}</div>

const loadBell = partLoader(() => import('./live/Bell.tsx'))
const Bell = lazyPart(loadBell, (part) => part.Bell)

function Welcome() {
  const type = readHint('user_type')
  return <p>{type === null ? 'Welcome' : `Welcome, ${type}`}</p>
}

function Person() {
  const name = readHint('username')
  if (name === null) return null
  return (
    <Link to={paths[ownArea()].account} title={name} className="person">
      <span aria-hidden="true">{formatInitials(name)}</span>
      <span className="sr-only">Signed in as {name}: your account</span>
    </Link>
  )
}

const formatInitials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase())
    .join('')
}

/**
 * Another page in the same layout: the focus moves to its title, so that a screen reader announces it. Before it is
 * painted: it must not be taken from a field in which somebody has begun to type.
 */
function useFocusOnChange(pathname: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return heading
}

/** A slot in the header that the current page may fill with what must always be visible. */
const SLOT_ID = 'header-slot'

export const HeaderPlace = () => <div id={SLOT_ID} />

/** The header is drawn before its page, so the slot exists when a page asks for it. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(neverChanges, () => document.getElementById(SLOT_ID))
  return place === null ? null : createPortal(children, place)
}

const neverChanges = () => () => {}
