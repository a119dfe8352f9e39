// Says on the counter's screen that sales of any product are open, always visible until they end.
import { formatGmd, type OpenSale } from '@flexpower/contract'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { describeProgress, explainHold } from '../open-sale-texts.ts'
import { describeBuyer, products } from '../products.ts'

/** Sales of every product whose end is not known, always visible: what is being done, and that the money is held. */
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
            <b className="font-semibold">{describeProgress(first, products[first.product].otherSide)}</b> for{' '}
            {describeBuyer(first)}, {formatGmd(first.tendered)}
          </p>
        ) : (
          <p>
            <b className="font-semibold">{sales.length} sales are open</b>, the latest for{' '}
            {describeBuyer(first)}
          </p>
        )}
        <p className="text-sm text-ink-2">{explainHold(sales)}</p>
      </div>
      <Button onClick={onShow}>Show</Button>
    </section>
  )
}
