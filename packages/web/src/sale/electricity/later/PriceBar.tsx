// A payment as one bar with its parts named below: colour is never the only sign.
import { formatGmd } from '@flexpower/contract'
import { listParts, type Priced, type PricePart } from './price-parts.ts'

const COLOURS: Record<PricePart['kind'], string> = {
  energy: 'fill-part-energy',
  vat: 'fill-part-vat',
  arrears: 'fill-part-arrears',
  fee: 'fill-part-fee',
}

const WIDTH = 1000
const GAP = 4
/** A fee of two dalasi in a thousand is still to be seen. */
const LEAST = 12

export function PriceBar({ priced }: { priced: Priced }) {
  const parts = listParts(priced)
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} 14`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-3.5 w-full overflow-hidden rounded-[4px]"
      >
        {layOut(parts).map(({ kind, x, width }) => (
          <rect key={kind} x={x} width={width} height="14" className={COLOURS[kind]} />
        ))}
      </svg>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:flex sm:justify-between">
        {parts.map(({ kind, label, amount }) => (
          <div key={kind}>
            <dt className="flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-2">
              <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
                <rect width="10" height="10" rx="2" className={COLOURS[kind]} />
              </svg>
              {label}
            </dt>
            <dd className="mt-0.5 font-semibold whitespace-nowrap">{formatGmd(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function layOut(parts: readonly PricePart[]) {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const room = WIDTH - GAP * (parts.length - 1) - LEAST * parts.length
  let x = 0
  return parts.map(({ kind, amount }) => {
    const width = LEAST + (room * amount) / total
    const placed = { kind, x, width }
    x += width + GAP
    return placed
  })
}
