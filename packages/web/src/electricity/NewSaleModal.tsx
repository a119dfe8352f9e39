// The sale itself (CP-01 to CP-09): enter, verify, sell. The green moves from VERIFY to OK once the customer is known;
// a sale whose answer is late stays here with live progress and ends by itself.
import { formatGmd, fromDalasi, type Quote, saleFields, saleForm } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { now } from '../lib/clock.ts'
import { formResolver } from '../lib/form.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { EnteredSale } from './own-memory.ts'
import { SaleFields } from './SaleFields.tsx'
import { SaleFoot, SaleMiddle } from './SaleSteps.tsx'
import { useKeyDown } from './use-key-down.ts'
import type { Attempt, SaleDesk } from './use-sale-desk.ts'
import { type CheckedSale, type SaleValues, useSale } from './use-sale.ts'
import { ago } from './words.ts'

export function NewSaleModal({ desk, attempt }: { desk: SaleDesk; attempt: Attempt }) {
  const { form, sale, verify } = useSaleForm(desk, attempt)
  const { step, isSelling } = sale
  const [isAsking, setAsking] = useState(false)
  const isLocked = step.at !== 'entry'
  const sell = () =>
    step.at === 'verified' && step.quote.recentSale !== null ? setAsking(true) : sale.sell()

  // Enter verifies, then sells; CP-05 is for who submits in any other way.
  useKeyDown(desk.isSaleOpen && !isAsking, (event) => {
    if (event.key !== 'Enter') return
    // A key that is held down verified; it must not go on and sell.
    if (event.repeat) event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (step.at === 'entry') sale.complain('Please verify first!')
    else if (step.at === 'verified') sell()
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (step.at === 'entry') void verify(event)
    else sell()
  }
  return (
    <Modal
      open={desk.isSaleOpen}
      onClose={desk.closeSale}
      title="Add New Transaction"
      size={isLocked ? 'wide' : 'form'}
      dismissible={!isSelling}
      onSubmit={submit}
      footer={
        <SaleFoot step={step} isVerifying={form.formState.isSubmitting} isSelling={isSelling} desk={desk} />
      }
    >
      {step.at === 'entry' && sale.problem !== null && (
        <Notice tone="danger" title={sale.problem}>
          Nothing was sold and no money moved.
        </Notice>
      )}
      <SaleFields form={form} isLocked={isLocked} />
      <SaleMiddle step={step} isSelling={isSelling} desk={desk} onChange={sale.unlock} />
      {step.at === 'verified' && (
        <AskAgain
          quote={step.quote}
          isOpen={isAsking}
          onAnswer={(isYes) => {
            setAsking(false)
            if (isYes) sale.sell()
          }}
        />
      )}
    </Modal>
  )
}

function useSaleForm(desk: SaleDesk, { entered, isRepeat }: Attempt) {
  const form = useForm<SaleValues, unknown, CheckedSale>({
    defaultValues: valuesOf(entered),
    resolver: formResolver(saleForm),
    mode: 'onTouched',
  })
  const sale = useSale({
    desk,
    saleKey: entered.key,
    first: isRepeat ? { at: 'unanswered', sale: checkedOf(entered), quote: null } : { at: 'entry' },
    onFieldErrors: (errors) => {
      for (const name of Object.values(saleFields)) {
        const message = errors[name]?.[0]
        if (message !== undefined) form.setError(name, { type: 'server', message })
      }
    },
  })
  const verify = form.handleSubmit(sale.verify, () => sale.complain('Please fix validation errors'))
  return { form, sale, verify }
}

const valuesOf = ({ meter, amount, phone }: EnteredSale): SaleValues => ({
  [saleFields.meter]: meter,
  [saleFields.amount]: amount,
  [saleFields.phone]: phone,
})

const checkedOf = (entered: EnteredSale): CheckedSale => ({
  ...valuesOf(entered),
  [saleFields.amount]: fromDalasi(Number(entered.amount)),
})

interface AskAgainProps {
  quote: Quote
  isOpen: boolean
  onAnswer: (isYes: boolean) => void
}

/** The same meter was sold to within the hour: asked once, before the money goes twice. */
function AskAgain({ quote: { recentSale, tendered }, isOpen, onAnswer }: AskAgainProps) {
  if (recentSale === null) return null
  return (
    <ConfirmDialog
      open={isOpen}
      title="Sell again to this meter?"
      confirmLabel="Sell again"
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      <p>
        {formatGmd(recentSale.tendered)} was sold to this meter {ago(recentSale.at, now())}. A second sale
        takes {formatGmd(tendered)} more.
      </p>
    </ConfirmDialog>
  )
}
