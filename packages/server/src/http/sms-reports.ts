// Where the SMS provider reports what happened to a message: a form, at an address that nobody else knows. Reports
// about our messages are stored; everything else is ignored, because the provider repeats what is not answered with
// 200.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { takeDeliveryReport } from '../mail/outbox.ts'
import { Refusal } from '../refusal.ts'
import { countAttempt, type Limit } from '../identity/throttle.ts'

/** More than a provider sends for one country, fewer than guessing needs. */
const REPORTS_A_MINUTE: Limit = { most: 600, windowMs: MINUTE_MS }

export function serveSmsReports(app: FastifyInstance, context: Context): void {
  const { smsReportSecret } = context.config
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Params: { secret: string } }>('/sms-reports/:secret', async ({ params, body, ip }) => {
      await countAttempt(context, `sms reports from ${ip}`, REPORTS_A_MINUTE)
      if (!isSecret(params.secret, smsReportSecret))
        throw new Refusal('not_found', 'There is nothing at this address.')
      await takeDeliveryReport(context, body)
      return { status: 'ok' }
    })
  })
}

/** In the same time whatever was given. */
function isSecret(given: string, secret: string | null): boolean {
  const digest = (written: string) => createHash('sha256').update(written).digest()
  return timingSafeEqual(digest(given), digest(secret ?? '')) && secret !== null
}
