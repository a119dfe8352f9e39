// The second Admin's decision on a booking.
import { bookings, type Difference, formatGmd, type WaitingBooking } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { type SecondAdminDecision, SecondAdminDialog } from '../form/dialog/SecondAdminDialog.tsx'
import { toast } from '../ui/toast.ts'
import { bookingFailure, useReadAgain } from './use-booking.ts'

interface DecideBookingProps {
  difference: Difference
  booking: WaitingBooking
  decision: SecondAdminDecision
  onClose: () => void
}

export function DecideBooking({ difference, booking, decision, onClose }: DecideBookingProps) {
  const readAgain = useReadAgain()
  const { id } = difference
  const amount = formatGmd(booking.tendered)
  async function run(reason: string): Promise<void> {
    const { message } =
      decision === 'confirm'
        ? await call(bookings.confirm, { id })
        : await call(bookings.decline, { id, reason })
    toast.success(message)
    onClose()
  }
  const common = { decision, explainFailure: bookingFailure, run, onClose, onSettled: readAgain }
  return decision === 'confirm' ? (
    <SecondAdminDialog {...common} title={`Book ${amount}?`} failed="The sale was not booked">
      <p>
        {describeBooking(booking)} Their number is <b className="font-semibold">{difference.reference}</b>.
        The money moves immediately.
      </p>
      <p className="mt-2 text-ink-2">Reason: {booking.reason}</p>
    </SecondAdminDialog>
  ) : (
    <SecondAdminDialog {...common} title={`Decline to book ${amount}?`} failed="The booking was not declined">
      <p>Nothing has moved, and nothing will. The difference stays open and can be booked again.</p>
    </SecondAdminDialog>
  )
}

/** One sentence: who asked for what, and with which fee. */
export function describeBooking(booking: WaitingBooking): string {
  const { askedBy, cashierName, tendered, fee, isFeeOutsideBands } = booking
  const payer = cashierName === null ? 'on the house’s account' : `from the float of ${cashierName}`
  return `${askedBy} asked to book ${formatGmd(tendered)} ${payer}, with a fee of ${formatGmd(fee)}.${
    isFeeOutsideBands ? ' No fee band gives this fee.' : ''
  }`
}
