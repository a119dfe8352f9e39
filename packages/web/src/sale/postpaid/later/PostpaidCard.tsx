// What the customer came for: the payment is on the bill, and the receipt proves it.
import { formatGmd, type PostpaidPayment } from '@flexpower/contract'
import { useRef } from 'react'
import { site } from '../../../api/site.ts'
import { CashChange } from '../../later/CashChange.tsx'
import { useNewSaleKey } from '../../later/modal-keys.ts'
import { CardProblem, PrinterLink } from '../../later/NotPrinted.tsx'
import type { SaleCardProps } from '../../product.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import { nameDue } from './PostpaidPreview.tsx'

export function PostpaidCard({
  desk,
  shown: { sale: payment, isNew, key },
  printer,
}: SaleCardProps<PostpaidPayment>) {
  const print = useRef<HTMLButtonElement>(null)
  useNewSaleKey(desk.isCardOpen, desk.startSale)
  return (
    <Modal
      open={desk.isCardOpen}
      onClose={desk.closeCard}
      title={`Payment of ${payment.customerName}`}
      initialFocus={print}
      footer={
        <div className="flex flex-1 justify-between gap-3">
          <Button onClick={() => desk.startSale()}>
            New payment <kbd className="max-sm:hidden">N</kbd>
          </Button>
          <Button ref={print} variant="primary" icon="print" onClick={() => printer.print(payment)}>
            Print receipt
          </Button>
        </div>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {isNew ? <Badge tone="ok">Transaction added successfully!</Badge> : <span />}
        <span className="text-sm text-ink-3">
          Receipt {payment.receiptNumber} · <PrinterLink />
        </span>
      </div>
      <div>
        <p className="text-sm text-ink-2">Paid</p>
        <p className="text-[2rem] leading-9.5 font-semibold tracking-[-0.02em]">
          {formatGmd(payment.tendered)}
        </p>
      </div>
      <Facts payment={payment} />
      {isNew && <CashChange key={payment.id} price={payment.tendered} saleKey={key} isSold />}
      <CardProblem printer={printer} sale={payment} />
    </Modal>
  )
}

function Facts({ payment }: { payment: PostpaidPayment }) {
  const facts = [
    ['Account Reference', payment.accountReference],
    ['Address', payment.serviceAddress],
    [`${site.utilityName} receipt`, payment.receiptToken],
    ...(payment.dueAfter === null ? [] : [nameDue('Still due', payment.dueAfter)]),
  ].filter(([, value]) => value !== '')
  return (
    <dl className="grid gap-2 border-t border-line pt-4">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
