// The second Admin's decision on a booking: yes and the sale is written, no and nothing ever moves.
import { bookings, type Difference, formatGmd, type WaitingBooking } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { DeedDialog } from '../shell/DeedDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { bookingFailure, useReadAgain } from './use-booking.ts'

interface DecideProps {
  difference: Difference
  booking: WaitingBooking
  onClose: () => void
}

export function ConfirmBooking({ difference, booking, onClose }: DecideProps) {
  return (
    <DeedDialog
      title={`Book ${formatGmd(booking.tendered)}?`}
      confirmLabel="Confirm"
      cancelLabel="Not now"
      run={async () => {
        const { message } = await call(bookings.confirm, { id: difference.id })
        toast.success(message)
        onClose()
      }}
      failed="The sale was not booked"
      noAnswer={bookingFailure}
      onClose={onClose}
      onSettled={useReadAgain()}
    >
      <p>
        {describeBooking(booking)} Their number is <b className="font-semibold">{difference.reference}</b>.
        The money moves at once.
      </p>
      <p className="mt-2 text-ink-2">Reason: {booking.reason}</p>
    </DeedDialog>
  )
}

export function DeclineBooking({ difference, booking, onClose }: DecideProps) {
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      danger
      title={`Decline to book ${formatGmd(booking.tendered)}?`}
      confirmLabel="Decline"
      cancelLabel="Not now"
      run={async () => {
        const { message } = await call(bookings.decline, { id: difference.id, reason })
        toast.success(message)
        onClose()
      }}
      failed="The booking was not declined"
      noAnswer={bookingFailure}
      onClose={onClose}
      onSettled={useReadAgain()}
    >
      <p>Nothing has moved, and nothing will. The difference stays open and can be booked again.</p>
      <Field
        label="Reason"
        hint="For whoever asked; may stay empty"
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </DeedDialog>
  )
}

/** In a sentence: who asked for what. */
export const describeBooking = ({ askedBy, cashierName, tendered }: WaitingBooking): string =>
  `${askedBy} asked to book ${formatGmd(tendered)} ${
    cashierName === null ? 'on the house’s account' : `from the float of ${cashierName}`
  }.`
