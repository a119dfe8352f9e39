// How far each visited page was scrolled: a new page starts at the top or at its anchor, and going back or a reload shows
// the same part again. The browser's own way does not wait for pages that are drawn by script.
import { useEffect, useLayoutEffect } from 'react'

const STORED = 'scroll-positions'
/** By the key of the entry in the browser's history. */
let positions: Record<string, number> | undefined

function readPositions(): Record<string, number> {
  try {
    positions ??= JSON.parse(window.sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>
  } catch {
    positions = {}
  }
  return positions
}

export function keepScroll(key: string): void {
  readPositions()[key] = window.scrollY
}

interface Scrolled {
  key: string
  hash: string
}

/** `place` must be the same object as long as the page stays where it is. */
export function useScroll(place: Scrolled | undefined): void {
  useEffect(() => {
    if (place === undefined) return undefined
    window.history.scrollRestoration = 'manual'
    const leave = () => {
      keepScroll(place.key)
      // A document without the router is left to the browser.
      window.history.scrollRestoration = 'auto'
      try {
        window.sessionStorage.setItem(STORED, JSON.stringify(readPositions()))
      } catch {
        // The storage is full or not allowed: the page starts at the top.
      }
    }
    const comeBack = () => {
      window.history.scrollRestoration = 'manual'
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [place])
  useLayoutEffect(() => {
    if (place === undefined) return
    const kept = readPositions()[place.key]
    const anchor = document.getElementById(place.hash.slice(1))
    if (kept === undefined && anchor !== null) anchor.scrollIntoView()
    else window.scrollTo(0, kept ?? 0)
  }, [place])
}
