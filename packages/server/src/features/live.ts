// The stream of hints for one browser.
import type { Api } from '@flexpower/contract'
import type { Call, Handlers } from '../http/handle.ts'

export const live: Handlers['live'] = { events }

async function events({ context, caller, origin }: Call<Api['live']['events']>) {
  const { userId, sessionId, type } = caller
  return {
    content: await context.live.open({ userId, sessionId, isAdmin: type === 'Admin' }, origin.lastEventId),
  }
}
