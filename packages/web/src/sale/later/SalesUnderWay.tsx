// Says on the counter's screen that selling is paused, and which sales have no end yet, always visible until they end: those
// that the server has, of any product, and those that this tab has sent without an answer. Both can be opened again.
import { formatGmd, type OpenSale } from '@flexpower/contract'
import { useState } from 'react'
import { ownArea } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { Link } from '../../router/hooks.tsx'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { describeProgress, explainHold } from '../open-sale-texts.ts'
import type { SaleDesk } from '../product.ts'
import { describeBuyer, products } from '../products.ts'
import { changeKept, giveUp, useSentSales } from './kept-sales.ts'
import { LinkedSales } from './LinkedSales.tsx'
import { NoShift } from './NoShift.tsx'
import { OpenSalesDialog } from './OpenSalesDialog.tsx'
import { Paused } from './Paused.tsx'
import type { KeptSale } from './sale-rows.ts'
import { useKeeper } from './use-keeper.ts'

export function SalesUnderWay<Sale>({ desk }: { desk: SaleDesk<Sale> }) {
  useKeeper(desk)
  const [isShowing, setShowing] = useState(false)
  const inHand = desk.isSaleOpen ? desk.attempt?.entered.key : undefined
  const unanswered = useSentSales().filter(
    ({ key, step, givenUpAt }) => step === 'sent' && key !== inHand && givenUpAt === undefined,
  )
  const isEmpty = desk.openSales.length + unanswered.length === 0
  return (
    <>
      <Paused of={desk.product} />
      <NoShift />
      {!isEmpty && (
        <section aria-label="Open sales" className="panel grid gap-3 py-3 pr-3 pl-4 md:pr-4 md:pl-5">
          {unanswered.map((sale) => (
            <Unanswered key={sale.key} sale={sale} desk={desk} />
          ))}
          <ListedSales sales={desk.openSales} onShow={() => setShowing(true)} />
        </section>
      )}
      {isShowing && (
        <OpenSalesDialog
          open
          onClose={() => setShowing(false)}
          openSales={desk.openSales}
          mayDecide={ownArea() === 'admin'}
        />
      )}
      <LinkedSales />
    </>
  )
}

const LINE = 'flex items-center gap-3.5 max-sm:flex-wrap'

/** Sales that the server has: what is being done, and that the money is held. */
function ListedSales({ sales, onShow }: { sales: readonly OpenSale[]; onShow: () => void }) {
  const [first] = sales
  if (first === undefined) return null
  return (
    <div className={LINE}>
      <Icon name={first.state === 'manual' ? 'clock' : 'spinner'} className="size-6! text-primary-text" />
      <div aria-live="polite" className="min-w-0 flex-1">
        {sales.length === 1 ? (
          <p>
            <b className="font-semibold">{describeProgress(first, products[first.product].otherSide)}</b> for{' '}
            {describeBuyer(first)}, <span className="whitespace-nowrap">{formatGmd(first.tendered)}</span>
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
    </div>
  )
}

interface UnansweredProps<Sale> {
  sale: KeptSale
  desk: SaleDesk<Sale>
}

/** A sale without an answer. Once the server says that it does not have it, the user may send it. */
function Unanswered<Sale>({ sale, desk }: UnansweredProps<Sale>) {
  const { key, product, entered, isUnheard } = sale
  const { subject, title, path } = products[product]
  function sendNow(): void {
    // From now on the customer is here: the modal sends it at once.
    changeKept(key, { at: now() })
    desk.reopenSale(entered, { isSent: true })
  }
  return (
    <div className={LINE}>
      <Icon name={isUnheard ? 'alert' : 'spinner'} className="size-6! text-primary-text" />
      <div aria-live="polite" className="min-w-0 flex-1 max-sm:basis-48">
        <p>
          <b className="font-semibold">{isUnheard ? 'Not with the server' : 'Not known yet'}</b>: GMD{' '}
          {entered.amount} to {subject} {entered.subject}
        </p>
        <p className="text-sm text-ink-2">{isUnheard ? UNHEARD : UNKNOWN}</p>
      </div>
      {product !== desk.product.product ? (
        <Link className={buttonClass()} to={path[ownArea()]}>
          {title}
        </Link>
      ) : isUnheard ? (
        <Button onClick={sendNow}>Send it now</Button>
      ) : (
        <Button onClick={() => desk.reopenSale(entered, { isSent: true })}>Open</Button>
      )}
      {isUnheard && <IconButton icon="close" size={16} label="Do not send it" onClick={() => giveUp(key)} />}
    </div>
  )
}

const UNKNOWN =
  'No answer came. If the server has it, the money is held; do not enter it again. This page asks by itself how it ended.'
const UNHEARD =
  'Nothing was sold and no money moved, unless it is still on its way: then it appears here. Send it if the customer is still here; it is sold once.'
