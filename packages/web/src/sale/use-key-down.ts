// Keys for as long as something is shown, heard before any element takes them.
import { useEffect, useEffectEvent } from 'react'

export function useKeyDown(isListening: boolean, onKey: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent(onKey)
  useEffect(() => {
    if (!isListening) return undefined
    const listen = (event: KeyboardEvent) => tell(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isListening])
}
