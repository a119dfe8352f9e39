// How wide an element is drawn, before the first paint and whenever it changes: for pictures that are drawn in pixels.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export function useWidth<Of extends Element>(): [RefObject<Of | null>, number] {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const measure = () => setWidth(element.getBoundingClientRect().width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
