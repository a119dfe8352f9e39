// Booking a sale that only the other side has: the form, what it would do, and sending it once.
import {
  acts,
  airtime,
  type BookingOffer,
  bookingForm,
  bookings,
  CallRefused,
  type CheckedBooking,
  dashboard,
  electricity,
  enquiries,
  HOUSE,
  postpaid,
  toDalasi,
  users,
} from '@flexpower/contract'
import { useWatch } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { failureTitle, isRefused, refusalText } from '../form/form-errors.ts'
import { type CheckedForm, useCallForm } from '../form/send/use-call-form.ts'
import { toast } from '../ui/toast.ts'

/** As typed. */
type BookingValues = Record<keyof CheckedBooking, string>
export type BookingFields = CheckedForm<BookingValues, CheckedBooking>

/** What to read again after a sale was booked, asked for or declined. */
export function useReadAgain(): () => void {
  const refresh = useRefresh()
  return () =>
    refresh(
      enquiries.reconciliation,
      enquiries.catchUp,
      electricity.list,
      airtime.list,
      postpaid.list,
      users.list,
      users.one,
      users.overview,
      dashboard.overview,
      acts.list,
    )
}

/** Why it failed, and whether money moved. */
export const bookingFailure = (error: unknown): string =>
  isRefused(error)
    ? refusalText(error, 'Nothing was booked.')
    : refusalText(
        error,
        'The server did not answer, so it is not known whether the sale was booked. Try again: a sale is never booked twice.',
      )

export function useBooking(id: number, first: BookingOffer, onBooked: () => void) {
  const readAgain = useReadAgain()
  const form = useCallForm<BookingValues, CheckedBooking>({
    schema: bookingForm,
    values: {
      cashier: first.suggestedCashier === null ? '' : String(first.suggestedCashier),
      tendered: first.tendered === null ? '' : String(toDalasi(first.tendered)),
      reason: '',
    },
    failed: (error) => failureTitle(error, 'The sale was not booked'),
    explain: (error, isMarked) =>
      isMarked ? 'Nothing was booked. The marked field says why.' : bookingFailure(error),
    send: async (checked) => {
      try {
        const { message, state } = await call(bookings.book, { id, ...checked })
        if (state === 'booked') toast.success(message)
        else toast.info(message)
        onBooked()
      } finally {
        readAgain()
      }
    },
  })
  return { form, title: form.title, problem: form.problem, save: form.submit, ...useOffer(id, form) }
}

/** The server's answer to the cashier and the amount in the form; nothing until both are valid. */
function useOffer(id: number, { control }: BookingFields) {
  const values = useWatch({ control, compute: (all) => all })
  const cashier = bookingForm.shape.cashier.safeParse(values.cashier)
  const tendered = bookingForm.shape.tendered.safeParse(values.tendered)
  const isRead = cashier.success && tendered.success
  const { query, isBehind } = useRestingRead(
    bookings.show,
    isRead ? { id, cashier: cashier.data, tendered: tendered.data } : null,
  )
  const refused = !isBehind && query.error instanceof CallRefused ? query.error : null
  return {
    offer: isRead && !isBehind && !query.error ? (query.data ?? null) : null,
    isOnTheHouse: values.cashier === HOUSE,
    /** What is wrong with the input, before it is sent. */
    objections: refused?.errors ?? {},
  }
}
