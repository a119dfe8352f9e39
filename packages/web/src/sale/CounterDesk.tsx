// The screen of a product at the counter: the button for a new sale, open sales, outcomes, the list, the dialogs over
// it, and the keys that all products share.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ownArea } from '../api/session.ts'
import { lazyPart, partLoader, whenIdle } from '../lib/lazy-page.ts'
import { Button } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { preloadToasts } from '../ui/toast.ts'
import { useCounterKeys } from './counter-keys.ts'
import type { OutcomeNoticesProps } from './later/OutcomeNotices.tsx'
import { PrintNotice } from './printing.tsx'
import type { KnownFloat, Printer, SaleCardProps, SaleDesk, SaleModalProps } from './product.ts'

const loadParts = partLoader(() => import('./later/desk-parts.ts'))
const OpenSalesStrip = lazyPart(loadParts, (parts) => parts.OpenSalesStrip)
const OpenSalesDialog = lazyPart(loadParts, (parts) => parts.OpenSalesDialog)
const KeysDialog = lazyPart(loadParts, (parts) => parts.KeysDialog)
const OutcomeNotices = lazyPart(loadParts, (parts) => parts.OutcomeNotices)

interface CounterDeskProps<Sale> {
  desk: SaleDesk<Sale>
  /** The main action: its name and what it asks for. */
  call: { title: string; note: string }
  /** Figures next to the call card, and links after the open sales. */
  beside?: ReactNode
  links?: ReactNode
  float: KnownFloat
  SaleModal: ComponentType<SaleModalProps<Sale>>
  /** For a sale that has more to show than its notice: opens its card, which can print it. */
  card?: { SaleCard: ComponentType<SaleCardProps<Sale>>; printer: Printer<Sale> }
  /** The list. */
  children: ReactNode
  /** What the page must have loaded before the connection drops. */
  preload: () => Promise<unknown>
}

export function CounterDesk<Sale>(props: CounterDeskProps<Sale>) {
  const { desk, call, card } = props
  // `lazy` loses the type parameter for the sales of a product.
  const Outcomes = OutcomeNotices as unknown as ComponentType<OutcomeNoticesProps<Sale>>
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  useCounterKeys({ onNewSale: desk.startSale, onKeys: () => setOverlay('keys') })
  usePreload(props.preload)
  return (
    <>
      <div className="flex flex-wrap items-stretch gap-4 max-md:contents">
        <div className="grid w-88 max-md:hidden">
          <CallCard {...call} keys={['N', 'F2']} onClick={() => desk.startSale()} />
        </div>
        {props.beside}
        <div className="grid min-w-0 flex-1 basis-140 empty:hidden max-sm:basis-full">
          <Suspense fallback={null}>
            {desk.openSales.length > 0 && (
              <OpenSalesStrip sales={desk.openSales} onShow={() => setOverlay('open sales')} />
            )}
          </Suspense>
        </div>
        {props.links}
      </div>
      {card !== undefined && <PrintNotice printer={card.printer} />}
      <Suspense fallback={null}>
        {desk.outcomes.length > 0 && <Outcomes desk={desk} hasCard={card !== undefined} />}
      </Suspense>
      {props.children}
      <SaleInView {...props} />
      <Dock title={call.title} onNewSale={() => desk.startSale()} />
      <Suspense fallback={null}>
        {overlay === 'open sales' && (
          <OpenSalesDialog
            open
            onClose={() => setOverlay(null)}
            openSales={desk.openSales}
            mayDecide={ownArea() === 'admin'}
          />
        )}
        {overlay === 'keys' && <KeysDialog product={desk.product} open onClose={() => setOverlay(null)} />}
      </Suspense>
    </>
  )
}

type Overlay = 'open sales' | 'keys'

/** The modal of the current sale, and the card of the sale that is shown. */
function SaleInView<Sale>({ desk, float, SaleModal, card }: CounterDeskProps<Sale>) {
  const { attempt, shown } = desk
  return (
    <Suspense fallback={null}>
      {attempt !== null && (
        <SaleModal key={attempt.entered.key} desk={desk} attempt={attempt} float={float} />
      )}
      {card !== undefined && shown !== null && (
        <card.SaleCard desk={desk} shown={shown} printer={card.printer} />
      )}
    </Suspense>
  )
}

/** Once the page is drawn, load what the next minute needs, so that it is there if the connection drops. */
function usePreload(own: () => Promise<unknown>): void {
  useEffect(() => {
    // Each in an idle moment of its own, so that a slow counter still answers between them. What cannot be loaded now
    // is requested again when it is needed.
    const loads = [own, loadParts].map((load) => () => void load().catch(() => {}))
    const cancels = [...loads, preloadToasts].map(whenIdle)
    return () => {
      for (const cancel of cancels) cancel()
    }
  }, [own])
}

/** On a phone the main action is within reach of the thumb. */
const Dock = ({ title, onNewSale }: { title: string; onNewSale: () => void }) => (
  <div className="dock md:hidden">
    <Button variant="primary" size="lg" wide icon="plus" onClick={onNewSale}>
      {title}
    </Button>
  </div>
)
