// The parts of Air Power that are loaded after a press: the modal, the printed receipt, and for an Admin the cost of a
// sale.
import { airtime, type AirtimeSale, describeCost, formatGmd } from '@flexpower/contract'
import { useCall } from '../../../api/hooks/use-call.ts'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import { Notice } from '../../../ui/Notice.tsx'

export { AirtimeModal as SaleModal } from './AirtimeModal.tsx'
export { describeReceipt } from './describe-receipt.ts'

/** What a top-up cost us at the aggregator, whose account may be in another currency. */
export function CostModal({ sale, onClose }: { sale: AirtimeSale; onClose: () => void }) {
  const { data: cost, error } = useCall(airtime.cost, { id: sale.id })
  const told = cost ? describeCost(cost) : ''
  const facts = [
    ['Sale', sale.transactionId],
    ['Phone', `${sale.operator} ${sale.phone}`],
    ['Phone received', formatGmd(sale.tendered)],
    ['Vend Amount', formatGmd(sale.vended)],
    ['Charged by the aggregator', cost === undefined ? '–' : told || 'It was not named'],
  ] as const
  return (
    <Modal open onClose={onClose} title="What this sale cost us">
      {error && (
        <Notice tone="danger" title="The cost could not be read">
          No sale is affected. It is tried again automatically in a moment.
        </Notice>
      )}
      <dl className="grid gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-3">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
