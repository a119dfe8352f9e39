// Floats beyond the load: the statement, moves, requests and limits.
import type { Handlers } from '../../http/handle.ts'
import { limitCalls } from './limits.ts'
import { moveCalls } from './moves.ts'
import { requestCalls } from './requests.ts'
import { statementCalls } from './statements.ts'

export const floats: Handlers['floats'] = {
  ...statementCalls,
  ...moveCalls,
  ...requestCalls,
  ...limitCalls,
}
