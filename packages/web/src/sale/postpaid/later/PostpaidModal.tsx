// The payment of a bill (PP-01 to PP-03): enter, verify, pay. The green moves from VERIFY to OK once the customer is
// known. A payment whose answer is late stays here with live progress and ends without further input.
import { type Bill, type Bututs, formatGmd, type PostpaidPayment, zeroAmount } from '@flexpower/contract'
import { showFieldErrors } from '../../../form/form-errors.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { BeforeOk, FloatNotice, isBeyondFloat } from '../../later/BeforeOk.tsx'
import { CashChange } from '../../later/CashChange.tsx'
import { readAmount } from '../../later/entry-fields.tsx'
import { LimitNotice, useLimitObjection } from '../../later/limits.tsx'
import { EntryProblem, FootNote, SaleFrame, SaleOnItsWay, useFocusAt } from '../../later/SaleSteps.tsx'
import { type Step, useSale } from '../../later/use-sale.ts'
import { useSubmitKeys } from '../../later/modal-keys.ts'
import type { Attempt, KnownFloat, SaleDesk, SaleModalProps } from '../../product.ts'
import { Button } from '../../../ui/Button.tsx'
import { PostpaidPreview, DueNotice } from './PostpaidPreview.tsx'
import { writeEntry, pay, type PostpaidValues, fillForm, verify } from './order.ts'
import { PostpaidFields } from './PostpaidFields.tsx'

/** PP-02, with its space. */
const VERIFY_FIRST = 'Please verify first !'

export function PostpaidModal({ desk, attempt, float }: SaleModalProps<PostpaidPayment>) {
  const { form, payment, isVerifying, verifyNow, payAll } = usePaymentForm(desk, attempt)
  const { step, isSelling } = payment
  const isLocked = step.at !== 'entry'
  const amount = step.at === 'entry' ? zeroAmount : readAmount(step.order.amount)
  const typed = readAmount(useWatch({ control: form.control, name: 'amount' }))
  const limit = useLimitObjection(isLocked ? amount : typed)
  // While the payment is being sent, float and limit already lack the amount held for this same payment.
  const isTooMuch = step.at === 'verified' && !isSelling && isBeyondFloat(amount, float)
  const objection = isSelling ? null : limit
  const isBlocked = isTooMuch || objection !== null
  function payNow(): void {
    if (!isBlocked) payment.sell()
  }
  const onUnverified = () => payment.complain(VERIFY_FIRST)
  useSubmitKeys(desk.isSaleOpen, step.at, { onUnverified, onSell: payNow })
  function submit(): void {
    if (step.at === 'entry') void verifyNow()
    else payNow()
  }
  return (
    <SaleFrame
      title="New Post Paid"
      desk={desk}
      sale={payment}
      writeEntry={writeEntry}
      againNote="Pay again verifies the account again."
      onSubmit={submit}
      foot={
        <VerifyThenPay
          step={step}
          isVerifying={isVerifying}
          isPaying={isSelling}
          isBlocked={isBlocked}
          onCancel={desk.closeSale}
          onUnverified={onUnverified}
        />
      }
    >
      <AboveFields {...{ desk, payment, amount, attempt, float, isTooMuch, objection }} />
      <PostpaidFields form={form} float={float} isLocked={isLocked || isVerifying} />
      {step.at !== 'entry' && (
        <SaleOnItsWay
          sale={payment}
          desk={desk}
          tendered={amount}
          who={step.quote?.customerName ?? `Account ${step.order.accountReference}`}
        >
          {step.at === 'verified' && (
            <>
              <PostpaidPreview
                bill={step.quote}
                amount={amount}
                isBusy={isSelling || isVerifying}
                onChange={isTooMuch ? null : payment.unlock}
                onPayAll={payAll}
              />
              {!isTooMuch && <CashChange price={amount} saleKey={attempt.entered.key} />}
            </>
          )}
        </SaleOnItsWay>
      )}
    </SaleFrame>
  )
}

interface AboveFieldsProps {
  desk: SaleDesk<PostpaidPayment>
  payment: ReturnType<typeof usePaymentForm>['payment']
  amount: Bututs
  attempt: Attempt
  float: KnownFloat
  isTooMuch: boolean
  objection: string | null
}

function AboveFields(props: AboveFieldsProps) {
  const { desk, payment, amount, attempt, float, isTooMuch, objection } = props
  const { step, problem, isSelling, unlock } = payment
  if (step.at === 'entry')
    return problem === null && objection !== null ? (
      <LimitNotice objection={objection} />
    ) : (
      <EntryProblem product={desk.product} attempt={attempt} problem={problem} />
    )
  if (step.at !== 'verified') return null
  return (
    <BeforeOk isSelling={isSelling}>
      {isTooMuch && <FloatNotice amount={amount} float={float} onChange={unlock} />}
      <LimitNotice objection={objection} />
      <DueNotice due={step.quote.due} amount={amount} />
    </BeforeOk>
  )
}

function usePaymentForm(desk: SaleDesk<PostpaidPayment>, attempt: Attempt) {
  const form = useForm<PostpaidValues>({ defaultValues: fillForm(attempt.entered) })
  const [isVerifying, setVerifying] = useState(false)
  const payment = useSale<PostpaidValues, Bill, PostpaidPayment>({
    desk,
    attempt,
    readOrder: fillForm,
    writeEntry,
    readEntry: () => writeEntry(form.getValues()),
    watchEntry: (callback) => form.subscribe({ formState: { values: true }, callback }),
    verify,
    sell: pay,
    showFieldErrors: (error) => showFieldErrors(error, form),
  })
  async function verifyNow(): Promise<void> {
    if (isVerifying) return
    form.clearErrors()
    setVerifying(true)
    await payment.verify({ ...form.getValues() })
    setVerifying(false)
  }
  function payAll(due: string): void {
    form.setValue('amount', due)
    void verifyNow()
  }
  return { form, payment, isVerifying, verifyNow, payAll }
}

interface VerifyThenPayProps {
  step: Step<PostpaidValues, Bill>
  isVerifying: boolean
  isPaying: boolean
  isBlocked: boolean
  onCancel: () => void
  onUnverified: () => void
}

function VerifyThenPay(props: VerifyThenPayProps) {
  const { step, isVerifying, isPaying, isBlocked, onCancel, onUnverified } = props
  const isVerified = step.at === 'verified'
  const ok = useFocusAt<HTMLButtonElement>(isVerified && !isBlocked)
  return (
    <>
      <FootNote>{footText(step, isPaying, isBlocked)}</FootNote>
      <Button disabled={isPaying} onClick={onCancel}>
        CANCEL
      </Button>
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
        busy={isPaying}
        disabled={isBlocked}
        onClick={isVerified ? undefined : onUnverified}
      >
        OK
      </Button>
    </>
  )
}

function footText(step: Step<PostpaidValues, Bill>, isPaying: boolean, isBlocked: boolean): string {
  if (step.at !== 'verified') return 'Enter goes to the next empty field, then verifies. Esc closes.'
  const amount = formatGmd(readAmount(step.order.amount))
  if (isPaying) return `${amount} is being sent.`
  return isBlocked ? 'This amount cannot be paid now.' : `OK pays ${amount}.`
}
