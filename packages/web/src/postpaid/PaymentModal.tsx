// The payment of a bill (PP-01 to PP-03): enter, verify, pay. The green moves from VERIFY to OK once the customer is known;
// a payment whose answer is late stays here with live progress and ends by itself.
import { type Bill, formatGmd, postpaidFields, type PostpaidPayment } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { amountIn } from '../counter/amount-text.ts'
import { EntryProblem, FootNote, SaleFoot, SaleOnItsWay, useFocusAt } from '../counter/SaleSteps.tsx'
import type { Attempt, SaleDesk } from '../counter/use-sale-desk.ts'
import { type Step, useSale } from '../counter/use-sale.ts'
import { useSubmitKeys } from '../counter/use-submit-keys.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { BillPreview } from './BillPreview.tsx'
import { entryOf, pay, type PaymentValues, valuesOf, verify } from './payment-order.ts'
import { PaymentFields } from './PaymentFields.tsx'

interface PaymentModalProps {
  desk: SaleDesk<PostpaidPayment>
  attempt: Attempt
}

/** PP-02, with its blank. */
const VERIFY_FIRST = 'Please verify first !'

export function PaymentModal({ desk, attempt }: PaymentModalProps) {
  const { form, payment, isVerifying, verifyNow } = usePaymentForm(desk, attempt)
  const { step, isSelling } = payment
  const isLocked = step.at !== 'entry'
  const onUnverified = () => payment.complain(VERIFY_FIRST)
  useSubmitKeys(desk.isSaleOpen, step.at, { onUnverified, onSell: payment.sell })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (step.at === 'entry') void verifyNow()
    else payment.sell()
  }
  return (
    <Modal
      open={desk.isSaleOpen}
      onClose={desk.closeSale}
      title="New Post Paid"
      size={isLocked ? 'wide' : 'form'}
      dismissible={!isSelling}
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
            onCancel={desk.closeSale}
            onUnverified={onUnverified}
          />
        </SaleFoot>
      }
    >
      {step.at === 'entry' && <EntryProblem product="postpaid" problem={payment.problem} />}
      <PaymentFields form={form} isLocked={isLocked || isVerifying} />
      {step.at !== 'entry' && (
        <SaleOnItsWay
          at={step.at}
          isSelling={isSelling}
          desk={desk}
          tendered={amountIn(step.order[postpaidFields.amount])}
          who={step.quote?.customerName ?? `Account ${step.order[postpaidFields.accountReference]}`}
        >
          {step.at === 'verified' && (
            <BillPreview
              bill={step.quote}
              amount={amountIn(step.order[postpaidFields.amount])}
              isBusy={isSelling || isVerifying}
              onChange={payment.unlock}
              onPayAll={(amount) => {
                form.setValue(postpaidFields.amount, amount)
                void verifyNow()
              }}
            />
          )}
        </SaleOnItsWay>
      )}
    </Modal>
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
  onCancel: () => void
  onUnverified: () => void
}

function VerifyThenPay({ step, isVerifying, isPaying, onCancel, onUnverified }: VerifyThenPayProps) {
  const isVerified = step.at === 'verified'
  const ok = useFocusAt<HTMLButtonElement>(isVerified)
  return (
    <>
      <FootNote>
        {isVerified
          ? `OK pays ${formatGmd(amountIn(step.order[postpaidFields.amount]))}.`
          : 'Enter verifies, Esc closes'}
      </FootNote>
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
        onClick={isVerified ? undefined : onUnverified}
      >
        OK
      </Button>
    </>
  )
}
