// The screen of a product at the counter: the button for a new sale, open sales, outcomes, the list, the dialogs over
// it, and the keys that all products share.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart, type PartLoader, useIdlePart, whenIdle } from '../lib/lazy-page.ts'
import { Button } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { useUrlValue } from '../list/list-view.ts'
import { GUIDE } from '../paths.ts'
import { preloadToasts } from '../ui/toast.ts'
import { useCounterKeys } from './counter-keys.ts'
import type { DeskNoticesProps } from './later/DeskNotices.tsx'
import { loadParts } from './printing.tsx'
import type { DeskCard, KnownFloat, SaleDesk, SaleModalProps } from './product.ts'

const GuideOnPage = lazyPart(loadParts, (parts) => parts.GuideOnPage)
const SalesUnderWay = lazyPart(loadParts, (parts) => parts.SalesUnderWay)
const KeysDialog = lazyPart(loadParts, (parts) => parts.KeysDialog)
const DeskNotices = lazyPart(loadParts, (parts) => parts.DeskNotices)

interface CounterDeskProps<Sale> {
  desk: SaleDesk<Sale>
  /** The main action: its name and what it asks for. */
  call: { title: string; note: string }
  /** Figures next to the call card, and links after the open sales. */
  beside?: ReactNode
  links?: ReactNode
  float: KnownFloat
  SaleModal: ComponentType<SaleModalProps<Sale>>
  card?: DeskCard<Sale> | undefined
  /** The list. */
  children: ReactNode
  /** Whether the user has sold nothing yet: the guide is offered. */
  isNew?: boolean
  /** What the page must have loaded before the connection drops. */
  preload: PartLoader<unknown>
}

export function CounterDesk<Sale>(props: CounterDeskProps<Sale>) {
  const { desk, call, card } = props
  // `lazy` loses the type parameter for the sales of a product.
  const Notices = DeskNotices as unknown as ComponentType<DeskNoticesProps<Sale>>
  const UnderWay = SalesUnderWay as unknown as ComponentType<{ desk: SaleDesk<Sale> }>
  // Nothing is loaded for notices before there is one, or a receipt to print.
  const isNoticed = desk.shown ?? desk.outcomes[0] ?? card?.printer.problem ?? card?.printer.unprinted[0]
  const [isShowingKeys, showKeys] = useState(false)
  useCounterKeys({ onNewSale: desk.startSale, onKeys: () => showKeys(true) })
  const [guide] = useUrlValue(GUIDE)
  // Once the page is drawn, what the next minute needs is loaded, so that it is there if the connection drops.
  // What the page itself shows comes before the modal.
  const hasParts = useIdlePart(loadParts)
  const isLoaded = useIdlePart(props.preload)
  useEffect(() => whenIdle(preloadToasts), [])
  return (
    <>
      <div className="flex flex-wrap items-stretch gap-4 max-md:contents">
        <div className="grid w-88 max-md:hidden">
          <CallCard {...call} keys={['N', 'F2']} onClick={() => desk.startSale()} />
        </div>
        {props.beside}
        <div className="grid min-w-0 flex-1 basis-140 empty:hidden max-sm:basis-full">
          <Suspense fallback={null}>
            {(hasParts || desk.isSaleOpen || desk.openSales.length > 0) && <UnderWay desk={desk} />}
          </Suspense>
        </div>
        {props.links}
      </div>
      <Suspense fallback={null}>
        {(props.isNew || guide !== '') && <GuideOnPage float={props.float} />}
      </Suspense>
      <Suspense fallback={null}>{isNoticed && <Notices desk={desk} card={card} />}</Suspense>
      {props.children}
      <SaleInView {...props} isLoaded={isLoaded} />
      <Dock title={call.title} onNewSale={() => desk.startSale()} />
      <Suspense fallback={null}>
        {isShowingKeys && <KeysDialog product={desk.product} open onClose={() => showKeys(false)} />}
      </Suspense>
    </>
  )
}

/** The modal of the current sale, and the card of the sale that is shown. */
function SaleInView<Sale>(props: CounterDeskProps<Sale> & { isLoaded: boolean }) {
  const { desk, float, SaleModal, card, isLoaded } = props
  const { attempt, shown } = desk
  return (
    <Suspense fallback={null}>
      {/* One that nobody has asked for is drawn when its code is there: the page must not fail because of it. */}
      {attempt !== null && (isLoaded || !attempt.isAhead) && (
        <SaleModal key={attempt.entered.key} desk={desk} attempt={attempt} float={float} />
      )}
      {card?.SaleCard !== undefined && shown !== null && (
        <card.SaleCard desk={desk} shown={shown} printer={card.printer} />
      )}
    </Suspense>
  )
}

/** On a phone the main action is within reach of the thumb. */
const Dock = ({ title, onNewSale }: { title: string; onNewSale: () => void }) => (
  <div className="dock md:hidden">
    <Button variant="primary" size="lg" wide icon="plus" onClick={onNewSale}>
      {title}
    </Button>
  </div>
)
