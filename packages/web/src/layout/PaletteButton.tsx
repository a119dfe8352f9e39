// Opens the command palette: a button in the header, and Ctrl K (Cmd K on a Mac) on every page. The palette is loaded
// at its first use. Keys typed until then are kept for it and reach nothing behind it.
import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react'
import { loadChunk } from '../lib/lazy-page.ts'
import { isDialogOpen } from '../ui/open-dialog.ts'
import type { PaletteProps } from '../palette/PaletteBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

const isMac = navigator.platform.startsWith('Mac')

export function PaletteButton() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  /** Null: closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const close = () => setTyped(null)

  async function open() {
    setTyped('')
    try {
      const module = await loadChunk(() => import('../palette/Palette.tsx'))
      setPalette(() => module.Palette)
    } catch {
      close()
      toast.error('The search could not be loaded. Check the connection, then reload the page.')
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = isMac ? event.metaKey : event.ctrlKey
    if (isHeld && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (typed !== null) close()
      // A half-typed sale or record must not be lost by navigating away.
      else if (!isDialogOpen()) void open()
    } else if (typed !== null && Palette === undefined && !isHeld) {
      event.stopImmediatePropagation()
      if (event.key === 'Escape') close()
      else if (event.key === 'Enter' || event.key.length === 1) {
        event.preventDefault()
        setTyped(typed + (event.key === 'Enter' ? '\n' : event.key))
      }
    }
  })
  // Registered before the button is painted: a user who sees the button may press the key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => void open()}
        className="palette-button"
      >
        <Icon name="search" />
        <span className="flex-1 text-left max-md:sr-only">Search…</span>
        <kbd aria-hidden="true" className="max-md:hidden">
          {isMac ? '⌘' : 'Ctrl'} K
        </kbd>
      </button>
      {Palette && typed !== null && <Palette typed={typed} onClose={close} />}
    </>
  )
}
