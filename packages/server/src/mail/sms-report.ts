// What Africa's Talking reports about a message that it has accepted: a form with the fields below, any of which may be
// missing.
import { z } from 'zod'
import { cleanText } from '../clean-text.ts'

const TEXT_MOST = 100

export interface DeliveryReport {
  /** The provider's id of the message. */
  providerId: string
  delivery: 'under way' | 'delivered' | 'failed'
  /** Of a failure, in the provider's words. */
  reason: string | null
}

const text = z.string().transform((written) => cleanText(written, TEXT_MOST))
const report = z.object({ id: text.pipe(z.string().min(1)), status: text, failureReason: text.optional() })

/** Any other status means that it is still pending. */
const ENDS: Record<string, 'delivered' | 'failed' | undefined> = {
  Success: 'delivered',
  Delivered: 'delivered',
  Failed: 'failed',
  Rejected: 'failed',
  AbsentSubscriber: 'failed',
  Expired: 'failed',
  UserInBlacklist: 'failed',
  NotNetworkSubscriber: 'failed',
}

/** Null: it is no report. */
export function readDeliveryReport(body: unknown): DeliveryReport | null {
  const parsed = report.safeParse(body)
  if (!parsed.success) return null
  const { id, status, failureReason } = parsed.data
  const delivery = (Object.hasOwn(ENDS, status) ? ENDS[status] : undefined) ?? 'under way'
  return { providerId: id, delivery, reason: delivery === 'failed' ? failureReason || status : null }
}
