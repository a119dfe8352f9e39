// Sales whose end is not known, of every product, always in sight beside the call card: what is being done, and that the
// money is held.
import { formatGmd, type OpenSale } from '@flexpower/contract'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { whoIs, words } from './products.ts'
import { holdText, progressOf } from './words.ts'

export function OpenSalesStrip({ sales, onShow }: { sales: readonly OpenSale[]; onShow: () => void }) {
  const [first] = sales
  if (first === undefined) return null
  return (
    <section
      aria-label="Open sales"
      className="panel flex items-center gap-3.5 py-3 pr-3 pl-4 md:pr-4 md:pl-5"
    >
      <Icon name={first.state === 'manual' ? 'clock' : 'spinner'} className="size-6! text-primary-text" />
      <div aria-live="polite" className="min-w-0 flex-1">
        {sales.length === 1 ? (
          <p>
            <b className="font-semibold">{progressOf(first, words[first.product].otherSide)}</b> for{' '}
            {whoIs(first)}, {formatGmd(first.tendered)}
          </p>
        ) : (
          <p>
            <b className="font-semibold">{sales.length} sales are open</b>, the latest for {whoIs(first)}
          </p>
        )}
        <p className="text-sm text-ink-2">{holdText(sales)}</p>
      </div>
      <Button onClick={onShow}>Show</Button>
    </section>
  )
}
