// The items of the back office's menu, drawn in three ways from one table: in full next to the page, as icons only
// where the page needs the room, and large in a phone's drawer.
import { Link, useLocation } from '../router/hooks.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Menu } from './menu.ts'

interface SideMenuProps {
  menu: Menu
  form: 'sidebar' | 'drawer'
  onLogout: () => void
  /** An item was chosen, even if it is the page in view. */
  onChoose?: () => void
}

export function SideMenu({ menu, form, onLogout, onChoose }: SideMenuProps) {
  const item = `side-item in-${form}`
  const here = `${useLocation().pathname.toLowerCase()}/`
  return (
    <>
      <ul className="side-list">
        {menu.sidebar.map(({ path, title, icon }) => (
          <li key={path}>
            <Link
              to={path}
              title={title}
              onClick={onChoose}
              aria-current={here.startsWith(`${path}/`) ? 'page' : undefined}
              className={item}
            >
              <Icon name={icon} />
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" title="Logout" onClick={onLogout} className={item}>
        <Icon name="logout" />
        <span>Logout</span>
      </button>
    </>
  )
}
