// The command palette: one box that leads to every screen of the area and, for an Admin, to every user and sale. A
// native modal dialog keeps the focus inside, closes on Escape and restores the focus.
import { useLayoutEffect, useRef } from 'react'
import { PaletteBox, type PaletteProps } from './PaletteBox.tsx'

export function Palette({ typed, onClose }: PaletteProps) {
  const dialog = useModal()
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={(event) => !event.currentTarget.open && onClose()}
      className="m-0 h-dvh max-h-none w-screen max-w-none grid-cols-[minmax(0,40rem)] content-start justify-center bg-transparent p-3 text-ink backdrop:bg-scrim open:grid sm:pt-[12dvh]"
    >
      <button type="button" aria-hidden="true" tabIndex={-1} onClick={close} className="fixed inset-0" />
      <PaletteBox typed={typed} onClose={close} />
    </dialog>
  )
}

/** Closed before it is removed: only then does the browser restore the focus. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  return dialog
}
