// The screen of a product at the counter: the way to a new sale, what is still open, what became of things, and what the
// screen itself lists; with the keys that all of them have.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ownArea } from '../api/session.ts'
import { whenIdle } from '../lib/lazy-page.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts } from '../ui/toast.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { OpenSalesStrip } from './OpenSalesStrip.tsx'
import { OutcomeNotices } from './OutcomeNotices.tsx'
import type { Printer } from './printer.ts'
import { useCounterKeys } from './use-counter-keys.ts'
import type { SaleDesk } from './use-sale-desk.ts'

const OpenSalesDialog = lazy(async () => ({ default: (await loadOnDemand()).OpenSalesDialog }))
const KeysDialog = lazy(async () => ({ default: (await loadOnDemand()).KeysDialog }))

interface CounterDeskProps<Sale> {
  desk: SaleDesk<Sale>
  /** The one action: its name and what it asks for. */
  call: { title: string; note: string }
  /** Figures beside the call card, and links after the open sales. */
  beside?: ReactNode
  links?: ReactNode
  printer?: Printer<Sale> | undefined
  /** The list, and whatever opens over it. */
  children: ReactNode
  /** What the page must have at hand when the connection drops. */
  preload: () => Promise<unknown>
  hasCard?: boolean
}

export function CounterDesk<Sale>(props: CounterDeskProps<Sale>) {
  const { desk, call, printer, hasCard = true } = props
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
          <OpenSalesStrip sales={desk.openSales} onShow={() => setOverlay('open sales')} />
        </div>
        {props.links}
      </div>
      {printer !== undefined && <PrintNotice printer={printer} />}
      <OutcomeNotices desk={desk} hasCard={hasCard} />
      {props.children}
      <Dock title={call.title} onNewSale={() => desk.startSale()} />
      <Suspense fallback={null}>
        {overlay === 'open sales' && (
          <OpenSalesDialog
            open
            onClose={() => setOverlay(null)}
            sales={desk.openSales}
            mayDecide={ownArea() === 'admin'}
          />
        )}
        {overlay === 'keys' && <KeysDialog product={desk.product} open onClose={() => setOverlay(null)} />}
      </Suspense>
    </>
  )
}

type Overlay = 'open sales' | 'keys'

/** Once the page stands: what the next minute needs, so that a dropped connection finds it here. */
function usePreload(own: () => Promise<unknown>): void {
  useEffect(
    () =>
      whenIdle(() => {
        // What cannot be loaded now is asked for again when it is needed.
        for (const load of [own, loadOnDemand]) load().catch(() => {})
        preloadToasts()
      }),
    [own],
  )
}

function PrintNotice({ printer }: { printer: Pick<Printer<never>, 'problem' | 'dismiss'> }) {
  if (printer.problem === null) return null
  return (
    <Notice
      tone="warning"
      title={printer.problem.title}
      action={
        <IconButton icon="close" size={16} label="Dismiss" className="-my-2" onClick={printer.dismiss} />
      }
    >
      {printer.problem.text}
    </Notice>
  )
}

/** On a phone the one action lies under the thumb. */
const Dock = ({ title, onNewSale }: { title: string; onNewSale: () => void }) => (
  <div className="dock md:hidden">
    <Button variant="primary" size="lg" wide icon="plus" onClick={onNewSale}>
      {title}
    </Button>
  </div>
)
