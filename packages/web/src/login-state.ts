// What brought somebody to the login page, carried in the history entry so that the address stays plain `/login`.
import { type Area, areaHome, isInArea } from './paths.ts'

export interface LoginState {
  /** The page that asked for the login. */
  from?: string
  /** The session was over, here or on the server. */
  ended?: boolean
  /** What the server said to the form that led here. */
  said?: string
  /** An email with a link is on its way. */
  mailed?: boolean
}

/** History entries are outside data: anything could be in them. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, ended, said, mailed } = state as Record<string, unknown>
  return {
    ...(typeof from === 'string' && { from }),
    ...(ended === true && { ended }),
    ...(typeof said === 'string' && { said }),
    ...(mailed === true && { mailed }),
  }
}

/** S-03: to the area's first page. Only whose session ended in the middle of the work goes back to it. */
export const afterLogin = (area: Area, { from, ended }: LoginState): string =>
  ended === true && from !== undefined && isInArea(area, from) ? from : areaHome(area)
