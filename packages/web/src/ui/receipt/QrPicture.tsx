// A text as a picture for a phone's camera: dark on light in either theme, because cameras cannot read it otherwise.
import { useId } from 'react'
import { encode } from 'uqr'

/** The light margin that the standard requires. */
const QUIET_MODULES = 4

export function QrPicture({ text, title, className }: { text: string; title: string; className: string }) {
  const titleId = useId()
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-labelledby={titleId} className={className}>
      <title id={titleId}>{title}</title>
      <path d={dark.join('')} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
