// The counter's keys on the page itself; an open dialog has its own.
import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from '../ui/open-dialog.ts'
import { createScanReader, shortcutOf } from './counter-keys.ts'

interface CounterActions {
  /** With what a scanner read, when it was one. */
  onNewSale: (subject?: string) => void
  onKeys: () => void
}

export function useCounterKeys({ onNewSale, onKeys }: CounterActions): void {
  const act = useEffectEvent((event: KeyboardEvent, scanned: string | null) => {
    if (event.defaultPrevented || isDialogOpen()) return
    const shortcut = shortcutOf(event, isTyping(event.target))
    if (scanned === null && shortcut === null) return
    event.preventDefault()
    if (scanned !== null) onNewSale(scanned)
    else if (shortcut === 'new sale') onNewSale()
    else if (shortcut === 'keys') onKeys()
    else searchBox()?.focus()
  })
  useEffect(() => {
    const readScan = createScanReader()
    const listen = (event: KeyboardEvent) =>
      act(event, isTyping(event.target) ? null : readScan(event.key, event.timeStamp))
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

const searchBox = () => document.querySelector<HTMLInputElement>('main input[type="search"]')
