// A place in the header that the page in view may fill with what must always be in sight.
import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const SLOT_ID = 'header-slot'

export const HeaderPlace = () => <div id={SLOT_ID} className="flex flex-none items-center gap-3" />

/** The header is drawn before its page, so the place is there by the time a page asks for it. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(neverChanges, () => document.getElementById(SLOT_ID))
  return place === null ? null : createPortal(children, place)
}

const neverChanges = () => () => {}
