// The last call of a session. Apart from everything else, because no page needs it before somebody leaves.
import { session } from '@flexpower/contract'
import { call } from './client.ts'

export const revokeSession = (signal: AbortSignal) => call(session.logout, {}, { signal })
