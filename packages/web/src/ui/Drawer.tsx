// The side menu of small screens. A native modal dialog keeps the focus inside, closes on Escape and returns the focus
// to the toggle. This adds closing by a click on the scrim, and closing when the screen becomes wide enough.
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'

interface DrawerProps {
  label: string
  isOpen: boolean
  onClose: () => void
  side: 'left' | 'right'
  /** What is next to the close icon. */
  head: ReactNode
  children: ReactNode
}

export function Drawer({ label, isOpen, onClose, side, head, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 900px)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])

  return (
    // The click that counts is on the scrim, which belongs to the dialog; keyboard users have Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`drawer drawer-${side}`}
    >
      <div className="drawer-body">
        <div className="drawer-head">
          {head}
          <IconButton icon="close" label="Close menu" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
