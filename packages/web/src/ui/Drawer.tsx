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

const sides = {
  left: 'mr-auto starting:open:-translate-x-6',
  right: 'ml-auto starting:open:translate-x-6',
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
      className={`m-0 h-dvh max-h-none w-[min(300px,84vw)] max-w-none bg-raised p-0 text-ink shadow transition duration-(--slow) backdrop:bg-scrim open:opacity-100 starting:open:opacity-0 ${sides[side]}`}
    >
      <div className="flex h-full flex-col overflow-y-auto px-3 pt-2.5 pb-4">
        <div className="mb-3 flex items-center justify-between pl-2">
          {head}
          <IconButton icon="close" label="Close menu" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
