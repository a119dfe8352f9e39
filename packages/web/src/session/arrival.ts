// Why the login page was opened, and where to go after the sign-in.
import { LOGIN_STATE_KEY, type LoginState } from '../login-state.ts'
import { type Area, areaHome, isInArea } from '../paths.ts'

/** The state that was passed on, or what the history entry has kept of it. */
export const readLoginState = (): LoginState =>
  checkLoginState(parse(handedOver() ?? 'null') ?? window.history.state)

/** Null for text that is no JSON: a damaged value must not keep anybody from signing in. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const handedOver = () => window.sessionStorage.getItem(LOGIN_STATE_KEY)

/** Whether a state was passed on; from now on the history entry has it. */
export function keepLoginState(): boolean {
  const isNew = handedOver() !== null
  if (isNew) window.history.replaceState(readLoginState(), '')
  window.sessionStorage.removeItem(LOGIN_STATE_KEY)
  return isNew
}

/** History entries are untrusted data: anything could be in them. */
export function checkLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, ended, said, mailed } = state as Record<string, unknown>
  return {
    ...(typeof from === 'string' && { from }),
    ...(ended === true && { ended }),
    ...(typeof said === 'string' && { said }),
    ...(mailed === true && { mailed }),
  }
}

/** S-03: to the area's first page. Only a user whose session ended in the middle of work goes back to it. */
export const afterLogin = (area: Area, { from, ended }: LoginState): string =>
  ended === true && from !== undefined && isInArea(area, from) ? from : areaHome(area)
