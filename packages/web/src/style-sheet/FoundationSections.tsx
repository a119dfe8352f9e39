// The foundations: colours, text sizes and spaces, each with its token's name.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Section, Columns, Sample } from './Sheet.tsx'

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

const SCALE = [
  { name: '4xl', size: '52 / 56', look: 'text-4xl font-semibold tracking-tight', text: 'Twenty digits' },
  { name: '3xl', size: '34 / 40', look: 'text-3xl font-semibold tracking-tight', text: 'Login' },
  { name: '2xl', size: '26 / 32', look: 'text-2xl font-semibold tracking-tight', text: 'Mariama Bah' },
  { name: 'xl', size: '20 / 28', look: 'text-xl font-semibold tracking-tight', text: 'GMD 184,250.00' },
  { name: 'lg', size: '16 / 24', look: 'text-lg', text: '12 Sayerr Jobe Avenue, Serekunda' },
  { name: 'md', size: '14 / 20', look: 'text-md', text: 'Asking NAWEC, third time' },
  { name: 'sm', size: '13 / 18', look: 'text-sm', text: 'Meter 37201148261' },
  { name: 'xs', size: '12 / 16', look: 'text-xs', text: 'Tendered Amount' },
]

const SPACES = [4, 8, 12, 16, 24, 32, 48, 64, 96]

const FIGURES = [
  ['Tendered Amount', 'GMD 1,250.00'],
  ['Fee', 'GMD 18.75'],
  ['Vend Amount', 'GMD 1,231.25'],
]

export function TypeSection() {
  return (
    <Section title="Type">
      <Columns>
        <dl>
          {SCALE.map((step) => (
            <div
              key={step.name}
              className="grid grid-cols-[76px_minmax(0,1fr)] items-baseline gap-4 border-b border-line py-2"
            >
              <dt className="text-xs text-ink-3">
                <b className="font-semibold text-ink">{step.name}</b> {step.size}
              </dt>
              <dd className={step.look}>{step.text}</dd>
            </div>
          ))}
        </dl>
        <div className="grid grid-cols-1 gap-6">
          <Sample name="Figures are tabular and end in one line">
            <dl>
              {FIGURES.map(([name, amount]) => (
                <div key={name} className="flex justify-between border-b border-line py-2 text-sm">
                  <dt className="text-ink-2">{name}</dt>
                  <dd className="font-semibold">{amount}</dd>
                </div>
              ))}
            </dl>
          </Sample>
          <Sample name="A token: monospace 600, blocks of four">
            <p className="token-cell">4821 6093 3755 0184 7726</p>
          </Sample>
          <Sample name="Space" className="flex flex-wrap items-end gap-3.5">
            {SPACES.map((space, index) => (
              <div key={space} className="grid justify-items-center text-center text-xs text-ink-3">
                <i
                  className="mb-1 block border border-spark bg-spark-soft"
                  style={{ width: space, height: space }}
                />
                s{index + 1}
                <span>{space}</span>
              </div>
            ))}
          </Sample>
        </div>
      </Columns>
    </Section>
  )
}
