// The sale itself (CP-01 to CP-09): enter, verify, sell. The green moves from VERIFY to OK once the customer is known;
// a sale whose answer is late stays here with live progress and ends by itself.
import { type ElectricitySale, formatGmd, type Quote, saleFields, saleForm } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AskAgain } from '../counter/AskAgain.tsx'
import { EntryProblem, FootNote, SaleFoot, SaleOnItsWay, useFocusAt } from '../counter/SaleSteps.tsx'
import type { Attempt, SaleDesk } from '../counter/use-sale-desk.ts'
import { type Step, useSale } from '../counter/use-sale.ts'
import { useSubmitKeys } from '../counter/use-submit-keys.ts'
import { formResolver } from '../lib/form.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { CustomerPreview } from './CustomerPreview.tsx'
import {
  type CheckedSale,
  checkedOf,
  entryOf,
  type SaleValues,
  sell,
  valuesOf,
  verify,
} from './sale-order.ts'
import { SaleFields } from './SaleFields.tsx'
import { formatUnits } from './words.ts'

interface NewSaleModalProps {
  desk: SaleDesk<ElectricitySale>
  attempt: Attempt
}

export function NewSaleModal({ desk, attempt }: NewSaleModalProps) {
  const { form, sale, submitVerify } = useSaleForm(desk, attempt)
  const { step, isSelling } = sale
  const [isAsking, setAsking] = useState(false)
  const isLocked = step.at !== 'entry'
  const sellOrAsk = () =>
    step.at === 'verified' && step.quote.recentSale !== null ? setAsking(true) : sale.sell()

  // CP-05 is for who submits in any other way than with Enter.
  useSubmitKeys(desk.isSaleOpen && !isAsking, step.at, {
    onUnverified: () => sale.complain('Please verify first!'),
    onSell: sellOrAsk,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (step.at === 'entry') void submitVerify(event)
    else sellOrAsk()
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
        <SaleFoot
          step={step}
          isSelling={isSelling}
          desk={desk}
          entryOf={entryOf}
          againNote="Sell again verifies the meter anew."
        >
          <VerifyThenSell step={step} isVerifying={form.formState.isSubmitting} isSelling={isSelling} />
        </SaleFoot>
      }
    >
      {step.at === 'entry' && <EntryProblem product="electricity" problem={sale.problem} />}
      <SaleFields form={form} isLocked={isLocked} />
      {step.at !== 'entry' && (
        <SaleOnItsWay
          at={step.at}
          isSelling={isSelling}
          desk={desk}
          tendered={step.order[saleFields.amount]}
          who={step.quote?.customerName ?? ''}
          stake={step.quote === null ? undefined : formatUnits(step.quote.units)}
        >
          {step.at === 'verified' && (
            <CustomerPreview quote={step.quote} isBusy={isSelling} onChange={sale.unlock} />
          )}
        </SaleOnItsWay>
      )}
      {step.at === 'verified' && (
        <AskAgain
          recent={step.quote.recentSale}
          subject="meter"
          tendered={step.quote.tendered}
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

function useSaleForm(desk: SaleDesk<ElectricitySale>, attempt: Attempt) {
  const form = useForm<SaleValues, unknown, CheckedSale>({
    defaultValues: valuesOf(attempt.entered),
    resolver: formResolver(saleForm),
    mode: 'onTouched',
  })
  const sale = useSale<CheckedSale, Quote, ElectricitySale>({
    desk,
    attempt,
    orderOf: checkedOf,
    entryOf,
    verify,
    sell,
    onFieldErrors: (errors) => {
      for (const name of Object.values(saleFields)) {
        const message = errors[name]?.[0]
        if (message !== undefined) form.setError(name, { type: 'server', message })
      }
    },
  })
  const submitVerify = form.handleSubmit(sale.verify, () => sale.complain('Please fix validation errors'))
  return { form, sale, submitVerify }
}

interface VerifyThenSellProps {
  step: Step<CheckedSale, Quote>
  isVerifying: boolean
  isSelling: boolean
}

function VerifyThenSell({ step, isVerifying, isSelling }: VerifyThenSellProps) {
  const isVerified = step.at === 'verified'
  const ok = useFocusAt<HTMLButtonElement>(isVerified)
  return (
    <>
      <FootNote>
        {isVerified
          ? `OK sells this for ${formatGmd(step.order[saleFields.amount])}.`
          : 'Enter verifies, Esc closes'}
      </FootNote>
      <Button
        variant={isVerified ? 'secondary' : 'primary'}
        type={isVerified ? 'button' : 'submit'}
        disabled={isVerified}
        busy={isVerifying}
      >
        VERIFY
      </Button>
      <Button
        ref={ok}
        variant={isVerified ? 'primary' : 'secondary'}
        type={isVerified ? 'submit' : 'button'}
        disabled={!isVerified}
        busy={isSelling}
      >
        OK
      </Button>
    </>
  )
}
