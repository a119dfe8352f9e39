// The menu of the header's button "More": every screen of the area that is not in the sidebar, and the theme. It reads
// the same table as the palette, so a new screen appears here by itself.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from '../../router/hooks.tsx'
import { Segment } from '../../ui/form/Choice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Menu } from '../menu.ts'
import { chooseTheme, themes, useTheme } from '../../ui/theme/theme.ts'

interface MoreMenuProps {
  menu: Menu
  /** The button and the menu together: a press or the focus outside of it closes the menu. */
  place: RefObject<HTMLElement | null>
  onClose: () => void
}

export function MoreMenu({ menu, place, onClose }: MoreMenuProps) {
  const { pathname } = useLocation()
  const theme = useTheme()
  useClosing(place, onClose)
  return (
    <div className="more-menu">
      <nav aria-label="More">
        <ul>
          {menu.others
            .filter(({ path }) => !path.includes(':'))
            .map(({ path, title, icon }) => (
              <li key={path}>
                <Link to={path} aria-current={path === pathname ? 'page' : undefined} onClick={onClose}>
                  <Icon name={icon} />
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className="more-theme">
        <span aria-hidden="true">Theme</span>
        <Segment label="Theme" options={themes} value={theme} onChange={chooseTheme} />
      </div>
    </div>
  )
}

function useClosing(place: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      place.current?.querySelector('button')?.focus()
      close()
    }
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) close()
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', onElsewhere)
    window.addEventListener('focusin', onElsewhere)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('pointerdown', onElsewhere)
      window.removeEventListener('focusin', onElsewhere)
    }
  }, [place])
}
