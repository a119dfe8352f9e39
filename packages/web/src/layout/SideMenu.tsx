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

const ITEM =
  'flex w-full items-center gap-2.5 rounded font-medium text-ink-2 transition-colors hover:bg-sunken'
const forms = {
  sidebar: {
    item: `${ITEM} min-h-11 px-2.5 md:max-lg:justify-center aria-[current=page]:bg-surface aria-[current=page]:shadow-[0_0_0_1px_var(--line)]`,
    label: 'md:max-lg:sr-only',
  },
  drawer: { item: `${ITEM} min-h-12 px-2.5 text-lg aria-[current=page]:bg-sunken`, label: '' },
}
const CURRENT = 'group aria-[current=page]:font-semibold aria-[current=page]:text-ink'

export function SideMenu({ menu, form, onLogout, onChoose }: SideMenuProps) {
  const { item, label } = forms[form]
  const here = `${useLocation().pathname.toLowerCase()}/`
  return (
    <>
      <ul className="grid gap-px">
        {menu.sidebar.map(({ path, title, icon }) => (
          <li key={path}>
            <Link
              to={path}
              title={title}
              onClick={onChoose}
              aria-current={here.startsWith(`${path}/`) ? 'page' : undefined}
              className={`${item} ${CURRENT}`}
            >
              <Icon name={icon} className="group-aria-[current=page]:text-primary-text" />
              <span className={label}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" title="Logout" onClick={onLogout} className={`${item} mt-auto`}>
        <Icon name="logout" />
        <span className={label}>Logout</span>
      </button>
    </>
  )
}
