// What the customer came for: the token, the largest text on the screen, in blocks of four. Several tokens are numbered
// in the order of entry. Below it, every way to hand the token over.
import {
  type ElectricitySale,
  formatGmd,
  formatTime,
  formatUnits,
  type SaleMessage,
  sales,
} from '@flexpower/contract'
import { useRef, useState } from 'react'
import { useCall } from '../../../api/hooks/use-call.ts'
import { CashChange } from '../../later/CashChange.tsx'
import { GuideOnCard } from '../../later/Guide.tsx'
import { useNewSaleKey } from '../../later/modal-keys.ts'
import { CardProblem, PrinterLink } from '../../later/NotPrinted.tsx'
import type { SaleCardProps, SoldSale } from '../../product.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import { linkToSms, writeTokenMessage, linkToWhatsApp } from './share-token.ts'
import { MeterCardButton } from './MeterCard.tsx'
import { TokenList } from './TokenList.tsx'

export function ElectricityCard({ desk, shown, printer }: SaleCardProps<ElectricitySale>) {
  const { sale, isNew } = shown
  const print = useRef<HTMLButtonElement>(null)
  useNewSaleKey(desk.isCardOpen, desk.startSale)
  return (
    <Modal
      open={desk.isCardOpen}
      onClose={desk.closeCard}
      title={sale.tokens.length === 0 ? `Payment of ${sale.customerName}` : `Token for ${sale.customerName}`}
      size="wide"
      initialFocus={print}
      footer={
        <div className="flex flex-1 justify-between gap-3">
          <Button onClick={() => desk.startSale()}>
            New sale <kbd className="max-sm:hidden">N</kbd>
          </Button>
          <Button ref={print} variant="primary" icon="print" onClick={() => printer.print(sale)}>
            Print receipt
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <GuideOnCard />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {isNew ? <Badge tone="ok">Transaction added successfully!</Badge> : <span />}
          <span className="text-sm text-ink-3">
            Receipt {sale.receiptNumber} · <PrinterLink />
          </span>
        </div>
        <Facts sale={sale} />
        <TokenList sale={sale} />
        {isNew && <CashChange key={sale.id} price={sale.tendered} saleKey={shown.key} isSold />}
        <CardProblem printer={printer} sale={sale} />
        {sale.tokens.length > 0 && <ShareButtons shown={shown} />}
        <SentMessages saleId={sale.id} />
      </div>
    </Modal>
  )
}

const Facts = ({ sale }: { sale: ElectricitySale }) => (
  <dl className="flex flex-wrap justify-between gap-x-3 gap-y-1 sm:gap-4 [&_dd]:text-md [&_dd]:font-semibold [&_dd]:tracking-[-0.01em] [&_dd]:whitespace-nowrap sm:[&_dd]:text-xl [&_dt]:text-sm [&_dt]:text-ink-2">
    <div>
      <dt>Units</dt>
      <dd>{formatUnits(sale.units)}</dd>
    </div>
    <div>
      <dt>Paid</dt>
      <dd>{formatGmd(sale.tendered)}</dd>
    </div>
    <div>
      <dt>Meter</dt>
      <dd>{sale.meter}</dd>
    </div>
  </dl>
)

function ShareButtons({ shown: { sale, phone } }: { shown: SoldSale<ElectricitySale> }) {
  const message = writeTokenMessage(sale)
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(message)
      setCopied('yes')
    } catch {
      // Copying is forbidden, or the page has no https.
      setCopied('no')
    }
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-auto max-sm:*:px-2">
      <Button icon={copied === 'yes' ? 'check' : 'copy'} onClick={() => void copy()}>
        <span aria-live="polite">
          {copied === null ? 'Copy' : copied === 'yes' ? 'Copied' : 'Not copied'}
        </span>
      </Button>
      <a className={buttonClass()} href={linkToSms(phone, message)}>
        <Icon name="sms" />
        SMS
      </a>
      <a className={buttonClass()} href={linkToWhatsApp(phone, message)} target="_blank" rel="noreferrer">
        <Icon name="share" />
        WhatsApp
      </a>
      <MeterCardButton sale={sale} />
    </div>
  )
}

const MESSAGE_STATES: Record<SaleMessage['state'], string> = {
  waiting: 'not sent yet',
  'given up': 'could not be sent',
  'not reported': 'sent; the provider has not reported whether it arrived',
  'under way': 'sent, on its way',
  delivered: 'delivered',
  failed: 'sent, but not delivered',
}

/**
 * The message that was sent to the customer's phone about a sale, and whether it arrived. Most sales have none; then
 * nothing is shown.
 */
function SentMessages({ saleId }: { saleId: number }) {
  const { data = [] } = useCall(sales.messages, { id: saleId })
  if (data.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm text-ink-2" aria-label="Messages to the customer">
      {data.map(({ id, at, recipient, state, reason }) => (
        <li key={id}>
          SMS to {recipient} at {formatTime(at)}: {MESSAGE_STATES[state]}
          {reason !== null && ` (${reason})`}.
        </li>
      ))}
    </ul>
  )
}
