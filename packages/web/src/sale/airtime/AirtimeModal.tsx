// The airtime sale itself (AP-01 to AP-05): the number, the amount, the operator; nobody has to be asked first. A sale whose
// answer is late stays here with live progress and ends by itself.
import { airtimeFields, type AirtimeSale, type Bututs, formatGmd } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { amountIn } from '../amount-text.ts'
import { AskAgain } from '../AskAgain.tsx'
import { FloatNotice, isBeyondFloat, type KnownFloat } from '../FloatNotice.tsx'
import { EntryProblem, FootNote, SaleFoot, SaleOnItsWay } from '../SaleSteps.tsx'
import type { Attempt, SaleDesk } from '../use-sale-desk.ts'
import { useSale } from '../use-sale.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { type AirtimeValues, entryOf, sell, valuesOf } from './airtime-order.ts'
import { AirtimeFields } from './AirtimeFields.tsx'
import { useRecentSale } from './use-recent-sale.ts'

interface AirtimeModalProps {
  desk: SaleDesk<AirtimeSale>
  attempt: Attempt
  float: KnownFloat
}

export function AirtimeModal({ desk, attempt, float }: AirtimeModalProps) {
  const { form, sale } = useAirtimeForm(desk, attempt)
  const { step, isSelling } = sale
  const [isAsking, setAsking] = useState(false)
  const [phone, amount] = useWatch({
    control: form.control,
    name: [airtimeFields.phone, airtimeFields.amount],
  })
  const recent = useRecentSale(phone, step.at === 'entry')
  const tendered = amountIn(amount)
  const isTooMuch = step.at === 'entry' && !isSelling && isBeyondFloat(tendered, float)
  const sellNow = () => sale.sellAsEntered(form.getValues())
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isTooMuch) return
    if (step.at !== 'entry') sale.sell()
    else if (recent !== null) setAsking(true)
    else void sellNow()
  }
  return (
    <Modal
      open={desk.isSaleOpen}
      onClose={desk.closeSale}
      title="Add New Transaction"
      size={step.at === 'entry' ? 'form' : 'wide'}
      dismissible={!isSelling || step.at === 'unanswered'}
      onSubmit={submit}
      footer={
        <SaleFoot
          step={step}
          isSelling={isSelling}
          desk={desk}
          entryOf={entryOf}
          againNote="Sell again is a new sale."
        >
          <SellNow amount={tendered} isSelling={isSelling} isTooMuch={isTooMuch} onCancel={desk.closeSale} />
        </SaleFoot>
      }
    >
      {step.at === 'entry' && <EntryProblem product="airtime" attempt={attempt} problem={sale.problem} />}
      {isTooMuch && <FloatNotice amount={tendered} float={float} />}
      <AirtimeFields
        form={form}
        recent={recent}
        isChosen={attempt.entered.operator !== undefined}
        isLocked={step.at !== 'entry' || isSelling}
        isSent={step.at !== 'entry'}
      />
      <SaleOnItsWay
        at={step.at}
        isSelling={isSelling}
        desk={desk}
        tendered={tendered}
        who={`${form.getValues(airtimeFields.operator)} number ${phone}`}
        told={step.at === 'pending' ? step.told : undefined}
      />
      <AskAgain
        recent={recent}
        subject="number"
        tendered={tendered}
        isOpen={isAsking}
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) void sellNow()
        }}
      />
    </Modal>
  )
}

interface SellNowProps {
  amount: Bututs
  isSelling: boolean
  isTooMuch: boolean
  onCancel: () => void
}

const SellNow = ({ amount, isSelling, isTooMuch, onCancel }: SellNowProps) => (
  <>
    <FootNote>
      {isSelling
        ? `${formatGmd(amount)} is on its way.`
        : 'Enter goes to the next empty field, then sells. Esc closes.'}
    </FootNote>
    <Button disabled={isSelling} onClick={onCancel}>
      Cancel
    </Button>
    <Button variant="primary" type="submit" busy={isSelling} disabled={isTooMuch}>
      OK
    </Button>
  </>
)

function useAirtimeForm(desk: SaleDesk<AirtimeSale>, attempt: Attempt) {
  const form = useForm<AirtimeValues>({ defaultValues: valuesOf(attempt.entered) })
  const sale = useSale<AirtimeValues, never, AirtimeSale>({
    desk,
    attempt,
    orderOf: valuesOf,
    entryOf,
    readEntry: () => entryOf(form.getValues()),
    sell,
    onFieldErrors: (errors) => {
      for (const name of Object.values(airtimeFields)) {
        const message = errors[name]?.[0]
        if (message === undefined) form.clearErrors(name)
        else form.setError(name, { type: 'server', message })
      }
    },
  })
  return { form, sale }
}
