// The theme that this browser shows: light, dark, or what its system has. public/theme.js applies it, before the first
// paint and whenever it changes.
import { useSyncExternalStore } from 'react'

export const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export type Theme = (typeof themes)[number]['value']

const KEY = 'theme'

const read = (): Theme =>
  themes.find(({ value }) => value === window.localStorage.getItem(KEY))?.value ?? 'system'

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') window.localStorage.removeItem(KEY)
  else window.localStorage.setItem(KEY, theme)
  // The browser itself sends this event to the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
}

/** On the server, and until React has taken over the page, nobody knows it. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, () => 'system')
