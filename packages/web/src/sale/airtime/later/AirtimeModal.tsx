// The airtime sale itself (AP-01 to AP-05): the number, the amount, the operator. There is no verification step. A sale
// whose answer is late stays here with live progress and ends without further input.
import { type AirtimeSale, type Bututs, formatGmd } from '@flexpower/contract'
import { showFieldErrors } from '../../../form/form-errors.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { AskAgain, FloatNotice, isBeyondFloat } from '../../later/BeforeOk.tsx'
import { CashChange } from '../../later/CashChange.tsx'
import { readAmount } from '../../later/entry-fields.tsx'
import { LimitNotice, useLimitObjection } from '../../later/limits.tsx'
import { EntryProblem, FootNote, SaleFrame, SaleOnItsWay } from '../../later/SaleSteps.tsx'
import { useSale } from '../../later/use-sale.ts'
import type { Attempt, SaleDesk, SaleModalProps } from '../../product.ts'
import { Button } from '../../../ui/Button.tsx'
import { type AirtimeValues, writeEntry, sell, fillForm } from './order.ts'
import { AirtimeFields } from './AirtimeFields.tsx'
import { useRecentSale } from './checks.ts'

export function AirtimeModal({ desk, attempt, float }: SaleModalProps<AirtimeSale>) {
  const { form, sale } = useAirtimeForm(desk, attempt)
  const { step, isSelling } = sale
  const [isAsking, setAsking] = useState(false)
  const [phone, amount] = useWatch({
    control: form.control,
    name: ['phone', 'amount'],
  })
  const recent = useRecentSale(phone, step.at === 'entry')
  const tendered = readAmount(amount)
  const isEntry = step.at === 'entry' && !isSelling
  const isTooMuch = isEntry && isBeyondFloat(tendered, float)
  const objection = useLimitObjection(tendered)
  const isBlocked = isTooMuch || (isEntry && objection !== null)
  const sellNow = () => sale.sellAsEntered(form.getValues())
  function submit(): void {
    if (isBlocked) return
    if (step.at !== 'entry') sale.sell()
    else if (recent !== null) setAsking(true)
    else void sellNow()
  }
  return (
    <SaleFrame
      title="Add New Transaction"
      desk={desk}
      sale={sale}
      writeEntry={writeEntry}
      againNote="Sell again is a new sale."
      onSubmit={submit}
      foot={
        <SellNow amount={tendered} isSelling={isSelling} isBlocked={isBlocked} onCancel={desk.closeSale} />
      }
    >
      {step.at === 'entry' && (
        <EntryProblem product={desk.product} attempt={attempt} problem={sale.problem} />
      )}
      {isTooMuch && <FloatNotice amount={tendered} float={float} />}
      {isEntry && <LimitNotice objection={objection} />}
      <AirtimeFields
        form={form}
        recent={recent}
        isChosen={attempt.entered.operator !== undefined}
        isLocked={step.at !== 'entry' || isSelling}
        isSent={step.at !== 'entry'}
      />
      {step.at === 'entry' && !isTooMuch && <CashChange price={tendered} saleKey={attempt.entered.key} />}
      <SaleOnItsWay
        sale={sale}
        desk={desk}
        tendered={tendered}
        who={`${form.getValues('operator')} number ${phone}`}
        told={step.at === 'pending' ? step.told : undefined}
      />
      <AskAgain
        recent={recent}
        subject={desk.product.subject}
        tendered={tendered}
        isOpen={isAsking}
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) void sellNow()
        }}
      />
    </SaleFrame>
  )
}

interface SellNowProps {
  amount: Bututs
  isSelling: boolean
  isBlocked: boolean
  onCancel: () => void
}

const SellNow = ({ amount, isSelling, isBlocked, onCancel }: SellNowProps) => (
  <>
    <FootNote>
      {isSelling
        ? `${formatGmd(amount)} is being sent.`
        : 'Enter goes to the next empty field, then sells. Esc closes.'}
    </FootNote>
    <Button disabled={isSelling} onClick={onCancel}>
      Cancel
    </Button>
    <Button variant="primary" type="submit" busy={isSelling} disabled={isBlocked}>
      OK
    </Button>
  </>
)

function useAirtimeForm(desk: SaleDesk<AirtimeSale>, attempt: Attempt) {
  const form = useForm<AirtimeValues>({ defaultValues: fillForm(attempt.entered) })
  const sale = useSale<AirtimeValues, never, AirtimeSale>({
    desk,
    attempt,
    readOrder: fillForm,
    writeEntry,
    readEntry: () => writeEntry(form.getValues()),
    watchEntry: (callback) => form.subscribe({ formState: { values: true }, callback }),
    sell,
    showFieldErrors: (error) => {
      form.clearErrors()
      showFieldErrors(error, form)
    },
  })
  return { form, sale }
}
