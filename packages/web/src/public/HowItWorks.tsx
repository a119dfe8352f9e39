// Buying a token in three steps, each with a picture of what the customer sees.
import type { ReactNode } from 'react'
import { site } from '../api/site.ts'
import { SectionHeading } from './Section.tsx'

export const HowItWorks = () => (
  <>
    <SectionHeading id="how">How it works</SectionHeading>
    <ol className="mt-6 grid gap-8 md:mt-8 md:grid-cols-3">
      <Step number={1} title="Give the meter number" scene={<MeterScene />}>
        It is the 11 digits on the front of the meter. Say how much you want to spend.
      </Step>
      <Step number={2} title="Hear the name" scene={<NameScene />}>
        The cashier reads out name, address and the units you will get. Wrong house? Nothing has been paid
        yet.
      </Step>
      <Step number={3} title="Key in the token" scene={<KeypadScene />}>
        Five blocks of four on the meter’s keypad, and Enter. The paper stays with you.
      </Step>
    </ol>
  </>
)

interface StepProps {
  number: number
  title: string
  scene: ReactNode
  children: ReactNode
}

const Step = ({ number, title, scene, children }: StepProps) => (
  <li>
    <div
      aria-hidden="true"
      className="flex h-33 flex-col justify-center gap-1.5 rounded border border-line bg-surface px-6 md:max-lg:px-3"
    >
      {scene}
    </div>
    <h3 className="mt-5 mb-1.5 flex items-center gap-2.5 text-[1.0625rem] leading-6 font-semibold">
      <span className="grid size-6.5 flex-none place-items-center rounded-full bg-spark text-sm text-paper-ink">
        {number}
      </span>
      {title}
    </h3>
    <p className="text-lg text-pretty text-ink-2">{children}</p>
  </li>
)

const MeterScene = () => (
  <>
    <span className="text-sm font-medium">Meter Number</span>
    <span className="flex h-11 items-center rounded border-[1.5px] border-primary px-3 font-mono text-lg shadow-[0_0_0_4px_var(--primary-soft)]">
      {sampleSale.meter}
      <span className="ml-0.5 h-5 w-[1.5px] bg-ink" />
    </span>
  </>
)

const NameScene = () => (
  <>
    <span className="text-sm text-ink-2">Verified by {site.utilityName}</span>
    <span className="text-2xl font-semibold tracking-[-0.015em]">{sampleSale.customer}</span>
    <span className="text-sm text-ink-2">{sampleSale.address}</span>
  </>
)

const KEYED_BLOCKS = 3

const KeypadScene = () => (
  <>
    <span className="flex gap-1 font-mono font-semibold">
      {sampleSale.token.map((block, at) => (
        <span
          key={block}
          className={`flex-1 rounded-sm border py-2 text-center ${at < KEYED_BLOCKS ? 'border-spark bg-spark-soft text-ink' : 'border-line-strong text-ink-3'}`}
        >
          {block}
        </span>
      ))}
    </span>
    <span className="text-sm text-ink-2">12 of 20 keyed in</span>
  </>
)

/** One invented sale, used everywhere on the home page: its parts add up to what was tendered. */
export const sampleSale = {
  customer: 'Mariama Bah',
  address: '12 Sayerr Jobe Avenue, Serekunda',
  meter: '37201148261',
  tariff: 'Domestic prepaid',
  receipt: 'A261114-K24NS-BG878',
  date: '14 Nov 2026, 14:18',
  token: ['4821', '6093', '3755', '0184', '7726'],
  units: '30.31 kWh',
  tendered: 'GMD 500.00',
  parts: [
    { name: 'Energy, 30.31 kWh', amount: 'GMD 426.09', share: 'flex-[426]', colour: 'bg-part-energy' },
    { name: 'VAT 15 %', amount: 'GMD 63.91', share: 'flex-[64]', colour: 'bg-part-vat' },
    { name: 'Fee', amount: 'GMD 10.00', share: 'flex-[10]', colour: 'bg-part-fee' },
  ],
} as const
