// The payment of a bill (PP-01 to PP-03): enter, verify, pay. The green moves from VERIFY to OK once the customer is known;
// a payment whose answer is late stays here with live progress and ends by itself.
import {
  type Bill,
  type Bututs,
  formatGmd,
  postpaidFields,
  type PostpaidPayment,
  zeroAmount,
} from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { site } from '../../api/site.ts'
import { amountIn } from '../amount-text.ts'
import { FloatNotice, isBeyondFloat, type KnownFloat } from '../FloatNotice.tsx'
import { BeforeOk, EntryProblem, FootNote, SaleFoot, SaleOnItsWay, useFocusAt } from '../SaleSteps.tsx'
import type { Attempt, SaleDesk } from '../use-sale-desk.ts'
import { type Step, useSale } from '../use-sale.ts'
import { useSubmitKeys } from '../use-submit-keys.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { BillPreview, DueNotice } from './BillPreview.tsx'
import { entryOf, pay, type PaymentValues, valuesOf, verify } from './payment-order.ts'
import { PaymentFields } from './PaymentFields.tsx'

interface PaymentModalProps {
  desk: SaleDesk<PostpaidPayment>
  attempt: Attempt
  float: KnownFloat
}

/** PP-02, with its blank. */
const VERIFY_FIRST = 'Please verify first !'

export function PaymentModal({ desk, attempt, float }: PaymentModalProps) {
  const { form, payment, isVerifying, verifyNow } = usePaymentForm(desk, attempt)
  const { step, isSelling } = payment
  const isLocked = step.at !== 'entry'
  const amount = step.at === 'entry' ? zeroAmount : amountIn(step.order[postpaidFields.amount])
  // While it is on its way, the float lacks what it holds for this very payment.
  const isTooMuch = step.at === 'verified' && !isSelling && isBeyondFloat(amount, float)
  function payNow(): void {
    if (!isTooMuch) payment.sell()
  }
  const onUnverified = () => payment.complain(VERIFY_FIRST)
  useSubmitKeys(desk.isSaleOpen, step.at, { onUnverified, onSell: payNow })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (step.at === 'entry') void verifyNow()
    else payNow()
  }
  return (
    <Modal
      open={desk.isSaleOpen}
      onClose={desk.closeSale}
      title="New Post Paid"
      size={isLocked ? 'wide' : 'form'}
      dismissible={!isSelling || step.at === 'unanswered'}
      onSubmit={submit}
      footer={
        <SaleFoot
          step={step}
          isSelling={isSelling}
          desk={desk}
          entryOf={entryOf}
          againNote="Pay again verifies the account anew."
        >
          <VerifyThenPay
            step={step}
            isVerifying={isVerifying}
            isPaying={isSelling}
            isTooMuch={isTooMuch}
            onCancel={desk.closeSale}
            onUnverified={onUnverified}
          />
        </SaleFoot>
      }
    >
      <AboveFields payment={payment} amount={amount} attempt={attempt} float={float} isTooMuch={isTooMuch} />
      <PaymentFields form={form} float={float} isLocked={isLocked || isVerifying} />
      {step.at !== 'entry' && (
        <SaleOnItsWay
          at={step.at}
          isSelling={isSelling}
          desk={desk}
          tendered={amount}
          who={step.quote?.customerName ?? `Account ${step.order[postpaidFields.accountReference]}`}
        >
          {step.at === 'verified' && (
            <BillPreview
              bill={step.quote}
              amount={amount}
              isBusy={isSelling || isVerifying}
              onChange={isTooMuch ? null : payment.unlock}
              onPayAll={(due) => {
                form.setValue(postpaidFields.amount, due)
                void verifyNow()
              }}
            />
          )}
        </SaleOnItsWay>
      )}
    </Modal>
  )
}

interface AboveFieldsProps {
  payment: ReturnType<typeof usePaymentForm>['payment']
  amount: Bututs
  attempt: Attempt
  float: KnownFloat
  isTooMuch: boolean
}

function AboveFields({ payment, amount, attempt, float, isTooMuch }: AboveFieldsProps) {
  const { step, problem, isSelling, unlock } = payment
  if (step.at === 'entry') return <EntryProblem product="postpaid" attempt={attempt} problem={problem} />
  if (step.at !== 'verified') return null
  return (
    <BeforeOk isSelling={isSelling}>
      {isTooMuch && <FloatNotice amount={amount} float={float} onChange={unlock} />}
      <DueNotice due={step.quote.due} amount={amount} />
    </BeforeOk>
  )
}

function usePaymentForm(desk: SaleDesk<PostpaidPayment>, attempt: Attempt) {
  const form = useForm<PaymentValues>({ defaultValues: valuesOf(attempt.entered) })
  const [isVerifying, setVerifying] = useState(false)
  const payment = useSale<PaymentValues, Bill, PostpaidPayment>({
    desk,
    attempt,
    orderOf: valuesOf,
    entryOf,
    readEntry: () => entryOf(form.getValues()),
    verify,
    sell: pay,
    onFieldErrors: (errors) => {
      for (const name of Object.values(postpaidFields)) {
        const message = errors[name]?.[0]
        if (message !== undefined) form.setError(name, { type: 'server', message })
      }
    },
  })
  async function verifyNow(): Promise<void> {
    if (isVerifying) return
    form.clearErrors()
    setVerifying(true)
    await payment.verify({ ...form.getValues() })
    setVerifying(false)
  }
  return { form, payment, isVerifying, verifyNow }
}

interface VerifyThenPayProps {
  step: Step<PaymentValues, Bill>
  isVerifying: boolean
  isPaying: boolean
  isTooMuch: boolean
  onCancel: () => void
  onUnverified: () => void
}

function VerifyThenPay(props: VerifyThenPayProps) {
  const { step, isVerifying, isPaying, isTooMuch, onCancel, onUnverified } = props
  const isVerified = step.at === 'verified'
  const ok = useFocusAt<HTMLButtonElement>(isVerified && !isTooMuch)
  return (
    <>
      <FootNote>{footText(step, isPaying, isTooMuch)}</FootNote>
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
        disabled={isTooMuch}
        onClick={isVerified ? undefined : onUnverified}
      >
        OK
      </Button>
    </>
  )
}

function footText(step: Step<PaymentValues, Bill>, isPaying: boolean, isTooMuch: boolean): string {
  if (step.at !== 'verified') return 'Enter goes to the next empty field, then verifies. Esc closes.'
  const amount = formatGmd(amountIn(step.order[postpaidFields.amount]))
  if (isPaying) return `${amount} is on its way to ${site.utilityName}.`
  return isTooMuch ? 'The float is too small.' : `OK pays ${amount}.`
}
