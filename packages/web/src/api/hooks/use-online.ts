// Whether the server can be reached: the browser says that it has no network at once, and `layout/live/reach.ts` notices a
// link that is up but leads nowhere. When it can be reached again, everything in view is read again.
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// It learns of changes only.
onlineManager.setOnline(navigator.onLine)

export const isOnline = (): boolean => onlineManager.isOnline()

export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, isOnline)
