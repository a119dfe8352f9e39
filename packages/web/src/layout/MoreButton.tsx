// The button "More" in the header. Its menu leads to every screen of the area that the sidebar does not have. The menu
// is loaded at the first press, or when the pointer is near.
import { useRef, useState } from 'react'
import { lazyPart, partLoader } from '../lib/lazy-page.ts'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import type { Menu } from './menu.ts'

const load = partLoader(() => import('./later/MoreMenu.tsx'))
const MoreMenu = lazyPart(load, (part) => part.MoreMenu)

export function MoreButton({ menu }: { menu: Menu }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const toggle = () =>
    load().then(
      () => setOpen((was) => !was),
      () => toast.error('The menu could not be loaded. Check the connection, then reload the page.'),
    )
  return (
    <div ref={place} className="more">
      <button type="button" aria-expanded={isOpen} onClick={() => void toggle()}>
        More
        <Icon name="down" size={16} />
      </button>
      {isOpen && <MoreMenu menu={menu} place={place} onClose={() => setOpen(false)} />}
    </div>
  )
}
