// The bands on one axis: what each amount costs, which amounts have no fee, and where inactive bands overlap active
// ones. The picture is a list: a screen reader announces every part in full, and each part has its own text and shape.
import { type Bututs, type Charge, formatAmount, formatGmd } from '@flexpower/contract'
import { type CSSProperties, useMemo } from 'react'
import { Panel } from '../ui/Card.tsx'
import {
  drawCurve,
  measureHeight,
  arrangeLanes,
  type BandPlace,
  type Scale,
  buildScale,
} from './band-scale.ts'
import { findBand, feeAt, inOrder, overlaps, type Segment, buildSegments } from './bands.ts'
import { feeText, rangeText, shortRange } from './charge-words.ts'
import './bands.css'

/** More bands than this do not fit side by side in any window, so they are listed one below the other. */
const MOST_SIDE_BY_SIDE = 8

interface BandPictureProps {
  charges: readonly Charge[]
  /** Marked on the axis. */
  amount: Bututs | null
}

export function BandPicture({ charges, amount }: BandPictureProps) {
  const segments = useMemo(() => buildSegments(charges), [charges])
  const scale = useMemo(() => buildScale(segments, charges), [segments, charges])
  const active = useMemo(() => charges.filter((charge) => charge.active), [charges])
  const inactive = useMemo(() => inOrder(charges.filter((charge) => !charge.active)), [charges])
  const isLong = segments.length > MOST_SIDE_BY_SIDE
  return (
    <Panel title="Fee by amount" actions={<Legend hasInactive={inactive.length > 0} />}>
      <div
        className={`bands ${isLong ? 'bands-long' : ''}`}
        style={cssVariables({ '--rows': segments.length })}
      >
        <div className="bands-axis">
          <ol className="bands-line" aria-label="Fee by amount">
            {segments.map((segment, index) => (
              <Stretch
                key={segment.start}
                segment={segment}
                place={scale.places[index] ?? NOWHERE}
                active={active}
              />
            ))}
          </ol>
          {amount !== null && <Probe amount={amount} scale={scale} active={active} />}
        </div>
        {inactive.length > 0 && <InactiveLanes inactive={inactive} scale={scale} />}
      </div>
      <p className="mt-3 text-sm text-ink-3">
        Amount tendered in GMD. Short stretches are drawn wider and high fees lower than they are.
      </p>
      <Gaps segments={segments} />
      {inactive.length > 0 && <InactiveList inactive={inactive} active={active} />}
    </Panel>
  )
}

const NOWHERE: BandPlace = { from: 0, size: 0 }
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`
const cssVariables = (values: Record<`--${string}`, string | number>): CSSProperties => values
const placed = ({ from, size }: BandPlace): CSSProperties =>
  cssVariables({ '--from': percent(from), '--size': percent(size) })

interface StretchProps {
  segment: Segment
  place: BandPlace
  active: readonly Charge[]
}

function Stretch({ segment, place, active }: StretchProps) {
  const { charge } = segment
  return (
    <li className={`band band-${segment.kind}`} style={placed(place)}>
      <span className="sr-only">{spoken(segment)}</span>
      {charge && <Curve charge={charge} active={active} />}
      <span className="band-words" aria-hidden="true">
        <b>{charge ? feeText(charge) : segment.kind === 'gap' ? 'No fee' : 'Not sold'}</b>
        {charge?.kind === 'percentage' && <small>{feeSpan(charge)}</small>}
      </span>
      <span className="band-tick" aria-hidden="true">
        {formatAmount(segment.start).replace('.00', '')}
      </span>
      <span className="band-range" aria-hidden="true">
        {shortRange(segment)}
      </span>
    </li>
  )
}

function spoken(segment: Segment): string {
  const range = rangeText(segment)
  if (segment.kind === 'unsold') return `${range}: too small to be sold`
  if (segment.charge === null) return `${range}: no band, no fee`
  const { kind } = segment.charge
  return `${range}: fee ${feeText(segment.charge)}${kind === 'percentage' ? `, ${feeSpan(segment.charge)}` : ''}`
}

/** `GMD 15.00 to 75.00` */
const feeSpan = (charge: Charge): string =>
  `${formatGmd(feeAt(charge, charge.start))} to ${formatAmount(feeAt(charge, charge.end))}`

function Curve({ charge, active }: { charge: Charge; active: readonly Charge[] }) {
  const edge = drawCurve(charge, active)
    .map(([x, height]) => `${(x * 100).toFixed(2)} ${(100 - height * 100).toFixed(2)}`)
    .join('L')
  return (
    <svg className="band-curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="band-fill" d={`M0 100L${edge}L100 100z`} />
      <path className="band-edge" d={`M${edge}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

interface ProbeProps {
  amount: Bututs
  scale: Scale
  active: readonly Charge[]
}

/** The amount that is tried out above; its figures are there as text. */
function Probe({ amount, scale, active }: ProbeProps) {
  const band = findBand(active, amount)
  const height = band ? measureHeight(feeAt(band, amount), active) : 0
  return (
    <div
      aria-hidden="true"
      className="band-probe"
      style={cssVariables({ '--at': percent(scale.at(amount)), '--height': height })}
    />
  )
}

function InactiveLanes({ inactive, scale }: { inactive: readonly Charge[]; scale: Scale }) {
  const lanes = useMemo(() => arrangeLanes(inactive), [inactive])
  return (
    <div className="lanes" aria-hidden="true">
      {lanes.map((lane) => (
        <div className="lane" key={lane[0]?.id}>
          {lane.map((charge) => (
            <span
              className="lane-band"
              key={charge.id}
              style={placed(scale.between(charge.start, charge.end))}
            >
              {feeText(charge)}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** As text, because a gap is money that nobody charged. */
function Gaps({ segments }: { segments: readonly Segment[] }) {
  const gaps = segments.filter(({ kind }) => kind === 'gap')
  return (
    <p className="mt-3">
      <b className="font-semibold">Without a fee: </b>
      {gaps.length === 0 ? 'no amount.' : `${gaps.map(rangeText).join('; ')}.`}
    </p>
  )
}

interface InactiveListProps {
  inactive: readonly Charge[]
  active: readonly Charge[]
}

function InactiveList({ inactive, active }: InactiveListProps) {
  return (
    <div className="mt-3">
      <h3 className="font-semibold">Inactive bands</h3>
      <ul aria-label="Inactive bands" className="mt-1 grid gap-1 text-ink-2">
        {inactive.map((charge) => (
          <li key={charge.id}>
            {rangeText(charge)}, {feeText(charge)}: {covered(charge, active)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function covered(charge: Charge, active: readonly Charge[]): string {
  const found = active.filter((other) => overlaps(charge, other))
  return found.length === 0
    ? 'overlaps with no active band.'
    : `overlaps with ${found.map(shortRange).join(' and ')}, so it cannot be active at the same time.`
}

function Legend({ hasInactive }: { hasInactive: boolean }) {
  const signs = [['active', 'Active'], ['gap', 'No fee'], ...(hasInactive ? [['inactive', 'Inactive']] : [])]
  return (
    <ul aria-label="Signs" className="flex flex-wrap gap-x-4 text-sm text-ink-2">
      {signs.map(([sign, name]) => (
        <li key={sign} className="flex items-center gap-1.5">
          <span className={`band-sign band-sign-${sign}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
