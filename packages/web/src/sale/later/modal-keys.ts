// Keys while the modal or the card of a sale is shown, handled before any element gets them.
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Step } from './use-sale.ts'

function useKeyDown(isListening: boolean, onKey: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent(onKey)
  // Before what they are for is painted: whoever sees it may press its key at once.
  useLayoutEffect(() => {
    if (!isListening) return undefined
    const listen = (event: KeyboardEvent) => tell(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isListening])
}

/** A letter by itself, where it is not being typed: also in a field for digits, where it means nothing else. */
export function usePlainKey(letter: string, isListening: boolean, onPress: () => void): void {
  useKeyDown(isListening, (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key.toLowerCase() !== letter || ctrlKey || metaKey || altKey || isForLetters(target)) return
    event.preventDefault()
    onPress()
  })
}

const isForLetters = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([readonly], [inputmode="tel"], [inputmode="decimal"]), textarea, select') !== null

/** N or F2 begins the next sale while a card is shown, or while the sale in the modal waits for its end. */
export function useNewSaleKey(isListening: boolean, startSale: () => void): void {
  useKeyDown(isListening, (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !/^(n|F2)$/i.test(key)) return
    event.preventDefault()
    startSale()
  })
}

/** As long as the two presses of a double press are apart. */
const TWICE_MS = 500

/**
 * The N that opened a sale, pressed twice or held down, must not be the first letter in the field. Whoever looks for a
 * customer whose name begins with it and types that fast still finds them by the rest.
 */
export function useOpeningKey(isOpen: boolean): void {
  const openedMs = useRef(0)
  useLayoutEffect(() => {
    if (isOpen) openedMs.current = performance.now()
  }, [isOpen])
  useKeyDown(isOpen, (event) => {
    const isTwice = event.repeat || event.timeStamp - openedMs.current < TWICE_MS
    if (isTwice && event.key.toLowerCase() === 'n' && !event.ctrlKey && !event.metaKey) event.preventDefault()
  })
}

interface SubmitActions {
  onUnverified: () => void
  onSell: () => void
}

/**
 * Enter in the form of a sale that is verified first: once all fields are filled, it verifies, then sells. Any other
 * way to submit asks the user to verify.
 */
export function useSubmitKeys(
  isListening: boolean,
  at: Step<unknown, unknown>['at'],
  { onUnverified, onSell }: SubmitActions,
): void {
  useKeyDown(isListening, (event) => {
    if (event.key !== 'Enter') return
    // A held-down key has verified; it must not also sell.
    if (event.repeat) event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (at === 'entry') onUnverified()
    else if (at === 'verified') onSell()
  })
}
