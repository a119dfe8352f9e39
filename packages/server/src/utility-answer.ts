// The answer of the utility or the aggregator to a query, for callers that need it: the value, or a refusal with a
// clear message.
import type { Context } from './runtime/context.ts'
import type { Outcome } from './gateways/outcome.ts'
import { Refusal } from './refusal.ts'

const TRY_AGAIN_S = 10

/** `what` continues after "refused to": 'tell the balance'. `who` was asked: the utility by default. */
export function requireAnswer<Value>(
  { config: { site }, log }: Pick<Context, 'config' | 'log'>,
  what: string,
  outcome: Outcome<Value>,
  who = site.utilityName,
): Value {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.value
    case 'refused':
      log.warn({ code: outcome.code, detail: outcome.detail }, `${who} refused to ${what}`)
      throw new Refusal('refused', `${who} refused to ${what}: ${outcome.message}`, {
        apiError: outcome.message,
      })
    case 'unknown':
      log.warn({ reason: outcome.reason }, `${who} did not ${what}`)
      throw new Refusal('unavailable', `${who} does not answer at the moment. No sale is affected.`, {
        retryAfter: TRY_AGAIN_S,
      })
  }
}

/** The utility's answer before a sale: whatever it is, nothing has been sold. */
export function answerAtCounter<Value>(
  { config: { site }, log }: Pick<Context, 'config' | 'log'>,
  outcome: Outcome<Value>,
): Value {
  if (outcome.kind === 'accepted') return outcome.value
  if (outcome.kind === 'refused') throw new Refusal('refused', outcome.message, { apiError: outcome.message })
  log.warn({ reason: outcome.reason }, 'what was to be sold could not be verified')
  throw new Refusal(
    'refused',
    `${site.utilityName} does not answer at the moment. Nothing was sold; try again in a minute.`,
  )
}
