// Sizes of type and space.

import { Columns, Sample, Section } from './Sheet.tsx'

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
