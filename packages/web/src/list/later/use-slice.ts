// Which rows of a long list to draw: those in view and one screen around them. The heights of the others are estimated
// from the rows already drawn, so a long list scrolls as if all of it were there.

import { type RefObject, useEffect, useRef, useState } from 'react'

export interface SliceInView {
  /** Wraps the rows, whatever draws them. */
  box: RefObject<HTMLDivElement | null>
  first: number
  last: number
  slice: { above: number; below: number }
}

const SCREENS_AROUND = 1

/** `guess`: the height of a row in pixels, until one has been drawn. */
export function useSlice(count: number, guess: number): SliceInView {
  const box = useRef<HTMLDivElement>(null)
  const measured = useRef({ width: 0, height: guess })
  const [view, setView] = useState({ top: 0, height: guess })
  const drawn = rowsAround(view, count)
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const element = box.current
      if (element === null) return
      const { top: above, width } = element.getBoundingClientRect()
      // Measured once for a width: a pixel more for a row moves the end of the list by as many pixels as it has rows,
      // and what a user is about to press must not jump away.
      if (width !== measured.current.width) {
        const height = rowHeight(element)
        if (height !== null) measured.current = { width, height }
      }
      const { height } = measured.current
      const top = -above
      setView((old) => {
        // A difference of one row is no reason to draw again.
        const isSame = Math.abs(top - old.top) < height * 4 && height === old.height
        return isSame ? old : { top, height }
      })
    }
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    // Called when the first rows are drawn, and when the width changes.
    const sizes = new ResizeObserver(lookSoon)
    if (box.current !== null) sizes.observe(box.current)
    // Whichever element scrolls: the page, or a box around the list.
    document.addEventListener('scroll', lookSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', lookSoon, { capture: true })
      sizes.disconnect()
    }
  }, [])
  return {
    box,
    ...drawn,
    slice: { above: drawn.first * view.height, below: (count - drawn.last) * view.height },
  }
}

function rowsAround({ top, height }: { top: number; height: number }, count: number) {
  const screen = typeof window === 'undefined' ? 800 : window.innerHeight
  const inView = Math.ceil(screen / height)
  const firstInView = Math.floor(top / height)
  const first = Math.max(0, Math.min(firstInView - inView * SCREENS_AROUND, count - inView))
  // Ten at a time, so that scrolling a little draws nothing new.
  const from = Math.max(0, Math.floor(first / 10) * 10)
  const last = Math.min(count, Math.max(0, firstInView) + inView * (1 + SCREENS_AROUND) + 10)
  return { first: from, last: Math.max(last, Math.min(count, from + inView)) }
}

/** The median: a few rows with several tokens are much higher than the others. */
function rowHeight(box: HTMLElement): number | null {
  const rows = [...box.querySelectorAll('tbody:not([aria-hidden]) > tr, ul > li')].slice(0, 60)
  const heights = rows.map((row) => row.getBoundingClientRect().height)
  heights.sort((one, other) => one - other)
  return heights[Math.floor(heights.length / 2)] ?? null
}
