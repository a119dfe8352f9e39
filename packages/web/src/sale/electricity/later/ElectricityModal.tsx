// The sale itself (CP-01 to CP-09): enter, verify, sell. The green moves from VERIFY to OK once the customer is known.
// A sale whose answer is late stays here with live progress and ends without further input.
import { type ElectricitySale, formatGmd, formatUnits, type Quote, saleForm } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AskAgain, BeforeOk, FloatNotice, isBeyondFloat } from '../../later/BeforeOk.tsx'
import { CashChange } from '../../later/CashChange.tsx'
import { EntryProblem, FootNote, SaleFrame, SaleOnItsWay, useFocusAt } from '../../later/SaleSteps.tsx'
import { type Step, useSale } from '../../later/use-sale.ts'
import { useSubmitKeys } from '../../later/modal-keys.ts'
import type { Attempt, KnownFloat, SaleDesk, SaleModalProps } from '../../product.ts'
import { formResolver, showFieldErrors } from '../../../form/form-errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { ElectricityPreview, QuoteNotices } from './ElectricityPreview.tsx'
import {
  type EnteredElectricity,
  readOrder,
  readEntry,
  writeEntry,
  type ElectricityValues,
  sell,
  fillForm,
  verify,
} from './order.ts'
import { ElectricityFields } from './ElectricityFields.tsx'

export function ElectricityModal({ desk, attempt, float }: SaleModalProps<ElectricitySale>) {
  const { form, sale, submitVerify } = useSaleForm(desk, attempt)
  const { step, isSelling } = sale
  const [isAsking, setAsking] = useState(false)
  const isLocked = step.at !== 'entry'
  // While the sale is being sent, the float already lacks the amount held for this same sale.
  const isTooMuch = step.at === 'verified' && !isSelling && isBeyondFloat(step.quote.tendered, float)
  function sellOrAsk(): void {
    if (isTooMuch) return
    if (step.at === 'verified' && step.quote.recentSale !== null) setAsking(true)
    else sale.sell()
  }

  // CP-05 applies to every way to submit other than Enter.
  useSubmitKeys(desk.isSaleOpen && !isAsking, step.at, {
    onUnverified: () => sale.complain('Please verify first!'),
    onSell: sellOrAsk,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    if (step.at === 'entry') void submitVerify(event)
    else sellOrAsk()
  }
  return (
    <SaleFrame
      title="Add New Transaction"
      desk={desk}
      sale={sale}
      writeEntry={writeEntry}
      againNote="Sell again verifies the meter again."
      onSubmit={submit}
      foot={
        <VerifyThenSell
          step={step}
          isVerifying={form.formState.isSubmitting}
          isSelling={isSelling}
          isTooMuch={isTooMuch}
        />
      }
    >
      <AboveFields desk={desk} sale={sale} attempt={attempt} float={float} isTooMuch={isTooMuch} />
      <ElectricityFields form={form} float={float} isLocked={isLocked} />
      <BelowFields desk={desk} sale={sale} saleKey={attempt.entered.key} isTooMuch={isTooMuch} />
      {step.at === 'verified' && (
        <AskAgain
          recent={step.quote.recentSale}
          subject={desk.product.subject}
          tendered={step.quote.tendered}
          isOpen={isAsking}
          onAnswer={(isYes) => {
            setAsking(false)
            if (isYes) sale.sell()
          }}
        />
      )}
    </SaleFrame>
  )
}

interface AboveFieldsProps {
  desk: SaleDesk<ElectricitySale>
  sale: ReturnType<typeof useSaleForm>['sale']
  attempt: Attempt
  float: KnownFloat
  isTooMuch: boolean
}

function AboveFields({ desk, sale, attempt, float, isTooMuch }: AboveFieldsProps) {
  const { step, problem, isSelling, unlock } = sale
  if (step.at === 'entry') return <EntryProblem product={desk.product} attempt={attempt} problem={problem} />
  if (step.at !== 'verified') return null
  return (
    <BeforeOk isSelling={isSelling}>
      {isTooMuch && <FloatNotice amount={step.quote.tendered} float={float} onChange={unlock} />}
      <QuoteNotices quote={step.quote} />
    </BeforeOk>
  )
}

interface BelowFieldsProps {
  desk: SaleDesk<ElectricitySale>
  sale: ReturnType<typeof useSaleForm>['sale']
  saleKey: string
  isTooMuch: boolean
}

function BelowFields({ desk, sale, saleKey, isTooMuch }: BelowFieldsProps) {
  const { step, isSelling, unlock } = sale
  if (step.at === 'entry') return null
  return (
    <SaleOnItsWay
      sale={sale}
      desk={desk}
      tendered={step.order.amount}
      who={step.quote?.customerName ?? ''}
      stake={step.quote === null ? undefined : formatUnits(step.quote.units)}
    >
      {step.at === 'verified' && (
        <>
          <ElectricityPreview quote={step.quote} isBusy={isSelling} onChange={isTooMuch ? null : unlock} />
          {!isTooMuch && <CashChange price={step.quote.tendered} saleKey={saleKey} />}
        </>
      )}
    </SaleOnItsWay>
  )
}

function useSaleForm(desk: SaleDesk<ElectricitySale>, attempt: Attempt) {
  const form = useForm<ElectricityValues, unknown, EnteredElectricity>({
    defaultValues: fillForm(attempt.entered),
    resolver: formResolver(saleForm),
    mode: 'onTouched',
  })
  const sale = useSale<EnteredElectricity, Quote, ElectricitySale>({
    desk,
    attempt,
    readOrder,
    writeEntry,
    readEntry: () => readEntry(form.getValues()),
    watchEntry: (callback) => form.subscribe({ formState: { values: true }, callback }),
    verify,
    sell,
    showFieldErrors: (error) => showFieldErrors(error, form),
  })
  const submitVerify = form.handleSubmit(sale.verify, () => sale.complain('Please fix validation errors'))
  return { form, sale, submitVerify }
}

interface VerifyThenSellProps {
  step: Step<EnteredElectricity, Quote>
  isVerifying: boolean
  isSelling: boolean
  isTooMuch: boolean
}

function VerifyThenSell({ step, isVerifying, isSelling, isTooMuch }: VerifyThenSellProps) {
  const isVerified = step.at === 'verified'
  const ok = useFocusAt<HTMLButtonElement>(isVerified && !isTooMuch)
  return (
    <>
      <FootNote>{footText(step, isSelling, isTooMuch)}</FootNote>
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
        disabled={!isVerified || isTooMuch}
        busy={isSelling}
      >
        OK
      </Button>
    </>
  )
}

function footText(step: Step<EnteredElectricity, Quote>, isSelling: boolean, isTooMuch: boolean): string {
  if (step.at !== 'verified') return 'Enter goes to the next empty field, then verifies. Esc closes.'
  const amount = formatGmd(step.order.amount)
  if (isSelling) return `${amount} is being sent.`
  return isTooMuch ? 'The float is too small.' : `OK sells this for ${amount}.`
}
