// The verified customer, large enough to read aloud through a window grille, and where the money goes, before it is
// taken.
import { formatGmd, formatUnits, type Quote } from '@flexpower/contract'
import { site } from '../../../api/site.ts'
import { describeAge } from '../../later/BeforeOk.tsx'
import { now } from '../../../lib/clock.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { averageUnitPrice, listParts, type Priced, type PricePart } from './price-parts.ts'

interface ElectricityPreviewProps {
  quote: Quote
  isBusy: boolean
  /** Null: the notice above has the link back to the fields. */
  onChange: (() => void) | null
}

const LARGE = 'text-[1.75rem] leading-8.5 font-semibold tracking-[-0.02em] sm:text-[2rem] sm:leading-9.5'

export function ElectricityPreview({ quote, isBusy, onChange }: ElectricityPreviewProps) {
  const unitPrice = averageUnitPrice(quote)
  return (
    <>
      <section aria-label="Customer" aria-live="polite">
        <div className="-mt-1 mb-1 flex min-h-11 items-center justify-between gap-3">
          <Badge tone="ok">Account verified successfully!</Badge>
          {onChange && (
            <Button variant="ghost" icon="edit" className="-mr-4" disabled={isBusy} onClick={onChange}>
              Change
            </Button>
          )}
        </div>
        <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <div>
            <p className={`${LARGE} wrap-anywhere`}>{quote.customerName}</p>
            <p className="text-lg text-ink-2">{quote.serviceAddress}</p>
          </div>
          <div className="flex items-baseline gap-3 sm:block sm:text-right">
            <p className={`${LARGE} whitespace-nowrap`}>
              {quote.debtOnly ? 'No token' : formatUnits(quote.units)}
            </p>
            <p className="text-lg text-ink-2">{quote.tariff}</p>
          </div>
        </div>
      </section>
      <section aria-label="Where the money goes" className="border-t border-line pt-4">
        <div className="mb-2.5 flex flex-wrap justify-between gap-x-3 text-sm text-ink-2">
          <span>Where {formatGmd(quote.tendered)} goes</span>
          {unitPrice !== null && <span>1 kWh costs GMD {unitPrice.toFixed(2)}</span>}
        </div>
        <PriceBar priced={quote} />
      </section>
    </>
  )
}

/** The notice about a recent sale comes last, because OK asks about it again. */
export function QuoteNotices({ quote }: { quote: Quote }) {
  const { recentSale, debtOnly, debtPaid, accountBalance } = quote
  return (
    <>
      {debtOnly ? (
        <Notice tone="warning" title="No token will come">
          This account may only pay its debt: {formatGmd(debtPaid)} goes to arrears. Say so before you take
          the money.
        </Notice>
      ) : (
        debtPaid > 0 && (
          <Notice tone="warning" title={`Arrears of ${formatGmd(accountBalance)} on this account`}>
            {site.utilityName} keeps a part of every purchase until they are paid. Say so before you take the
            money.
          </Notice>
        )
      )}
      {recentSale !== null && (
        <Notice
          tone="warning"
          title={`Sold ${formatGmd(recentSale.tendered)} to this meter ${describeAge(recentSale.at, now())}`}
        >
          OK asks before it sells again.
        </Notice>
      )}
    </>
  )
}

const COLOURS: Record<PricePart['kind'], string> = {
  energy: 'fill-part-energy',
  vat: 'fill-part-vat',
  arrears: 'fill-part-arrears',
  fee: 'fill-part-fee',
}

const WIDTH = 1000
const GAP = 4
/** A fee of two dalasi in a thousand must still be visible. */
const LEAST = 12

/** A payment as one bar with its parts named below: colour is never the only sign. */
function PriceBar({ priced }: { priced: Priced }) {
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
