// Colours, with the contrast of each pair measured in the page as it is drawn, light or dark.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Section } from './Sheet.tsx'

const NAMES = [
  'bg',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'field-line',
  'ink-3',
  'ink-2',
  'ink',
  'primary',
]
const SIGNALS = ['spark', 'danger', 'warning', 'info']

const PAIRS = [
  { name: 'Text', ink: 'ink', ground: 'surface', least: 4.5 },
  { name: 'Secondary text', ink: 'ink-2', ground: 'surface', least: 4.5 },
  { name: 'Captions, table heads', ink: 'ink-3', ground: 'sunken', least: 4.5 },
  { name: 'Links, active icons', ink: 'primary-text', ground: 'surface', least: 4.5 },
  { name: 'Primary button', ink: 'on-primary', ground: 'primary', least: 4.5 },
  { name: 'Field edge', ink: 'field-line', ground: 'surface', least: 3 },
  { name: 'Error', ink: 'danger', ground: 'danger-soft', least: 4.5 },
  { name: 'Warning', ink: 'warning', ground: 'warning-soft', least: 4.5 },
  { name: 'In progress', ink: 'info', ground: 'info-soft', least: 4.5 },
  { name: 'Done, up', ink: 'ok', ground: 'ok-soft', least: 4.5 },
  { name: 'Highlight', ink: 'ink', ground: 'spark-soft', least: 4.5 },
  { name: 'Chart, second part', ink: 'part-vat', ground: 'surface', least: 3 },
]

export function ColourSection() {
  return (
    <Section title="Colour">
      <ul className="mb-6 grid grid-cols-4 gap-2 sm:grid-cols-7 lg:grid-cols-14">
        {[...NAMES, ...SIGNALS].map((name) => (
          <li key={name} className="min-w-0 text-xs text-ink-2">
            <i
              className="block h-14 rounded border border-line-strong"
              style={{ background: `var(--${name})` }}
            />
            {name}
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {PAIRS.map((pair) => (
          <Pair key={pair.name} {...pair} />
        ))}
      </ul>
    </Section>
  )
}

function Pair({ name, ink, ground, least }: (typeof PAIRS)[number]) {
  const swatch = useRef<HTMLSpanElement>(null)
  const [ratio, setRatio] = useState<number>()
  useLayoutEffect(() => {
    if (swatch.current === null) return
    const { color, backgroundColor } = getComputedStyle(swatch.current)
    setRatio(contrast(color, backgroundColor))
  }, [])
  return (
    <li className="flex items-center gap-3 rounded border border-line bg-surface py-2.5 pr-3.5 pl-2.5">
      <span
        ref={swatch}
        className="grid size-11 flex-none place-items-center rounded-sm border border-line text-lg font-semibold"
        style={{ background: `var(--${ground})`, color: `var(--${ink})` }}
        aria-hidden="true"
      >
        {least === 3 ? <i className="size-5.5 rounded-sm border-3 border-current" /> : 'Aa'}
      </span>
      <span className="min-w-0 flex-1 font-medium">
        {name}
        <Small>
          {ink} on {ground}
        </Small>
      </span>
      <span className="text-right font-semibold">
        {ratio?.toFixed(1)}
        <Small>at least {least}</Small>
      </span>
    </li>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <small className="block text-xs font-normal text-ink-3">{children}</small>
}

function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

// WCAG's relative luminance of a colour from getComputedStyle: rgb(r, g, b).
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
