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
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { preloadToasts, toast } from '../ui/toast.ts'

const FIELDS = ['cashier', 'amount', 'reason'] as const
/** As typed. */
type BookingValues = Record<(typeof FIELDS)[number], string>
export type BookingFields = UseFormReturn<BookingValues, unknown, CheckedBooking>

/** What there is to read again after a sale was booked, asked for or declined. */
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

/** Why it failed, in words that say whether money moved. */
export const bookingFailure = (error: unknown): string =>
  error instanceof CallRefused && error.status < 500
    ? refusalText(error, 'Nothing was booked.')
    : refusalText(
        error,
        'The server did not answer, so it is not known whether the sale was booked. Try again: a sale is never booked twice.',
      )

export function useBooking(id: number, first: BookingOffer, onBooked: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const readAgain = useReadAgain()
  const form: BookingFields = useForm<BookingValues, unknown, CheckedBooking>({
    defaultValues: {
      cashier: first.suggestedCashier === null ? '' : String(first.suggestedCashier),
      amount: first.tendered === null ? '' : String(toDalasi(first.tendered)),
      reason: '',
    },
    resolver: formResolver(bookingForm),
    mode: 'onTouched',
  })
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])

  async function send({ cashier, amount, reason }: CheckedBooking): Promise<void> {
    setProblem(null)
    try {
      const { message, state } = await call(bookings.book, { id, cashier, tendered: amount, reason })
      if (state === 'booked') toast.success(message)
      else toast.info(message)
      onBooked()
    } catch (error) {
      const marked = error instanceof CallRefused ? FIELDS.filter((name) => name in error.errors) : []
      setProblem(marked.length > 0 ? 'Nothing was booked. The marked field says why.' : bookingFailure(error))
      toast.error('The sale was not booked')
      showFieldErrors(error, form.setError, marked)
      if (marked[0]) form.setFocus(marked[0])
    } finally {
      readAgain()
    }
  }
  return { form, problem, save: form.handleSubmit(send), ...useOffer(id, form) }
}

/** What the server says to the cashier and the amount in the form; nothing before both can be read. */
function useOffer(id: number, { control }: BookingFields) {
  const values = useWatch({ control, compute: (all) => all })
  const cashier = bookingForm.shape.cashier.safeParse(values.cashier)
  const tendered = bookingForm.shape.amount.safeParse(values.amount)
  const isRead = cashier.success && tendered.success
  const { query, isBehind } = useRestingRead(
    bookings.show,
    isRead ? { id, cashier: cashier.data, tendered: tendered.data } : null,
  )
  const refused = !isBehind && query.error instanceof CallRefused ? query.error : null
  return {
    offer: isRead && !isBehind && !query.error ? (query.data ?? null) : null,
    isOnTheHouse: values.cashier === HOUSE,
    /** What is wrong with what is chosen, before it is sent. */
    objections: refused?.errors ?? {},
  }
}
