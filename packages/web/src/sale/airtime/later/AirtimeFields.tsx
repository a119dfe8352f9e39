// The three fields of an airtime sale. The first digit of a number suggests its operator until somebody has chosen one,
// because numbers can be ported.
import {
  type Bututs,
  type Customer,
  DEFAULT_OPERATOR,
  formatGmd,
  OPERATORS,
  suggestedOperator,
  toDalasi,
} from '@flexpower/contract'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { RecentSale } from '../../later/BeforeOk.tsx'
import { CustomerField } from '../../later/CustomerField.tsx'
import { AmountChips, keepDigitKeys, leadOnEnter, LOCKED_ROW, readAmount } from '../../later/entry-fields.tsx'
import { describeAge } from '../../later/BeforeOk.tsx'
import { amountInput } from '../../../lib/amount-input.ts'
import { now } from '../../../lib/clock.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { type AirtimeValues, computeVended } from './order.ts'
import { findObjection, useOffer } from './checks.ts'

const PHONE_MOST = 15
const USUAL_AMOUNTS = [10, 25, 50, 100, 500]
/** How many of an operator's fixed amounts get a chip. */
const CHIPS_MOST = 8
const OPERATOR_OPTIONS = OPERATORS.map((name) => ({ value: name, label: name }))

interface AirtimeFieldsProps {
  form: UseFormReturn<AirtimeValues>
  recent: RecentSale | null
  /** An operator was chosen before: digits no longer change it. */
  isChosen: boolean
  isLocked: boolean
  /** While the sale is being sent, the three fields are in one row above its progress. */
  isSent: boolean
}

export function AirtimeFields({ form, recent, isChosen, isLocked, isSent }: AirtimeFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  const { hasChosen, setChosen, suggest, pickAmount, pickCustomer } = usePicks(form, isChosen)
  const [phone, amount, operator] = useWatch({ control, name: ['phone', 'amount', 'operator'] })
  const offer = useOffer(operator)
  const objection = findObjection(offer, operator, readAmount(amount))
  return (
    // Enter in a field bubbles up to here; only the fields themselves are interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isSent ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <CustomerField
        label="Mobile Number"
        product="airtime"
        typed={phone}
        onPick={pickCustomer}
        inputMode="tel"
        autoComplete="off"
        maxLength={PHONE_MOST}
        locked={isLocked}
        error={errors.phone?.message}
        onBeforeInput={keepDigitKeys}
        {...register('phone', {
          onChange: (event: { target: { value: string } }) => suggest(event.target.value),
        })}
      />
      <div className="grid gap-2">
        <Field
          label="Amount"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          locked={isLocked}
          error={errors.amount?.message}
          {...register('amount', amountInput)}
        />
        {!isLocked && (
          <AmountChips
            amounts={offer?.amounts?.slice(0, CHIPS_MOST).map(toDalasi) ?? USUAL_AMOUNTS}
            value={amount}
            onChange={pickAmount}
          />
        )}
      </div>
      {isLocked ? (
        <Field label="Vendor" locked value={operator} />
      ) : (
        <SelectField
          label="Vendor"
          options={OPERATOR_OPTIONS}
          hint={
            hasChosen ? undefined : 'Follows the number’s first digit; choose another for a ported number.'
          }
          error={errors.operator?.message}
          {...register('operator', { onChange: () => setChosen(true) })}
        />
      )}
      {!isSent && <Total amount={readAmount(amount)} />}
      {!isLocked && <Warnings objection={objection} recent={recent} />}
    </div>
  )
}

/** What fills a field other than typing into it. */
function usePicks(
  { setValue, getValues, clearErrors, setFocus }: UseFormReturn<AirtimeValues>,
  isChosen: boolean,
) {
  const [hasChosen, setChosen] = useState(isChosen)
  function suggest(phone: string): void {
    if (!hasChosen) setValue('operator', suggestedOperator(phone) ?? DEFAULT_OPERATOR)
  }
  function pickAmount(value: string): void {
    setValue('amount', value)
    clearErrors('amount')
    setFocus('amount')
  }
  /** The number goes to the operator that it went to before, also if it was ported. */
  function pickCustomer(customer: Customer): void {
    setValue('phone', customer.subject)
    setValue('operator', customer.name)
    setChosen(true)
    if (getValues('amount') === '') setValue('amount', String(toDalasi(customer.usual)))
    setFocus('amount', { shouldSelect: true })
  }
  return { hasChosen, setChosen, suggest, pickAmount, pickCustomer }
}

/** What to know before OK. */
const Warnings = ({ objection, recent }: { objection: string | null; recent: RecentSale | null }) => (
  <>
    {objection !== null && (
      <Notice tone="warning" title={objection}>
        This would be refused; nothing is sold and no money moves.
      </Notice>
    )}
    {recent !== null && (
      <Notice
        tone="warning"
        title={`Sold ${formatGmd(recent.tendered)} to this number ${describeAge(recent.at, now())}`}
      >
        OK asks before it sells again.
      </Notice>
    )}
  </>
)

/** The total is what the customer pays and what leaves the float. Next to it is what is delivered (AP-02). */
function Total({ amount }: { amount: Bututs }) {
  const vended = computeVended(amount)
  const lines = [
    ['Delivered to the phone', vended === null ? '–' : formatGmd(amount)],
    ['Vend Amount', vended === null ? '–' : formatGmd(vended)],
  ] as const
  return (
    <dl aria-live="polite" className="grid gap-1 border-t border-line pt-4">
      <div className="flex items-baseline justify-between gap-3 text-lg font-semibold">
        <dt>Total to pay</dt>
        <dd className="whitespace-nowrap">{vended === null ? '–' : formatGmd(amount)}</dd>
      </div>
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3 text-ink-2">
          <dt>{name}</dt>
          <dd className="whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
