// Booking a sale that only the other side has: what they have, whose float pays, what the customer paid, and why.
import { type BookingOffer, bookings, type Difference, formatGmd, HOUSE, users } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { useLateOptions } from '../form/send/use-late-options.ts'
import { refusalText } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Field, TextAreaField } from '../ui/form/Field.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BookingEffect, TheirSaleFacts } from './BookingFacts.tsx'
import { sideName } from './difference-words.ts'
import { type BookingFields, useBooking } from './use-booking.ts'

const TITLE = 'Book a sale'

interface BookModalProps {
  difference: Difference
  onClose: () => void
}

export function BookModal({ difference, onClose }: BookModalProps) {
  const query = useCall(bookings.show, { id: difference.id })
  if (query.data !== undefined)
    return <BookingForm difference={difference} first={query.data} onClose={onClose} />
  return (
    <Modal open title={TITLE} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {query.isError ? (
        <Notice
          tone="danger"
          title={refusalText(query.error, 'The server did not answer.')}
          action={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          Nothing was booked.
        </Notice>
      ) : (
        <p aria-live="polite">Asking {sideName(difference.otherSide)} for the sale...</p>
      )}
    </Modal>
  )
}

function BookingForm({ difference, first, onClose }: BookModalProps & { first: BookingOffer }) {
  const { form, title, problem, save, offer, isOnTheHouse, objections } = useBooking(
    difference.id,
    first,
    onClose,
  )
  const needsSecondAdmin = (offer ?? first).needsSecondAdmin
  return (
    <FormModal
      title={TITLE}
      saveLabel={needsSecondAdmin ? 'Ask a second Admin' : 'Book'}
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void save()}
    >
      {problem !== null && (
        <Notice tone="danger" title={title}>
          {problem}
        </Notice>
      )}
      <TheirSaleFacts offer={first} side={sideName(difference.otherSide)} />
      <BookingInputs form={form} first={first} objections={objections}>
        <BookingEffect offer={offer} isOnTheHouse={isOnTheHouse} />
      </BookingInputs>
    </FormModal>
  )
}

interface BookingInputsProps {
  form: BookingFields
  first: BookingOffer
  objections: Record<string, string[]>
  /** The effect of the choices, below them. */
  children: ReactNode
}

function BookingInputs({ form, first, objections, children }: BookingInputsProps) {
  const agents = useCall(users.agents, {})
  const { register, formState } = form
  useLateOptions(form, 'cashier', agents.data !== undefined)
  const findError = (name: 'cashier' | 'tendered' | 'reason') =>
    formState.errors[name]?.message ?? objections[name]?.[0]
  return (
    <>
      <div className="pair">
        <SelectField
          label="Cashier"
          error={findError('cashier')}
          hint="Whose float pays for it"
          placeholder={agents.data ? 'Choose a cashier' : 'Loading...'}
          options={[
            { value: HOUSE, label: 'No cashier: on the house account' },
            ...(agents.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...register('cashier')}
        />
        <Field
          label="Amount"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          locked={first.isTenderedFixed}
          error={findError('tendered')}
          hint={amountHint(first)}
          {...register('tendered')}
        />
      </div>
      {children}
      <TextAreaField
        label="Reason"
        rows={2}
        hint="It stays with the sale and in the audit"
        error={findError('reason')}
        {...register('reason')}
      />
    </>
  )
}

function amountHint({ isTenderedFixed, tendered, theirs }: BookingOffer): string {
  if (isTenderedFixed) return 'What the customer paid'
  return tendered === null
    ? `What the customer paid. No current fee leaves ${formatGmd(theirs.amount)}: look at the receipt`
    : 'What the customer paid, by the current fees. Change it if the receipt says otherwise'
}
