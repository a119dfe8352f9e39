// What the customer came for: the token, the largest thing on the screen, in blocks of four, several ones numbered in the
// order of entry; and every way to hand it over.
import { type ElectricitySale, formatGmd } from '@flexpower/contract'
import { useRef, useState } from 'react'
import type { Printer } from '../printer.ts'
import { useKeyDown } from '../use-key-down.ts'
import type { SaleDesk, ShownSale } from '../use-sale-desk.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SentMessages } from '../SentMessages.tsx'
import { smsLink, tokenMessage, whatsAppLink } from './share-token.ts'
import { TokenList } from './TokenList.tsx'
import { formatUnits } from './words.ts'

interface TokenCardProps {
  desk: SaleDesk<ElectricitySale>
  shown: ShownSale<ElectricitySale>
  printer: Printer<ElectricitySale>
}

export function TokenCard({ desk, shown, printer }: TokenCardProps) {
  const { sale, isNew } = shown
  const print = useRef<HTMLButtonElement>(null)
  useKeyDown(desk.isCardOpen, ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey && /^(n|F2)$/i.test(key)) desk.startSale()
  })
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
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {isNew ? <Badge tone="ok">Transaction added successfully!</Badge> : <span />}
          <span className="text-sm text-ink-3">Receipt {sale.receiptNumber}</span>
        </div>
        <Facts sale={sale} />
        <TokenList sale={sale} />
        {printer.problem !== null && (
          <Notice tone="warning" title={printer.problem.title}>
            {printer.problem.text}
          </Notice>
        )}
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

function ShareButtons({ shown: { sale, phone } }: { shown: ShownSale<ElectricitySale> }) {
  const message = tokenMessage(sale)
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(message)
      setCopied('yes')
    } catch {
      // Forbidden, or a page without https.
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
      <a className={buttonClass()} href={smsLink(phone, message)}>
        <Icon name="sms" />
        SMS
      </a>
      <a className={buttonClass()} href={whatsAppLink(phone, message)} target="_blank" rel="noreferrer">
        <Icon name="share" />
        WhatsApp
      </a>
    </div>
  )
}
