// The header of every back-office page: the page's title, who is signed in, and the menu's toggle on small screens (S-13).
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from '../router/hooks.tsx'
import { ownArea, readHint } from '../api/session.ts'
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
    <header className="flex min-h-16 items-center gap-2 border-b border-line px-4 md:min-h-18 md:gap-3 md:px-6">
      <IconButton
        icon="menu"
        label="Open menu"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
        className="-ml-3 md:hidden"
      />
      <div className="min-w-0 flex-1">
        <h1 ref={heading} tabIndex={-1} className="text-xl leading-6 font-semibold tracking-[-0.01em]">
          {title}
        </h1>
        <Welcome />
      </div>
      <PaletteButton />
      <HeaderPlace />
      <Person />
    </header>
  )
}

function Welcome() {
  const type = readHint('user_type')
  return <p className="text-sm text-ink-3">{type === null ? 'Welcome' : `Welcome, ${type}`}</p>
}

function Person() {
  const name = readHint('username')
  if (name === null) return null
  return (
    <Link
      to={paths[ownArea()].account}
      title={name}
      className={`grid size-9 flex-none place-items-center rounded-full bg-primary-soft text-sm font-semibold text-primary-text ${YIELDS}`}
    >
      <span aria-hidden="true">{formatInitials(name)}</span>
      <span className="sr-only">Signed in as {name}: your account</span>
    </Link>
  )
}

/** On a phone the header has room for either this or what the page has put into it. */
const YIELDS = 'max-sm:[#header-slot:not(:empty)+&]:sr-only'

const formatInitials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase())
    .join('')
}

/** Another page in the same layout: the focus moves to its title, so that a screen reader announces it. */
function useFocusOnChange(pathname: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return heading
}

/** A slot in the header that the current page may fill with what must always be visible. */
const SLOT_ID = 'header-slot'

export const HeaderPlace = () => <div id={SLOT_ID} className="flex flex-none items-center gap-3" />

/** The header is drawn before its page, so the slot exists when a page asks for it. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(neverChanges, () => document.getElementById(SLOT_ID))
  return place === null ? null : createPortal(children, place)
}

const neverChanges = () => () => {}
